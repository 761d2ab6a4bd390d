/** Prices: what an amount comes to on either side, how old each price is, and when it is said to be out of date. */
import type { Rate } from '@marigold/contract/calls/rate';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, lost } from '../../../testing/answers.ts';
import { visibleRows, saying } from '../../../testing/look.ts';
import { hour, minute, morning } from '../../../testing/samples.ts';
import { openPage, pass, type ScreenSetup } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const bitcoin: Rate = {
  pair: 'BTC_USD',
  base: 'BTC',
  quote: 'USD',
  name: 'Bitcoin',
  kind: 'coin',
  rate: '60000',
  decimals: 2,
  change24h: '1.25',
  time: morning - 2 * minute,
  stale: false,
  sources: 3,
};
const tether: Rate = {
  ...bitcoin,
  pair: 'USDT_USD',
  base: 'USDT',
  name: 'Tether USD',
  rate: '1',
  change24h: '-0.02',
  sources: 1,
};
const euro: Rate = {
  ...bitcoin,
  pair: 'EUR_USD',
  base: 'EUR',
  name: 'Euro',
  kind: 'fiat',
  rate: '1.16',
  change24h: null,
};

const converter = page.getByRole('region', { name: 'Converter' });
const currency = converter.getByLabelText('Currency', { exact: true });
const inBitcoin = converter.getByLabelText('Amount in BTC', { exact: true });
const inDollars = converter.getByLabelText('Amount in USD', { exact: true });

/** What the server knows of prices; it says so at the morning's hour. */
function prices(...list: readonly Rate[]): void {
  answers({ 'rate/list': { fiat: 'USD', time: morning, list: [...list] } });
}

async function openRates(setup: ScreenSetup = {}): Promise<void> {
  await openPage(paths.rate(), setup);
}

beforeEach(() => prices(bitcoin, tether, euro));

describe('the converter', () => {
  it('begins with one of the first currency, and what it is worth', async () => {
    await openRates();
    await expect.element(inBitcoin).toHaveValue('1');
    await expect.element(inDollars).toHaveValue('60000.00');
    await expect.element(converter.getByText(saying('1 BTC = $60,000.00'))).toBeVisible();
  });

  it('follows what is typed on either side', async () => {
    await openRates();
    await inBitcoin.fill('0.5');
    await expect.element(inDollars).toHaveValue('30000.00');
    await inDollars.fill('100');
    await expect.element(inBitcoin).toHaveValue('0.00166667');
    await inDollars.fill('');
    await expect.element(inBitcoin).toHaveValue('');
  });

  it.for([
    ['1,5', 'Use a point as the decimal sign'],
    ['1e5', 'Enter a valid amount'],
    ['twelve', 'Enter a valid amount'],
  ] as const)('says of %s: %s, and shows nothing beside it', async ([typed, words]) => {
    await openRates();
    await inBitcoin.fill(typed);
    await expect.element(inBitcoin).toHaveAccessibleDescription(words);
    await expect.element(inBitcoin).toHaveValue(typed);
    await expect.element(inDollars).toHaveValue('');
  });

  it('reads and writes the decimal sign of the reader', async () => {
    await openRates({ language: 'ru' });
    const [bitcoins, dollars] = [page.getByRole('textbox').first(), page.getByRole('textbox').nth(1)];
    await bitcoins.fill('0,5');
    await expect.element(dollars).toHaveValue('30000,00');
  });

  it('takes the currency of a row that is pressed, and keeps the amount', async () => {
    await openRates();
    await inBitcoin.fill('2');
    await page.getByRole('button', { name: /^EUR/ }).click();
    await expect.element(currency).toHaveValue('EUR');
    await expect.element(converter.getByLabelText('Amount in EUR', { exact: true })).toHaveValue('2');
    await expect.element(inDollars).toHaveValue('2.32');
  });

  it('follows the next prices, and keeps what was typed', async () => {
    await openRates();
    await inBitcoin.fill('2');
    prices({ ...bitcoin, rate: '61000', time: morning + 50_000 }, tether);
    await pass(minute);
    await expect.element(inDollars).toHaveValue('122000.00');
    await expect.element(inBitcoin).toHaveValue('2');
  });
});

describe('the list of prices', () => {
  it('has coins and currencies apart, each price with its age and its sources', async () => {
    await openRates();
    await expect
      .poll(() => visibleRows('Coins'))
      .toEqual([
        'BTCBitcoin2 min. ago · 3 sources60,000.00▲ +1.25%+1.25% in 24 hours',
        'USDTTether USD2 min. ago · 1 source1.00▼ −0.02%−0.02% in 24 hours',
      ]);
    expect(visibleRows('Currencies')).toEqual([
      'EUREuro2 min. ago · 3 sources1.16—Yesterday’s price is not available',
    ]);
  });

  it('gives no direction to a price that stood still', async () => {
    prices({ ...bitcoin, change24h: '0.00' });
    await openRates();
    await expect.poll(() => visibleRows('Coins')[0]).toMatch(/60,000\.000\.00%0\.00% in 24 hours$/);
  });

  it('says of a price that the server calls old that it is, and gives it no direction', async () => {
    prices({ ...bitcoin, stale: true, time: morning - hour });
    await openRates();
    await expect.element(converter.getByText('Out of date')).toBeVisible();
    await expect.poll(() => visibleRows('Coins')[0]).toMatch(/^BTCBitcoinOut of date · 1 hr\. ago/);
    expect(visibleRows('Coins')[0]).not.toContain('▲');
  });

  it('lets a price grow old while nothing newer comes', async () => {
    await openRates();
    await expect.poll(() => visibleRows('Coins')[0]).toContain('2 min. ago');
    expect(converter.getByText('Out of date').elements()).toEqual([]);
    answers({ 'rate/list': lost });
    await pass(9 * minute);
    await expect.element(converter.getByText('Out of date')).toBeVisible();
    await expect.poll(() => visibleRows('Coins')[0]).toMatch(/^BTCBitcoinOut of date · 11 min\. ago/);
  });

  it('says when a source last told a price', async () => {
    prices(bitcoin, { ...tether, time: morning - minute });
    await openRates();
    await expect.element(page.getByText(saying('Last update 2026-11-23 09:59:00'))).toBeVisible();
  });
});

describe('prices that are not there', () => {
  it('say so, and come with another try', async () => {
    answers({ 'rate/list': lost });
    await openRates();
    await expect
      .element(page.getByText('The prices did not load. Your money is not affected.'))
      .toBeVisible();
    prices(bitcoin);
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(inDollars).toHaveValue('60000.00');
  });

  it('are not shown as a price of nothing', async () => {
    prices();
    await openRates();
    await expect.element(page.getByText('There are no prices yet')).toBeVisible();
    expect(converter.elements()).toEqual([]);
  });

  it('leave the converter with the next currency where the chosen one has none any more', async () => {
    await openRates();
    await page.getByRole('button', { name: /^EUR/ }).click();
    await expect.element(currency).toHaveValue('EUR');
    prices(bitcoin, tether);
    await pass(minute);
    await expect.element(currency).toHaveValue('BTC');
    await expect.element(inBitcoin).toHaveValue('1');
  });
});
