/** On-chain transfers as a person makes them, for tests: terms, order, code; and what money is before and after. */
import { writeAccount } from '@marigold/chain/account';
import type { ChainAccount } from '@marigold/chain/port';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { newPayeeLockMs } from '@marigold/guard/payee-lock';
import { sql } from 'kysely';

import { recordBill } from '../src/modules/bill/record.ts';
import { bytesOf } from '../src/modules/chain/registry.ts';
import type { TestPerson, TestApi } from './api.ts';
import { goodPayPassword } from './api.ts';
import { addPayout, fillTestPool, readUpTo } from './chain-rows.ts';

type PayoutRow = Parameters<typeof addPayout>[1];

export const shop = fakeAccount('shop');
export const hot = fakeAccount('hot');
export const addressOf = (account: ChainAccount) => writeAccount(account, 'evm');

/** The chain `eth` is read, has an account that pays and addresses to give. */
export async function openChain({ databases, clock }: TestApi): Promise<void> {
  await readUpTo(databases.main, 100, { now: clock.now() });
  await fillTestPool(databases.main, 20);
  await ownAccount(databases.main, 'hot', hot);
}

/** Makes an account one of the house. */
export async function ownAccount(
  db: TestApi['databases']['main'],
  purpose: 'hot' | 'gas',
  account: ChainAccount,
): Promise<void> {
  await sql`
    insert into app.chain_address (family, purpose, path_index, account, key_fingerprint, created_at)
    values ('evm', ${purpose}, 0, ${bytesOf(account)}, '\\x00000000', now())`.execute(db);
}

export type QuoteChanges = Partial<{ currency: string; chain: string; address: string; amount: string }>;
export type Submitting = Partial<{
  quoteId: string;
  amount: string;
  amountConfirm: string;
  note: string;
  payPassword: string;
  verify: { challengeId: string; code: string };
}>;

/** An address that is no longer new to a person: first seen a day ago, so that any amount goes there. */
export async function seenDayAgo(
  { databases, clock }: TestApi,
  { id }: Pick<TestPerson, 'id'>,
  account: ChainAccount = shop,
): Promise<void> {
  await sql`
    insert into app.payee_seen (user_id, chain, account, first_at)
    values (${id}, 'eth', ${bytesOf(account)}, ${new Date(clock.now() - newPayeeLockMs)})`.execute(
    databases.main,
  );
}

/** A payment of a person from before, over the chain, with its bill. */
export async function paidOnChain(
  { databases, clock }: TestApi,
  { id: userId }: Pick<TestPerson, 'id'>,
  { account, state, asset = 'USDT' }: Pick<PayoutRow, 'account' | 'state' | 'asset'>,
): Promise<void> {
  const now = clock.now();
  const billId = await recordBill(databases.main, {
    userId,
    type: 'TRANSFER',
    direction: 'out',
    asset,
    units: 2_000_000_000n,
    payType: 'onChain',
    chain: 'eth',
    statuses: ['running', 'waiting'],
    now,
  });
  await addPayout(databases.main, { userId, account, state, asset, billId, now });
}

/** What one person does; 25 USDT to the shop unless told otherwise. */
export function transfersOf(api: TestApi, person: TestPerson) {
  const { token } = person;
  async function ask(changes: QuoteChanges = {}, options: { language?: string } = {}) {
    const input = { currency: 'USDT', chain: 'eth', address: addressOf(shop), amount: '25', ...changes };
    return await api.call('transfer/quote', input, { token, ...options });
  }
  async function quoted(changes: QuoteChanges = {}) {
    const answer = await ask(changes);
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    return answer.data;
  }
  async function submit(changes: Submitting, options: { requestId?: string } = {}) {
    const amount = changes.amount ?? '25';
    const input = { quoteId: '', amount, amountConfirm: amount, payPassword: goodPayPassword, ...changes };
    return await api.call('transfer/submit', input, { token, ...options });
  }
  /** A code for the terms, as the mail carries it. */
  async function codeFor(quoteId: string) {
    // A second code within a minute is another test's matter.
    await sql`update app.challenge set created_at = created_at - interval '1 hour' where user_id = ${person.id}`.execute(
      api.databases.main,
    );
    const input = { kind: 'transfer/submit', subject: { quoteId }, method: 'email' } as const;
    const answer = await api.call('verify/start', input, { token });
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    const mail = await api.lastMail(person.email);
    const code = /\b(\d{6})\b/.exec(mail)?.[1] ?? '';
    return { verify: { challengeId: answer.data.challengeId, code }, summary: answer.data.summary, mail };
  }
  /** Quotes and orders, with a code where one is wanted. */
  async function pay(changes: QuoteChanges = {}) {
    const { quoteId, amount } = await quoted(changes);
    const first = await submit({ quoteId, amount });
    if (first.ok || first.data.refusal !== 'verification_required') return first;
    return await submit({ quoteId, amount, verify: (await codeFor(quoteId)).verify });
  }
  async function paid(changes: QuoteChanges = {}) {
    const answer = await pay(changes);
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    return answer.data;
  }
  async function detail(billId: string) {
    const answer = await api.call('transfer/detail', { id: billId }, { token });
    if (!answer.ok) throw new Error(answer.msg);
    return answer.data;
  }
  /** A deposit address as they would show it. */
  async function address() {
    const answer = await api.call('wallet/address/get', { currency: 'USDT', chain: 'eth' }, { token });
    if (!answer.ok) throw new Error(answer.msg);
    return answer.data.address;
  }
  return { ask, quoted, submit, codeFor, pay, paid, detail, address };
}

/** The refusal of an answer; `done` where there is none. */
export function noOf(answer: { readonly ok: boolean; readonly data: unknown }): string {
  return answer.ok ? 'done' : (answer.data as { refusal: string }).refusal;
}

/** Everything that money is: balances, holds, what was ordered and what is told of it. */
export async function moneyOf({ databases }: TestApi): Promise<unknown> {
  const found = await sql<{ what: unknown }>`
    select json_build_object(
      'balances', (select json_agg(json_build_array(id, balance::text, moves) order by id) from ledger.account),
      'holds', (select count(*) from ledger.hold),
      'payouts', (select json_agg(json_build_array(id, state) order by id) from app.payout),
      'transfers', (select count(*) from app.transfer),
      'bills', (select count(*) from app.bill)
    ) as what`.execute(databases.main);
  return found.rows[0]?.what;
}
