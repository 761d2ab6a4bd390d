import { randomUUID } from 'node:crypto';

import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { dayMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { addDeposit } from '../../../testing/chain-rows.ts';
import { noOf, openChain, seenDayAgo, transfersOf, addressOf } from '../../../testing/transfers.ts';
import { openOwner } from '../../platform/database/database.ts';
import { bytesOf } from '../chain/registry.ts';
import { depositRiskFacts } from '../deposit/views.ts';
import { caseFacts } from '../operator/case-facts.ts';
import { decideRisk } from './decide.ts';
import { holdDeposits } from './deposit.ts';
import { listWaitingCases } from './views.ts';

const day = dayMs;
const listed = fakeAccount('listed');

let api: TestApi;
let owner: ReturnType<typeof openOwner>;
let person: TestPerson;
let anna: ReturnType<typeof transfersOf>;

beforeAll(async () => {
  api = await startTestApi();
  owner = openOwner(api.ownerUrl);
  await openChain(api);
  await sql`insert into app.risk_account (family, account, reason, added_at)
    values ('evm', ${bytesOf(listed)}, 'named by the police', now())`.execute(owner.db);
});
afterAll(async () => {
  await owner.close();
  await api.close();
});
beforeEach(async () => {
  await api.refreshRates();
  person = await api.person();
  await api.credit(person, 'USDT', '1000');
  await seenDayAgo(api, person);
  anna = transfersOf(api, person);
});

async function setLimit(usd: number | null): Promise<void> {
  await sql`update app.chain_asset set risk_usd = ${usd} where chain = 'eth' and asset = 'USDT'`.execute(
    owner.db,
  );
}

async function cases(state?: 'open' | 'answered' | 'cleared' | 'refused') {
  const answer = await api.call('risk/list', state === undefined ? {} : { state }, { token: person.token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.list;
}

async function onlyCase() {
  const [one, ...others] = await cases();
  if (one === undefined || others.length > 0)
    throw new Error(`${others.length + (one === undefined ? 0 : 1)} cases`);
  return one;
}

async function detail(id: string) {
  const answer = await api.call('risk/detail', { id }, { token: person.token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data;
}

/** A deposit of so many whole USDT that has its confirmations, or of a coin that is not listed. */
async function deposit(
  usdt: number,
  from = fakeAccount('sender'),
  asset: 'USDT' | null = 'USDT',
): Promise<string> {
  const answer = await api.call(
    'wallet/address/get',
    { currency: 'USDT', chain: 'eth' },
    { token: person.token },
  );
  if (!answer.ok) throw new Error(answer.msg);
  const row = {
    userId: person.id,
    address: answer.data.id,
    state: asset === null ? 'unsupported' : 'confirming',
    amount: String(usdt * 1e6),
    asset,
  } as const;
  const { id } = await addDeposit(api.databases.main, { ...row, now: api.clock.now() });
  await sql`update app.deposit set from_account = ${bytesOf(from)} where id = ${id}`.execute(
    api.databases.main,
  );
  return id;
}

const hold = async (...ids: string[]) => [
  ...(await holdDeposits(api.databases.main, depositRiskFacts, ids, api.clock.now())),
];
const verdict = (isCleared: boolean) => ({
  isCleared,
  by: 'olga',
  reason: 'looked at',
  now: api.clock.now(),
});

describe('a transfer is held back', () => {
  it('to an account on the list, and its person is asked', async () => {
    const { billId, status } = await anna.paid({ address: addressOf(listed) });
    expect(status).toBe('review');
    const held = await anna.detail(billId);
    const one = await onlyCase();
    expect(held).toMatchObject({ state: 'review', reason: 'risk_list', riskId: one.id, canCancel: true });
    expect(one).toMatchObject({
      rule: 'list',
      object: 'transfer',
      billId,
      currency: 'USDT',
      amount: '25.00000000',
      address: addressOf(listed),
      state: 'open',
    });
    const notices = await api.call('message/list', {}, { token: person.token });
    expect(notices.ok && notices.data.list.map(({ kind, path }) => [kind, path])).toContainEqual([
      'riskAsked',
      `/pages/exchange/riskdetail?id=${one.id}`,
    ]);
  });

  it('when it is worth the limit of its row, and not below', async () => {
    await sql`update app.rate set usd = 1 where asset = 'USDT'`.execute(api.databases.main);
    await setLimit(30);
    expect((await anna.paid({ amount: '29.99' })).status).toBe('waiting');
    expect((await anna.paid({ amount: '30' })).status).toBe('review');
    expect(await onlyCase()).toMatchObject({ rule: 'amount', amount: '30.00000000' });
    await setLimit(50_000);
  });

  it('when a fourth new account is paid within an hour; an account from before is no new one', async () => {
    const shopOf = (name: string) => addressOf(fakeAccount(`${name} ${person.id}`));
    const statusOf = async (name: string) =>
      (await anna.paid({ address: shopOf(name), amount: '20' })).status;
    for (const name of ['one', 'two', 'three']) expect(await statusOf(name)).toBe('waiting');
    // Again to somebody who was paid in this hour: still three.
    expect(await statusOf('one')).toBe('waiting');
    expect(await statusOf('four')).toBe('review');
    expect(await onlyCase()).toMatchObject({ rule: 'velocity' });
    api.clock.move(61 * minuteMs);
    await api.refreshRates();
    expect(await statusOf('five')).toBe('waiting');
    expect(await statusOf('two')).toBe('waiting');
  });

  it('by a person alone when only its worth is to be looked at: nothing is asked', async () => {
    await sql`update app.chain_asset set review_usd = 30 where asset = 'USDT'`.execute(owner.db);
    const { billId, status } = await anna.paid({ amount: '40' });
    await sql`update app.chain_asset set review_usd = 10000 where asset = 'USDT'`.execute(owner.db);
    expect(status).toBe('review');
    expect(await anna.detail(billId)).toMatchObject({ reason: 'review_amount', riskId: null });
    expect(await cases()).toEqual([]);
    const notices = await sql`
      select facts, path from app.notice where user_id = ${person.id} and kind = 'payoutWaits'`.execute(
      owner.db,
    );
    expect(notices.rows).toEqual([
      {
        facts: { amount: '40.00', currency: 'USDT', why: 'person', billId },
        path: `/pages/exchange/billdetail?id=${billId}`,
      },
    ]);
  });

  it('until its owner takes it back; then nothing is asked any more', async () => {
    const { billId } = await anna.paid({ address: addressOf(listed) });
    const { id } = await onlyCase();
    expect(noOf(await api.call('transfer/cancel', { id: billId }, { token: person.token }))).toBe('done');
    expect(await detail(id)).toMatchObject({
      state: 'cleared',
      timeline: [{ state: 'open' }, { state: 'cleared' }],
    });
    expect(await anna.detail(billId)).toMatchObject({ riskId: null, state: 'cancelled' });
    expect(await decideRisk(api.databases.main, caseFacts, { ...verdict(true), caseId: id })).toBe(false);
  });
});

describe('a deposit is held back before it is credited', () => {
  it('from an account on the list, worth the limit, or from many senders; others pass in the same batch', async () => {
    await setLimit(500);
    const [small, large, named] = [await deposit(10), await deposit(600), await deposit(10, listed)];
    expect((await hold(small, large, named)).toSorted()).toEqual([large, named].toSorted());
    const found = (await cases()).map(({ rule, object, amount }) => `${rule} ${object} ${amount}`);
    expect(found.toSorted()).toEqual(['amount deposit 600.00000000', 'list deposit 10.00000000']);
    for (let count = 0; count < 30; count += 1) await deposit(10, fakeAccount(`sender ${count}`));
    const last = await deposit(10, fakeAccount('sender 30'));
    expect(await hold(last)).toEqual([last]);
    await setLimit(50_000);
  });

  it('but not for how many a coin that is not listed says it came from', async () => {
    for (let count = 0; count < 31; count += 1) await deposit(10, fakeAccount(`spammer ${count}`), null);
    const id = await deposit(10);
    expect(await hold(id)).toEqual([]);
  });

  it('as long as its case is not cleared, and is asked about once', async () => {
    const id = await deposit(10, listed);
    expect(await hold(id)).toEqual([id]);
    expect(await hold(id)).toEqual([id]);
    const one = await onlyCase();
    const decision = { ...verdict(true), caseId: one.id };
    expect(await decideRisk(api.databases.main, caseFacts, decision)).toBe(true);
    expect(await hold(id)).toEqual([]);
    expect(await decideRisk(api.databases.main, caseFacts, decision)).toBe(false);
    expect(await detail(one.id)).toMatchObject({ state: 'cleared', asks: ['origin', 'relation'] });
  });

  it('for ever when its case was refused', async () => {
    const id = await deposit(10, listed);
    await hold(id);
    const { id: caseId } = await onlyCase();
    await decideRisk(api.databases.main, caseFacts, { ...verdict(false), caseId });
    expect(await hold(id)).toEqual([id]);
    expect(await cases('refused')).toHaveLength(1);
    expect(await api.lastMail(person.email)).toContain('10 USDT');
  });

  it('without any rate only by the list: what it is worth nobody knows', async () => {
    await setLimit(1);
    const id = await deposit(10);
    await sql`delete from app.rate where asset = 'USDT'`.execute(owner.db);
    const held = await hold(id);
    await api.refreshRates();
    await setLimit(50_000);
    expect(held).toEqual([]);
  });
});

describe('answers', () => {
  async function openCases() {
    await anna.paid({ address: addressOf(listed) });
    return await onlyCase();
  }
  const words = [
    { ask: 'purpose' as const, text: ' rent ' },
    { ask: 'relation' as const, text: 'my landlord' },
  ];

  it('are complete, kept as they were given, and wait for a person', async () => {
    const { id } = await openCases();
    const submit = async (answers: typeof words, fileIds: string[] = []) =>
      await api.call('risk/submit', { id, answers, fileIds }, { token: person.token });
    expect(await submit(words.slice(0, 1))).toMatchObject({
      data: { refusal: 'risk_incomplete', field: 'answers' },
    });
    const blank = [{ ask: 'purpose' as const, text: ' \n' }, ...words.slice(1)];
    expect(noOf(await submit(blank))).toBe('risk_incomplete');
    expect(await submit(words, [randomUUID()])).toMatchObject({
      data: { refusal: 'file_unknown', field: 'fileIds' },
    });
    expect(await submit(words)).toMatchObject({ ok: true, data: { state: 'answered' } });
    expect(await detail(id)).toMatchObject({
      state: 'answered',
      answers: [
        { ask: 'purpose', text: 'rent' },
        { ask: 'relation', text: 'my landlord' },
      ],
      files: [],
      timeline: [{ state: 'open' }, { state: 'answered' }],
    });
    expect(noOf(await submit(words))).toBe('risk_closed');
    const waiting = await listWaitingCases(api.databases.main, caseFacts, api.clock.now());
    expect(waiting.map((one) => one.id)).toContain(id);
  });

  it('are not taken after the deadline, and the case waits for a person then', async () => {
    const { id, deadline } = await openCases();
    expect(deadline).toBeGreaterThan(api.clock.now() + 13 * day);
    await sql`update app.risk_case set deadline = ${new Date(api.clock.now())} where id = ${id}`.execute(
      api.databases.main,
    );
    const answer = await api.call(
      'risk/submit',
      { id, answers: words, fileIds: [] },
      { token: person.token },
    );
    expect(noOf(answer)).toBe('risk_closed');
    const waiting = await listWaitingCases(api.databases.main, caseFacts, api.clock.now());
    expect(waiting.map((one) => one.id)).toContain(id);
  });
});

describe('a document', () => {
  const file = async (ownerId: string, kind: 'evidence' | 'avatar') => {
    const id = randomUUID();
    const now = new Date(api.clock.now());
    await sql`
      insert into app.file (id, owner_id, kind, name, media_type, size, sha256, created_at, expires_at)
      values (${id}, ${ownerId}, ${kind}, 'contract.jpg', 'image/webp', 1, ${Buffer.alloc(32)}, ${now},
        ${new Date(api.clock.now() + day)})`.execute(api.databases.main);
    return id;
  };

  it('is wanted where it is asked for: of the caller, brought for this, used once; and it stays', async () => {
    await setLimit(30);
    await anna.paid({ amount: '40' });
    await setLimit(50_000);
    const { id } = await onlyCase();
    const answers = [
      { ask: 'purpose' as const, text: 'rent' },
      { ask: 'relation' as const, text: 'my landlord' },
    ];
    const submit = async (fileIds: string[]) =>
      await api.call('risk/submit', { id, answers, fileIds }, { token: person.token });
    const boris = await api.person();
    const mine = await file(person.id, 'evidence');
    expect(await submit([])).toMatchObject({ data: { refusal: 'risk_incomplete', field: 'fileIds' } });
    expect(noOf(await submit([await file(boris.id, 'evidence')]))).toBe('file_unknown');
    expect(noOf(await submit([await file(person.id, 'avatar')]))).toBe('file_unknown');
    expect(noOf(await submit([mine, randomUUID()]))).toBe('file_unknown');
    const isStored = async () => {
      const found = await sql<{
        expires_at: number | null;
      }>`select expires_at from app.file where id = ${mine}`.execute(api.databases.main);
      return found.rows[0]?.expires_at === null;
    };
    expect(await isStored()).toBe(false);
    expect(noOf(await submit([mine, mine]))).toBe('done');
    expect(await isStored()).toBe(true);
    expect((await detail(id)).files).toEqual([{ id: mine, name: 'contract.jpg' }]);
  });
});
