import { withdrawalName } from '@marigold/chain/port';
import type { PayoutState } from '@marigold/chain/states';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import type { BillStatus } from '@marigold/contract/calls/bill';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import type { WrittenDeposit, PayoutRow } from '../../../testing/chain-rows.ts';
import { addDeposit, addPayout, fillTestPool, readUpTo } from '../../../testing/chain-rows.ts';
import { bytesOf } from '../chain/registry.ts';
import type { NewBill } from './record.ts';
import { changeBill, recordBill } from './record.ts';

let api: TestApi;
let anna: TestPerson;
let address: string;

beforeAll(async () => {
  api = await startTestApi();
  await fillTestPool(api.databases.main, 30);
});
beforeEach(async () => {
  await readUpTo(api.databases.main, 100, { now: api.clock.now() });
  anna = await api.person();
  const answer = await api.call(
    'wallet/address/get',
    { currency: 'USDT', chain: 'eth' },
    { token: anna.token },
  );
  if (!answer.ok) throw new Error(answer.msg);
  address = answer.data.id;
});
afterAll(async () => await api.close());

async function bill(more: Partial<NewBill> & Pick<NewBill, 'type' | 'direction' | 'statuses'>) {
  return await recordBill(api.databases.main, {
    userId: anna.id,
    asset: 'USD',
    units: 10_000n,
    payType: 'onChain',
    chain: 'eth',
    now: api.clock.now(),
    ...more,
  });
}

const comesIn = async (...statuses: NewBill['statuses']) =>
  await bill({ type: 'COLLECTION', direction: 'in', statuses });
const goesOut = async (...statuses: NewBill['statuses']) =>
  await bill({ type: 'TRANSFER', direction: 'out', statuses });

async function deposit(billId: string, more: Partial<WrittenDeposit> = {}) {
  return await addDeposit(api.databases.main, {
    userId: anna.id,
    address,
    state: 'confirming',
    amount: '100000000',
    billId,
    now: api.clock.now(),
    ...more,
  });
}

async function payout(billId: string, state: PayoutState, more: Partial<PayoutRow> = {}) {
  const account = fakeAccount('a recipient');
  await addPayout(api.databases.main, {
    userId: anna.id,
    account,
    state,
    billId,
    now: api.clock.now(),
    ...more,
  });
}

async function detail(id: string) {
  const answer = await api.call('bill/detail', { id }, { token: anna.token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data;
}

async function listed(id: string) {
  const answer = await api.call('bill/list', {}, { token: anna.token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.list.find((one) => one.id === id);
}

async function totals() {
  const summary = await api.call('bill/summary', { fiat: 'USD' }, { token: anna.token });
  const insight = await api.call('life/insight', { months: 1 }, { token: anna.token });
  if (!summary.ok || !insight.ok) throw new Error('both answer');
  const [month] = insight.data.list;
  expect([month?.in, month?.out]).toEqual([summary.data.in, summary.data.out]);
  return [summary.data.in, summary.data.out];
}

const change = async (billId: string, ...statuses: readonly [BillStatus, ...BillStatus[]]) =>
  await changeBill(api.databases.main, { billId, statuses, now: api.clock.now() });

describe('a bill of a deposit', () => {
  it('counts its confirmations as blocks come, in the list and in the detail, until it is over', async () => {
    const id = await comesIn('confirming');
    const { txId } = await deposit(id, { height: 98 });
    expect(await listed(id)).toMatchObject({ confirmations: 3, required: 12 });
    expect(await detail(id)).toMatchObject({
      confirmations: 3,
      required: 12,
      chain: 'eth',
      txId,
      explorer: `https://etherscan.io/tx/${txId}`,
      origin: null,
      addressKind: 'external',
      canCancel: false,
      reason: null,
    });
    await readUpTo(api.databases.main, 150, { now: api.clock.now() });
    expect(await listed(id)).toMatchObject({ confirmations: 12, required: 12 });
    await change(id, 'success');
    expect(await detail(id)).toMatchObject({ confirmations: null, required: null, txId });
  });

  it('names what it was that no transaction made', async () => {
    const id = await comesIn('confirming');
    await deposit(id, { txId: withdrawalName(3n) });
    expect(await detail(id)).toMatchObject({ txId: null, explorer: null, origin: 'withdrawal' });
  });

  it('counts those of its last part, and none while a part is in no block', async () => {
    const id = await comesIn('confirming');
    await deposit(id, { height: 60 });
    await deposit(id, { height: 99 });
    expect(await listed(id)).toMatchObject({ confirmations: 2 });
    await deposit(id, { state: 'orphaned', height: null });
    expect(await detail(id)).toMatchObject({ confirmations: 0, reason: 'deposit_orphaned' });
  });

  it('says when a check holds it', async () => {
    const id = await comesIn('confirming');
    await deposit(id, { state: 'held', height: 60 });
    expect(await detail(id)).toMatchObject({ reason: 'deposit_held' });
  });
});

describe('a bill of a transfer', () => {
  it('can be taken back until it is signed, and says why it waits', async () => {
    const can = async (state: PayoutState) => {
      const id = await goesOut('running', 'waiting');
      await payout(id, state, { reason: 'review' });
      const { canCancel, reason } = await detail(id);
      return [canCancel, reason];
    };
    expect(await can('waiting')).toEqual([true, 'review']);
    expect(await can('review')).toEqual([true, 'review']);
    expect(await can('no-liquidity')).toEqual([true, 'review']);
    expect(await can('sending')).toEqual([false, 'review']);
    expect(await can('completed')).toEqual([false, 'review']);
  });

  it('cannot be taken back in review after a restore: it may have been paid', async () => {
    const id = await goesOut('running', 'waiting');
    await payout(id, 'review', { reason: 'restored' });
    expect(await detail(id)).toMatchObject({ canCancel: false });
  });

  it('cannot be taken back any more once it has a nonce, though nothing is signed', async () => {
    const id = await goesOut('running', 'waiting');
    await payout(id, 'waiting');
    const hot = bytesOf(fakeAccount('hot'));
    await sql`insert into app.lane (chain, account, next_nonce) values ('eth', ${hot}, 1)`.execute(
      api.databases.main,
    );
    await sql`
      insert into app.slot (chain, account, nonce, purpose, payout_id, state, created_at)
      select 'eth', ${hot}, 0, 'payout', id, 'reserved', now() from app.payout where bill_id = ${id}`.execute(
      api.databases.main,
    );
    expect(await detail(id)).toMatchObject({ canCancel: false });
  });

  it('counts its confirmations and links its transaction', async () => {
    const id = await goesOut('running', 'waiting', 'pending', 'confirming');
    await payout(id, 'confirming', { txId: '0xabc', height: 91 });
    expect(await detail(id)).toMatchObject({
      confirmations: 10,
      required: 12,
      txId: '0xabc',
      explorer: 'https://etherscan.io/tx/0xabc',
    });
  });

  it('leads to its refund and back, and to nobody else’s', async () => {
    const id = await goesOut('running', 'waiting', 'failed');
    const refund = await bill({
      type: 'TRANSFER_REFUND',
      direction: 'in',
      statuses: ['running', 'success'],
      belongsTo: id,
    });
    const boris = await api.person();
    await bill({
      userId: boris.id,
      type: 'TRANSFER_REFUND',
      direction: 'in',
      statuses: ['running'],
      belongsTo: id,
    });
    expect((await detail(id)).related).toEqual([{ id: refund, type: 'TRANSFER_REFUND', status: 'success' }]);
    expect((await detail(refund)).related).toEqual([{ id, type: 'TRANSFER', status: 'failed' }]);
    expect((await detail(refund)).txId).toBeNull();
  });
});

it('an internal bill knows nothing of chains', async () => {
  const id = await bill({
    type: 'COLLECTION',
    direction: 'in',
    statuses: ['running', 'success'],
    payType: 'internal',
    chain: undefined,
  });
  expect(await detail(id)).toMatchObject({
    chain: null,
    txId: null,
    explorer: null,
    confirmations: null,
    required: null,
    canCancel: false,
    reason: null,
    related: [],
  });
});

describe('totals', () => {
  it('wait for what is on its way in, and count it once it is credited', async () => {
    const id = await comesIn('confirming');
    expect(await totals()).toEqual(['0.00', '0.00']);
    await change(id, 'can-trade');
    expect(await totals()).toEqual(['100.00', '0.00']);
    await change(id, 'success');
    expect(await totals()).toEqual(['100.00', '0.00']);
  });

  it('count what is held for a transfer, and nothing once it came back', async () => {
    const id = await goesOut('running', 'waiting');
    expect(await totals()).toEqual(['0.00', '100.00']);
    await change(id, 'failed');
    await bill({
      type: 'TRANSFER_REFUND',
      direction: 'in',
      statuses: ['running', 'success'],
      belongsTo: id,
    });
    expect(await totals()).toEqual(['0.00', '0.00']);
  });

  it('leave locks away, which moved nothing', async () => {
    await bill({ type: 'LOCK_INCREASE', direction: 'in', statuses: ['running', 'success'] });
    await bill({ type: 'LOCK_RECOVERY', direction: 'in', statuses: ['running', 'success'] });
    expect(await totals()).toEqual(['0.00', '0.00']);
  });
});
