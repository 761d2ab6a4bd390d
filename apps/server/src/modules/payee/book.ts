/** A payee as its owner sees it. */
import { writeAccount } from '@marigold/chain/account';
import type { Payee } from '@marigold/contract/calls/payee';
import { mask } from '@marigold/contract/rules/masking';
import { judgePayee } from '@marigold/guard/payee-lock';

import type { Call } from '../../platform/http/call.ts';
import { accountOf } from '../chain/registry.ts';
import { findOpener, largeToday } from './lock.ts';
import type { PaidPeople } from './paid-people.ts';
import type { PayeeRow } from './store.ts';
import { findPayeeRow } from './store.ts';

/** One of the caller's own that must be there. */
export async function getPayee(
  call: Pick<Call<'user'>, 'db' | 'session' | 'now'>,
  people: PaidPeople,
  id: string,
): Promise<Payee> {
  const row = await findPayeeRow(call.db, people, { userId: call.session.userId, id });
  if (row === undefined) throw new Error('Broken: a payee that was just written is there');
  return wirePayee(row, await findOpener(call), call.now);
}

export function wirePayee(row: PayeeRow, lockOpensBy: Payee['lockOpensBy'], now: number): Payee {
  const { id, name, remark, chain, asset, nickname, count, last_at } = row;
  return {
    id,
    name,
    remark,
    address: addressOf(row),
    currency: asset,
    chain,
    masked: nickname === null ? null : mask(nickname),
    lockedUntil: lockOf(row, now),
    lockOpensBy,
    count: Number(count),
    lastTime: last_at,
  };
}

/** Until when more than the single limit does not go there. */
function lockOf({ first_at, is_free }: PayeeRow, now: number): number | null {
  if (is_free) return null;
  const verdict = judgePayee({ ...largeToday, firstSeenAt: first_at ?? undefined }, now);
  return verdict === 'goes' ? null : verdict.until;
}

function addressOf({ uid, account, family }: PayeeRow): string {
  if (account !== null && family !== null) return writeAccount(accountOf(account), family);
  if (uid === null) throw new Error('Broken: a payee is a person or an account');
  return uid;
}
