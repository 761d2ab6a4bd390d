/** Receiving: which address and what may come to it, an amount asked for, what is on its way, and the own addresses. */
import type { listDeposits } from '@marigold/contract/calls/deposit';
import { Refusal, type WireOutput } from '@marigold/contract/endpoint';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost, UnservedAnswer } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { visibleRows, saying } from '../../../testing/look.ts';
import { chainOf, currency, day, idOf, minute, morning } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths, type ReceiveSearch } from '../../lib/route/paths.ts';

type Deposits = WireOutput<typeof listDeposits>;
type Deposit = Deposits['list'][number];

const ownAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
const oldAddress = '0xde709f2102306220921060314715629080e2fb77';
const onEthereum: ReceiveSearch = { currency: 'USDT', chain: 'eth' };

const deposit: Deposit = {
  id: idOf(401),
  state: 'confirming',
  currency: 'USDT',
  chain: 'eth',
  amount: '25',
  txId: `0x${'b'.repeat(64)}`,
  origin: null,
  explorer: null,
  address: ownAddress,
  confirmations: 3,
  required: 12,
  billId: idOf(301),
  time: morning - minute,
};

const own = {
  id: idOf(101),
  chain: 'eth',
  address: ownAddress,
  label: null,
  count: 5,
  time: morning - day,
};
const receiving = {
  ...own,
  currency: 'USDT',
  rotate: true,
  min: '1',
  plainOnly: false,
  confirmations: 12,
  minutes: 3,
  uri: `ethereum:${ownAddress}`,
};

const tile = page.getByRole('region', { name: 'Your USDT address' });
const sheet = page.getByRole('dialog');

describe('the address on a chain', () => {
  it('stands whole beside what may come to it, when it is credited and how little is enough', async () => {
    await openPage(paths.receive(onEthereum));
    await expect.element(tile).toMatchTextContent(ownAddress);
    await expect
      .element(page.getByRole('img', { name: 'QR code of your USDT address on Ethereum (ERC20)' }))
      .toBeVisible();
    await expect.element(page.getByText('Credited after 12 confirmations')).toBeVisible();
    await expect
      .element(page.getByText(saying('About 3 minutes on Ethereum. Minimum 1 USDT;')))
      .toBeVisible();
    await expect.element(page.getByText(/^Send only USDT on Ethereum \(ERC20\) here\./)).toBeVisible();
  });

  it('says where plain transfers alone are credited', async () => {
    answers({ 'wallet/address/get': { ...receiving, plainOnly: true } });
    await openPage(paths.receive(onEthereum));
    await expect
      .element(page.getByText(/^Only plain transfers of USDT are credited by themselves/))
      .toBeVisible();
  });

  it('is that of the coin and chain that are offered first, where none was chosen', async () => {
    await openPage(paths.receive());
    await expect.element(tile).toMatchTextContent(ownAddress);
    expect(callsOf('wallet/address/get')).toEqual([{ currency: 'USDT', chain: 'eth' }]);
  });

  it('that did not come leaves the internal code, and comes with another try', async () => {
    answers({ 'wallet/address/get': lost });
    await openPage(paths.receive(onEthereum));
    await expect
      .element(page.getByText('The address did not load. Your money is not affected.'))
      .toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Use the internal code' }))
      .toHaveAttribute('href', paths.receive({ currency: 'USDT', chain: 'internal' }));
    answers({ 'wallet/address/get': receiving });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(tile).toMatchTextContent(ownAddress);
  });

  it('is not given while the chain is closed, in the words of the refusal', async () => {
    answers({ 'wallet/address/get': new Refusal('deposits_closed', {}) });
    await openPage(paths.receive(onEthereum));
    await expect
      .element(page.getByRole('heading', { name: /^Receiving on this network is paused/ }))
      .toBeVisible();
    expect(tile.elements()).toEqual([]);
  });
});

describe('another chain', () => {
  const tron = chainOf({ chain: 'tron', name: 'TRON', standard: 'TRC20', depositOpen: false });

  it('that is paused is named, and cannot be chosen', async () => {
    answers({ 'base/currency': { list: [currency({ chains: [chainOf(), tron] })] } });
    await openPage(paths.receive(onEthereum));
    await page.getByRole('button', { name: 'Network: Ethereum (ERC20)' }).click();
    const paused = sheet.getByRole('button', { name: /^TRON \(TRC20\)/ });
    await expect.element(paused).toBeDisabled();
    await expect.element(sheet.getByText('Paused')).toBeVisible();
    await expect.element(sheet.getByText(saying('About 5 minutes · from 1 USDT'))).toBeVisible();
  });

  it('that was asked for while it is paused leaves the internal code, and says so', async () => {
    answers({ 'base/currency': { list: [currency({ chains: [chainOf(), tron] })] } });
    await openPage(paths.receive({ currency: 'USDT', chain: 'tron' }));
    await expect.element(page.getByText(/^Receiving USDT on networks is paused\./)).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Your internal code' })).toBeVisible();
    expect(callsOf('wallet/address/get')).toEqual([]);
  });
});

describe('an amount that is asked for', () => {
  const amount = sheet.getByLabelText('Amount', { exact: true });
  const use = sheet.getByRole('button', { name: 'Show in the code' });

  it.for([
    ['0', 'Enter an amount above zero.'],
    ['', 'Enter an amount above zero.'],
    ['12,5', 'Use a point as the decimal sign.'],
    ['1.2345678', 'USDT has at most 6 decimals.'],
  ] as const)('is not taken as %s: %s', async ([typed, words]) => {
    await openPage(paths.receive(onEthereum));
    await page.getByRole('button', { name: 'Ask for an amount' }).click();
    await amount.fill(typed);
    await use.click();
    await expect.element(amount).toHaveAccessibleDescription(words);
    await expect.element(amount).toHaveValue(typed);
  });

  it('stands under the code as it was typed, and can be taken away', async () => {
    await openPage(paths.receive(onEthereum));
    await page.getByRole('button', { name: 'Ask for an amount' }).click();
    await amount.fill('12.5');
    await use.click();
    await expect.element(tile.getByText(saying('Asking for 12.5 USDT'))).toBeVisible();
    await expect.element(tile.getByText(/^Wallets that read payment requests/)).toBeVisible();
    await page.getByRole('button', { name: 'Change the amount' }).click();
    await sheet.getByRole('button', { name: 'Without an amount' }).click();
    await expect.element(page.getByRole('button', { name: 'Ask for an amount' })).toBeVisible();
    expect(tile.getByText(/^Asking for/).elements()).toEqual([]);
  });

  it('is not offered where any currency will do', async () => {
    await openPage(paths.receive({ chain: 'internal' }));
    await expect.element(page.getByRole('region', { name: 'Your internal code' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Ask for an amount' }).elements()).toEqual([]);
  });
});

describe('what is on its way', () => {
  const incoming = page.getByRole('region', { name: 'On the way' });

  it('is not there on a quiet day', async () => {
    await openPage(paths.receive(onEthereum));
    await expect.element(tile).toBeVisible();
    expect(incoming.elements()).toEqual([]);
  });

  it.for([
    ['confirming', { state: 'confirming' }, '3 of 12 confirmations'],
    ['orphaned', { state: 'orphaned' }, 'Its block was replaced. It counts again in the next one.'],
    ['held', { state: 'held' }, 'Held for a check'],
    ['can-trade', { state: 'can-trade' }, 'Credited; as much must stay in your account until it is final'],
    [
      'unsupported',
      { state: 'unsupported', currency: null, amount: null, billId: null },
      'We keep it for you. Contact support to get it.',
    ],
  ] as const)('says of a deposit that is %s what that means', async ([, more, words]) => {
    answers({ 'wallet/deposit/list': { list: [{ ...deposit, ...more }], next: null, dust: [] } });
    await openPage(paths.receive(onEthereum));
    await expect.element(incoming.getByRole('status')).toHaveTextContent(words);
  });

  it('is followed block by block, and its last one is seen as well', async () => {
    answers({ 'wallet/deposit/list': { list: [deposit], next: null, dust: [] } });
    await openPage(paths.receive(onEthereum));
    await expect.element(incoming.getByText(saying('+25.00 USDT'))).toBeVisible();
    answers({ 'wallet/deposit/list': { list: [{ ...deposit, confirmations: 4 }], next: null, dust: [] } });
    publish('deposit');
    await expect.element(incoming.getByRole('status')).toHaveTextContent('4 of 12 confirmations');
    const credited = { ...deposit, state: 'success', confirmations: 12 } as const;
    answers({ 'wallet/deposit/list': { list: [credited], next: null, dust: [] } });
    publish('deposit');
    await expect.element(incoming.getByRole('status')).toHaveTextContent('In your balance');
    await expect
      .element(incoming.getByRole('link'))
      .toHaveAttribute('href', paths.billDetail(deposit.billId ?? ''));
  });

  it('says what is still missing of an amount below the minimum, of this chain alone', async () => {
    const dust = [
      { currency: 'USDT', chain: 'eth', amount: '0.4', missing: '0.6' },
      { currency: 'USDT', chain: 'tron', amount: '0.3', missing: '0.7' },
    ];
    answers({ 'wallet/deposit/list': { list: [], next: null, dust } });
    await openPage(paths.receive(onEthereum));
    await expect.element(incoming.getByText(saying('0.4 USDT received so far'))).toBeVisible();
    await expect
      .element(incoming.getByText(saying('Waiting for 0.6 USDT more to reach the minimum')))
      .toBeVisible();
    expect(incoming.getByRole('listitem').elements()).toHaveLength(1);
  });
});

describe('another address', () => {
  const suggested = page.getByRole('button', { name: 'New address' });

  beforeEach(() => answers({ 'wallet/address/get': receiving }));

  it('is suggested after five payments, is drawn once and takes the place of the old one', async () => {
    const late = held('wallet/address/new');
    answers({ 'wallet/address/new': late.promise });
    await openPage(paths.receive(onEthereum));
    await expect.element(page.getByText('5 payments came to this address')).toBeVisible();
    await suggested.click();
    await suggested.click({ force: true });
    const fresh = { ...receiving, id: idOf(102), address: oldAddress, count: 0, rotate: false };
    answers({ 'wallet/address/get': fresh });
    late.resolve({ ...own, id: idOf(102), address: oldAddress, count: 0 });
    await expect.element(page.getByText('Your new address is ready')).toBeVisible();
    await expect.element(tile).toMatchTextContent(oldAddress);
    expect(suggested.elements()).toEqual([]);
    expect(callsOf('wallet/address/new')).toMatchObject([{ chain: 'eth' }]);
  });

  it.for([
    [
      'too many that are unused',
      new Refusal('addresses_too_many', { max: 20 }),
      /^20 of your addresses have not received anything yet\./,
    ],
    ['too often', new UnservedAnswer(429, 'rate_limited', { seconds: 30 }), /30 seconds/],
  ] as const)('that is refused says why, and the old one stays: %s', async ([, refusal, words]) => {
    answers({ 'wallet/address/new': refusal });
    await openPage(paths.receive(onEthereum));
    await suggested.click();
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(tile).toMatchTextContent(ownAddress);
  });
});

describe('the own addresses', () => {
  const label = sheet.getByLabelText('Label', { exact: true });
  const save = sheet.getByRole('button', { name: 'Save label' });
  const old = {
    ...own,
    id: idOf(100),
    address: oldAddress,
    label: 'Salary',
    count: 1,
    time: morning - 3 * day,
  };

  beforeEach(() => answers({ 'wallet/address/list': { list: [own, old], next: null } }));

  async function openLabel(): Promise<void> {
    await openPage(paths.receive(onEthereum));
    await page.getByRole('button', { name: 'Your addresses' }).click();
    await sheet.getByRole('button', { name: /^Label of 0xde70/ }).click();
    await expect.element(label).toHaveValue('Salary');
  }

  it('stand newest first, each with what came to it, and none is lost', async () => {
    await openPage(paths.receive(onEthereum));
    await page.getByRole('button', { name: 'Your addresses' }).click();
    await expect.poll(() => visibleRows('Your addresses')).toHaveLength(2);
    const [newest, oldest] = visibleRows('Your addresses');
    expect(newest).toContain('Shown in the QR code · 5 payments');
    expect(oldest).toMatch(/^Salary.*2026-11-20 · 1 payment$/);
    await expect.element(sheet.getByText(/^Every address stays yours/)).toBeVisible();
  });

  it('that did not come say so, and come with another try', async () => {
    answers({ 'wallet/address/list': lost });
    await openPage(paths.receive(onEthereum));
    await page.getByRole('button', { name: 'Your addresses' }).click();
    await expect
      .element(sheet.getByText('The addresses did not load. Your money is not affected.'))
      .toBeVisible();
    answers({ 'wallet/address/list': { list: [own], next: null } });
    await sheet.getByRole('button', { name: 'tap to retry' }).click();
    await expect.poll(() => visibleRows('Your addresses')).toHaveLength(1);
  });

  it('take another label, without blanks around it', async () => {
    answers({ 'wallet/address/label': { ...old, label: 'Rent' } });
    await openLabel();
    await label.fill('  Rent ');
    await save.click();
    await expect.element(save).not.toBeInTheDocument();
    expect(callsOf('wallet/address/label')).toMatchObject([{ id: old.id, label: 'Rent' }]);
  });

  it('keep what was typed as a label when the server cannot answer', async () => {
    answers({ 'wallet/address/label': lost });
    await openLabel();
    await label.fill('Rent');
    await save.click();
    await expect.element(page.getByText(/^The service is not available right now/)).toBeVisible();
    await expect.element(label).toHaveValue('Rent');
  });
});
