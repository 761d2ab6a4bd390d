import { writeAccount } from '@marigold/chain/account';
import { mask } from '@marigold/contract/rules/masking';

import type { Call, Handlers } from '../../platform/http/call.ts';
import type { PaidPeople } from './paid-people.ts';
import { listRecentAccounts, listRecentPeople } from './store.ts';

/** decisions.md "Receiving address": at most the five latest are suggested, of a person's latest transfers: enough for five unless somebody pays the same ones all day. */
const bounds = { suggested: 5, latest: 500 };

/** Whom a sender paid last, each once; those in the book under their names there. */
export function createRecent(people: PaidPeople): Handlers['payee/recent'] {
  return async ({ currency, chain }, call) => ({
    list:
      chain === undefined
        ? await recentPeople(call, people, currency)
        : await recentAccounts(call, chain, currency),
  });
}

async function recentPeople(
  { db, session: { userId } }: Call<'user'>,
  people: PaidPeople,
  currency: string | undefined,
) {
  const found = await listRecentPeople(db, people, { ...bounds, userId, currency });
  return found.map(({ uid, nickname, name, count, at }) => ({
    address: uid,
    masked: mask(nickname),
    name,
    count: Number(count),
    time: at,
  }));
}

async function recentAccounts(
  { db, session: { userId } }: Call<'user'>,
  chain: string,
  currency: string | undefined,
) {
  const found = await listRecentAccounts(db, { ...bounds, userId, chain, currency });
  return found.map(({ account, family, name, count, at }) => ({
    address: writeAccount(account, family),
    masked: null,
    name,
    count: Number(count),
    time: at,
  }));
}
