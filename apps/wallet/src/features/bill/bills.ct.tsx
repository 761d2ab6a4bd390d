/** Bills: every field beside its name, what is counted live, and the way back while there is one. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, UnservedAnswer } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { visiblePairs, valueOf } from '../../../testing/look.ts';
import { bill, sampleBillDetail, idOf, minute, morning } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const onItsWay = sampleBillDetail({
  status: 'confirming',
  payType: 'onChain',
  addressKind: 'external',
  chain: 'eth',
  sendingAddress: null,
  receivingAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  amount: '20',
  arrivedAmount: '18',
  fee: '2',
  txId: `0x${'a'.repeat(64)}`,
  origin: null,
  confirmations: 3,
  required: 12,
  submitTime: morning - 4 * minute,
  createTime: morning - 5 * minute,
  finishTime: null,
  timeline: [
    { status: 'running', time: morning - 5 * minute },
    { status: 'confirming', time: morning - 3 * minute },
  ],
  note: 'Rent',
});

describe('the details of a bill', () => {
  it('name each value of a transfer over a chain', async () => {
    answers({ 'bill/detail': onItsWay });
    await openPage(paths.billDetail(idOf(301)));
    await expect.poll(() => valueOf('Network')).toBe('Ethereum (ERC20)');
    const pairs = Object.fromEntries(visiblePairs());
    expect(pairs).toMatchObject({
      Type: 'Transfer',
      Created: '2026-11-23 09:55:00',
      Amount: '20.00 USDT',
      'Arrived amount': '18.00 USDT',
      Fee: '2.00 USDT',
      'Order number': 'MG-202611230900001',
      'Transaction type': 'On-chain',
      'Address type': 'External address',
      'Transaction ID': `0x${'a'.repeat(64)}`,
      Submitted: '2026-11-23 09:56:00',
      Note: 'RentSeen only by you',
    });
    expect(Object.keys(pairs)).not.toContain('Finished');
    expect(Object.keys(pairs)).not.toContain('Sending address');
  });

  it('say what it was that no transaction made', async () => {
    answers({ 'bill/detail': { ...onItsWay, txId: null, origin: 'withdrawal' } });
    await openPage(paths.billDetail(idOf(301)));
    await expect.poll(() => valueOf('Origin')).toBe('Validator withdrawal');
    expect(Object.fromEntries(visiblePairs())).not.toHaveProperty('Transaction ID');
  });

  it('call an internal transfer free', async () => {
    await openPage(paths.billDetail(idOf(301)));
    expect(valueOf('Fee')).toBe('Free');
    expect(valueOf('Transaction type')).toBe('Internal');
  });

  it('count the blocks of a transfer live', async () => {
    answers({ 'bill/detail': onItsWay });
    await openPage(paths.billDetail(idOf(301)));
    await expect.element(page.getByText(/Confirming 3 of 12$/).first()).toBeVisible();
    answers({ 'bill/detail': { ...onItsWay, confirmations: 4 } });
    publish('bill', { id: idOf(301) });
    await expect.element(page.getByText(/Confirming 4 of 12$/).first()).toBeVisible();
  });

  it('say that there is no such bill', async () => {
    answers({ 'bill/detail': new UnservedAnswer(404, 'not_found') });
    await openPage(paths.billDetail(idOf(301)));
    await expect
      .element(page.getByText('It is not among your bills. Your money is not affected.'))
      .toBeVisible();
  });
});

describe('taking a transfer back', () => {
  const cancel = page.getByRole('button', { name: 'Cancel transfer', exact: true });
  const waiting = { ...onItsWay, status: 'waiting', canCancel: true, confirmations: null } as const;

  async function ask(): Promise<void> {
    await openPage(paths.billDetail(idOf(301)));
    await cancel.click();
    await expect.element(page.getByText('Cancel the transfer of 20.00 USDT?')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel transfer' }).click();
  }

  it('is offered while it can be, asks once, and says what came of it', async () => {
    const late = held('transfer/cancel');
    answers({ 'bill/detail': waiting, 'transfer/cancel': late.promise });
    await ask();
    await expect.element(page.getByRole('button', { name: 'Cancelling' }).first()).toBeVisible();
    answers({
      'bill/detail': { ...waiting, status: 'failed', canCancel: false, reason: 'cancelled_by_you' },
    });
    late.resolve({ state: 'cancelled' });
    await expect.element(page.getByText('Transfer cancelled')).toBeVisible();
    await expect.element(page.getByText(/^You cancelled this transfer before it was sent/)).toBeVisible();
    expect(callsOf('transfer/cancel')).toMatchObject([{ id: idOf(301) }]);
  });

  it('that comes too late says so', async () => {
    answers({ 'bill/detail': waiting, 'transfer/cancel': new Refusal('transfer_too_late') });
    await ask();
    await expect.poll(() => callsOf('bill/detail').length).toBeGreaterThan(1);
    expect(callsOf('transfer/cancel')).toHaveLength(1);
  });

  it('is not offered any more once it is signed', async () => {
    answers({ 'bill/detail': onItsWay });
    await openPage(paths.billDetail(idOf(301)));
    expect(cancel.elements()).toEqual([]);
  });
});

describe('the list of bills', () => {
  it('shows a new bill by its event', async () => {
    await openPage(paths.bills());
    await expect.element(page.getByText(/12\.34/).first()).toBeVisible();
    answers({ 'bill/list': { list: [bill({ id: idOf(302), amount: '56.78' }), bill()], next: null } });
    publish('bill', { id: idOf(302) });
    await expect.element(page.getByText(/56\.78/).first()).toBeVisible();
  });

  it('asks for the filters that its address names', async () => {
    await openPage(paths.bills({ currency: 'USDT', type: 'TRANSFER' }));
    expect(callsOf('bill/list')[0]).toMatchObject({ currency: 'USDT', type: 'TRANSFER' });
  });

  it('of somebody new says what will come', async () => {
    answers({ 'bill/list': { list: [], next: null } });
    await openPage(paths.bills());
    await expect.element(page.getByText('No bills yet')).toBeVisible();
  });
});
