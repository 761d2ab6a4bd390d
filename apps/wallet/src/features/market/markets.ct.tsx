/** The list of markets: live prices and when they are not, favourites, search and order. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, noAnswer } from '../../../testing/answers.ts';
import { drop, openChannelWith } from '../../../testing/line.ts';
import { market, morning, ticker } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const bitcoin = page.getByRole('row', { name: /BTC/ });
const live = page.getByText(/^Prices are live\./);
const paused = page.getByText(/^Live prices are paused\. These are from 10:00/);

function pairsInOrder(): string[] {
  const rows = [...document.querySelectorAll('.market-table-body .market-table-link')];
  return rows.map((row) => row.textContent ?? '');
}

describe('prices of markets', () => {
  it('follow the live line, and say that they do', async () => {
    openChannelWith('tickers', { list: [ticker()] });
    await openPage(paths.markets());
    await expect.element(live).toBeVisible();
    openChannelWith('tickers', { list: [ticker({ last: '60500.5' })] });
    await expect.element(bitcoin).toMatchTextContent(/60,500\.50/);
  });

  it('say from when they are while the line is silent or lost', async () => {
    await openPage(paths.markets());
    await expect.element(paused).toBeVisible();
    openChannelWith('tickers', { list: [ticker()] });
    await expect.element(live).toBeVisible();
    drop();
    await expect.element(paused).toBeVisible();
  });

  it('that nobody has paid yet are a dash, and a locked market says so', async () => {
    const list = [
      market({ state: 'locked', ticker: ticker({ state: 'locked', last: null, change24h: null }) }),
    ];
    answers({ 'market/list': { time: morning, list } });
    await openPage(paths.markets());
    await expect.element(bitcoin).toMatchTextContent(/Cancel only/);
    await expect.element(bitcoin).toMatchTextContent(/No trade yet/);
    await expect.element(bitcoin).toMatchTextContent(/Change not available/);
  });
});

describe('favourites', () => {
  const add = page.getByRole('button', { name: 'BTC/USDT: Add to favourites' });
  const remove = page.getByRole('button', { name: 'BTC/USDT: Remove from favourites' });

  it('are kept and taken away by the star', async () => {
    answers({ 'market/favor': ({ symbol, on }) => ({ list: on ? [symbol] : [] }) });
    await openPage(paths.markets(), { size: 'desktop' });
    await add.click();
    await expect.element(remove).toBeVisible();
    await remove.click();
    await expect.element(add).toBeVisible();
    expect(callsOf('market/favor')).toMatchObject([
      { symbol: 'BTC_USDT', on: true },
      { symbol: 'BTC_USDT', on: false },
    ]);
  });

  it('stay as they are where no answer came', async () => {
    answers({ 'market/favor': noAnswer });
    await openPage(paths.markets(), { size: 'desktop' });
    await add.click();
    await expect.poll(() => callsOf('market/favor').length).toBe(1);
    await expect.element(add).toBeVisible();
  });

  it('of nobody lead to logging in', async () => {
    await openPage(paths.markets(), { size: 'desktop', as: 'visitor' });
    await add.click();
    await expect.element(page.getByRole('heading', { name: 'Log in to Marigold' })).toBeVisible();
  });

  it('are a view of their own, which says how to fill it', async () => {
    await openPage(paths.markets({ view: 'favorites' }));
    await expect.element(page.getByText('Tap the star of a pair to keep it here.')).toBeVisible();
  });
});

describe('finding a market', () => {
  it('goes by its name, and says when none has it', async () => {
    await openPage(paths.markets(), { size: 'desktop' });
    const search = page.getByRole('textbox', { name: 'Search pairs' });
    await search.fill('eth');
    await expect.poll(pairsInOrder).toEqual(['ETH/USDT']);
    await search.fill('doge');
    await expect.element(page.getByText('No pair matches “doge”')).toBeVisible();
  });

  it('goes by price, up and down', async () => {
    const list = [
      market({ symbol: 'ETH_USDT', ticker: ticker({ symbol: 'ETH_USDT', last: '3000' }) }),
      market(),
    ];
    answers({ 'market/list': { time: morning, list } });
    await openPage(paths.markets());
    const price = page.getByRole('button', { name: 'Price' });
    await price.click();
    await expect.poll(pairsInOrder).toEqual(['BTC/USDT', 'ETH/USDT']);
    await price.click();
    await expect.poll(pairsInOrder).toEqual(['ETH/USDT', 'BTC/USDT']);
  });
});
