import type { addPayee } from '@marigold/contract/calls/payee';
import type { InputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { newPayeesPerDay } from '@marigold/contract/limits';
import { dayMs } from '@marigold/money/spans';

import type { Call, Handlers } from '../../platform/http/call.ts';
import { readRecipient } from '../chain/address/recipient.ts';
import { findChainAndAsset } from '../chain/chain-asset.ts';
import { notify } from '../message/notify.ts';
import { getPayee } from './book.ts';
import { findPayee } from './find.ts';
import type { PaidPeople } from './paid-people.ts';
import type { NewPayeeRow } from './store.ts';
import { insertPayee, insertSeen, lockBook, readBook } from './store.ts';

type Input = InputOf<typeof addPayee>;
type No = Refusal<RefusalOf<typeof addPayee>>;

/** Puts somebody into the caller's address book. */
export function createAdd(people: PaidPeople): Handlers['payee/add'] {
  return async (input, call) => {
    const { db, session, now } = call;
    const { userId } = session;
    const payee = await readPayee(input, call);
    if (payee instanceof Refusal) return payee;
    // The daily number of new payees holds for two phones as well.
    await lockBook(db, userId);
    const book = await readBook(db, { userId, payee, since: now - dayMs });
    if (book.isKnown) return new Refusal('payee_known', {}, 'to');
    if (book.fresh >= newPayeesPerDay) return new Refusal('payees_too_many', {}, 'to');
    const id = await insertPayee(db, {
      userId,
      payee,
      name: input.name.trim(),
      remark: wordRemark(input.remark),
      now,
    });
    if ('account' in payee) await insertSeen(db, { ...payee, userId }, now);
    const added = await getPayee(call, people, id);
    const facts = { name: added.name, to: added.masked ?? added.address };
    await notify(db, { userId, kind: 'payeeAdded', facts, now });
    return added;
  };
}

async function readPayee(
  { to, chain, currency }: Input,
  { db, session }: Call<'user'>,
): Promise<NewPayeeRow | No> {
  if (chain === undefined && currency === undefined) {
    const found = await findPayee(db, to);
    if (found === undefined) return new Refusal('payee_not_found', {}, 'to');
    if (found.userId === session.userId) return new Refusal('payee_is_self', {}, 'to');
    return { userId: found.userId };
  }
  // Spec 5: the currency must be that of the recipient's address, so an address is never kept without both.
  if (currency === undefined) return new Refusal('asset_unknown', {}, 'currency');
  if (chain === undefined) return new Refusal('chain_unknown', {}, 'chain');
  const place = await findChainAndAsset(db, { chain, currency });
  if (place === 'asset_unknown') return new Refusal(place, { currency }, 'currency');
  if (place === 'chain_unknown') return new Refusal(place, {}, 'chain');
  const recipient = await readRecipient(db, { chain: place.chain, typed: to, userId: session.userId });
  if (typeof recipient === 'string') return new Refusal(recipient, {}, 'to');
  return { chain, asset: currency, account: recipient.account };
}

/** A remark as it is kept; nothing but blanks is none. */
export function wordRemark(remark: string | undefined): string | null {
  const text = remark?.trim() ?? '';
  return text === '' ? null : text;
}
