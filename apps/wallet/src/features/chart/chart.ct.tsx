/** The page of one market: its price and whether that is of now, its star, its book, its trades and its rules. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost, noAnswer } from '../../../testing/answers.ts';
import { drop, fallSilent, openChannelWith, showBook } from '../../../testing/line.ts';
import { visiblePairs, saying } from '../../../testing/look.ts';
import { market, minute, morning, ticker, sampleTradeConfig } from '../../../testing/samples.ts';
import { openPage, pass, type ScreenSetup } from '../../../testing/screen.tsx';
import { staleAfterMs } from '../../domain/market/use-book.ts';
import { paths } from '../../lib/route/paths.ts';

/** Every field has a value that no other one has. */
const day = ticker({
  last: '60123.4',
  high: '61000.5',
  low: '58000.25',
  volume: '12.5',
  turnover: '750000',
  index: '60100.75',
});

async function openMarket(setup: ScreenSetup = {}): Promise<void> {
  answers({ 'market/list': { time: morning, list: [market({ ticker: day })] } });
  await openPage(paths.market('BTC_USDT'), setup);
}

/** The cells of each row beneath a part of the page, top down. */
function cellsOf(part: string): string[] {
  const rows = [...document.querySelectorAll(`${part} tbody tr`)];
  return rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(' | '));
}

/** The names over the price with the value beside each. */
function visibleDay(): string[] {
  const rows = [...document.querySelectorAll('.price-head dl > div')];
  return rows.map((row) =>
    [row.querySelector('dt'), row.querySelector('dd')]
      .map((one) => (one?.textContent ?? '').replace(/\s+/g, ' '))
      .join(': '),
  );
}

describe('the price of a market', () => {
  const head = page.getByText(/^60,123\.40$/);

  it('stands with its worth, its change and the day, each beside its own name', async () => {
    await openMarket({ size: 'desktop' });
    await expect.element(head.first()).toBeVisible();
    await expect.element(page.getByText(saying('≈ $60,123.40'))).toBeVisible();
    await expect.element(page.getByText('+1.25% in 24 hours')).toBeInTheDocument();
    expect(visibleDay()).toEqual([
      '24 h high: 61,000.50',
      '24 h low: 58,000.25',
      'Volume: 12.5 BTC',
      'Volume USDT: 750K',
    ]);
  });

  it('follows the line, and says so when the line is lost and while it is not back', async () => {
    const reconnecting = page.getByText('Reconnecting', { exact: true });
    openChannelWith('ticker:BTC_USDT', day);
    await openMarket();
    openChannelWith('ticker:BTC_USDT', { ...day, last: '60500.5' });
    await expect.element(page.getByText(/^60,500\.50$/).first()).toBeVisible();
    expect(reconnecting.elements()).toEqual([]);
    drop();
    await expect.element(reconnecting).toBeVisible();
    await pass(minute);
    await expect.poll(() => reconnecting.elements()).toEqual([]);
  });

  it('is not called interrupted while the line is only beginning', async () => {
    await openMarket();
    await expect.element(head.first()).toBeVisible();
    expect(page.getByText('Reconnecting', { exact: true }).elements()).toEqual([]);
  });

  it('that nobody has paid yet says so, with a dash for each value of the day', async () => {
    const silent = ticker({ last: null, change24h: null, high: null, low: null, volume: '0', turnover: '0' });
    answers({ 'market/list': { time: morning, list: [market({ ticker: silent })] } });
    await openPage(paths.market('BTC_USDT'));
    await expect.element(page.getByText('No trade yet', { exact: true })).toBeVisible();
    expect(visibleDay().slice(0, 3)).toEqual(['24 h high: —', '24 h low: —', 'Volume: 0 BTC']);
    expect(page.getByText(/≈/).elements()).toEqual([]);
  });
});

describe('the way to a market', () => {
  it('that is not traded here leads to those that are', async () => {
    await openPage(paths.market('DOGE_USDT'));
    await expect.element(page.getByText('This pair is not traded here')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Show all pairs' }))
      .toHaveAttribute('href', paths.markets());
  });

  it.for([
    ['without an answer', noAnswer, 'Network error'],
    ['not served', lost, 'data request failed'],
  ] as const)('that is %s says so, and opens with another try', async ([, answer, words]) => {
    answers({ 'market/list': answer });
    await openPage(paths.market('BTC_USDT'));
    await expect.element(page.getByRole('heading', { name: words })).toBeVisible();
    await expect
      .element(page.getByText('The markets did not load. Your money is not affected.'))
      .toBeVisible();
    answers({ 'market/list': { time: morning, list: [market({ ticker: day })] } });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(page.getByRole('heading', { name: 'BTC/USDT' })).toBeVisible();
  });

  it('leads on to buying and to selling in it', async () => {
    await openMarket();
    await expect
      .element(page.getByRole('link', { name: 'Buy', exact: true }))
      .toHaveAttribute('href', paths.trade({ pair: 'BTC_USDT', side: 'buy' }));
    await expect
      .element(page.getByRole('link', { name: 'Sell', exact: true }))
      .toHaveAttribute('href', paths.trade({ pair: 'BTC_USDT', side: 'sell' }));
  });
});

describe('the star of a market', () => {
  const add = page.getByRole('button', { name: 'Add to favourites' });
  const remove = page.getByRole('button', { name: 'Remove from favourites' });

  it('is sent once however often it is pressed, and stands as the server says', async () => {
    const late = held('market/favor');
    answers({ 'market/favor': late.promise });
    await openMarket();
    await add.click();
    await add.click();
    late.resolve({ list: ['BTC_USDT'] });
    await expect.element(remove).toBeVisible();
    const calls = callsOf('market/favor');
    expect(calls[0]).toMatchObject({ symbol: 'BTC_USDT', on: true });
    expect(new Set(calls.map(({ requestId }) => requestId)).size).toBe(1);
  });

  it('is taken away from one that is kept', async () => {
    answers({ 'market/favorites': { list: ['BTC_USDT'] }, 'market/favor': { list: [] } });
    await openMarket();
    await remove.click();
    await expect.element(add).toBeVisible();
    expect(callsOf('market/favor')).toMatchObject([{ symbol: 'BTC_USDT', on: false }]);
  });

  it('stays as it is where no answer came', async () => {
    answers({ 'market/favor': noAnswer });
    await openMarket();
    await add.click();
    await expect.poll(() => callsOf('market/favor').length).toBe(1);
    await expect.element(add).toBeVisible();
  });

  it('of a visitor leads to logging in, and keeps nothing', async () => {
    await openMarket({ as: 'visitor' });
    await add.click();
    await expect.element(page.getByRole('heading', { name: 'Log in to Marigold' })).toBeVisible();
    expect(callsOf('market/favor')).toEqual([]);
  });
});

describe('the book beneath a market', () => {
  const stale = page.getByText('The book is out of date. Reconnecting.');

  it('has amounts and prices of both sides in their own columns, best on top', async () => {
    showBook('BTC_USDT', {
      bids: [
        ['59990', '1.5'],
        ['59980', '2'],
      ],
      asks: [['60010', '0.25']],
    });
    await openMarket();
    await expect
      .poll(() => cellsOf('.book-columns'))
      .toEqual(['1.50000 | 59,990.00', '2.00000 | 59,980.00', '60,010.00 | 0.25000']);
  });

  it('says that it is out of date once nothing is heard of it, until it is heard again', async () => {
    showBook('BTC_USDT', { bids: [['59990', '1']], asks: [['60010', '1']] });
    await openMarket();
    await expect.poll(() => cellsOf('.book-columns')).toHaveLength(2);
    expect(stale.elements()).toEqual([]);
    fallSilent('BTC_USDT');
    await pass(staleAfterMs);
    await expect.element(stale).toBeVisible();
    showBook('BTC_USDT', { bids: [['59991', '1']], asks: [] });
    await expect.poll(() => stale.elements()).toEqual([]);
    expect(cellsOf('.book-columns')).toEqual(['1.00000 | 59,991.00']);
  });

  it('that is empty says so', async () => {
    showBook('BTC_USDT', { bids: [], asks: [] });
    await openMarket();
    await expect.element(page.getByText('There are no orders in the book now')).toBeVisible();
  });
});

describe('the latest trades of a market', () => {
  const tab = page.getByText('Trades', { exact: true });
  const first = { number: 1, price: '60000', amount: '0.4', side: 'buy', time: morning - minute } as const;
  const second = { number: 2, price: '59999.5', amount: '0.05', side: 'sell', time: morning } as const;

  it('are asked for only when they are seen, and go on by the line', async () => {
    answers({ 'market/trades': { list: [first] } });
    await openMarket();
    expect(callsOf('market/trades')).toEqual([]);
    await tab.click();
    await expect.poll(() => cellsOf('.trades-list')).toEqual(['Bought 60,000.00 | 0.40000 | 09:59:00']);
    openChannelWith('trades:BTC_USDT', { list: [second, first] });
    await expect
      .poll(() => cellsOf('.trades-list'))
      .toEqual(['Sold 59,999.50 | 0.05000 | 10:00:00', 'Bought 60,000.00 | 0.40000 | 09:59:00']);
  });

  it('that did not come say so, and come with another try', async () => {
    answers({ 'market/trades': noAnswer });
    await openMarket();
    await tab.click();
    await expect.element(page.getByText('The trades did not load')).toBeVisible();
    answers({ 'market/trades': { list: [] } });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(page.getByText('No trades yet')).toBeVisible();
  });
});

describe('the rules of a market', () => {
  const tab = page.getByText('About', { exact: true });
  const everybody: readonly (readonly [string, string])[] = [
    ['Trading', 'Open'],
    ['Index price', '60,100.75'],
    ['Price step', '0.01 USDT'],
    ['Amount step', '0.00001 BTC'],
    ['Smallest order', '10 USDT'],
    ['Largest order', '100,000 USDT'],
    ['Limit price', 'At most 2% worse for you than the index price, 10% better'],
    ['Market order', 'Stops 5% from the best price'],
  ];

  it('stand each beside its own value, with the fees of this person', async () => {
    answers({ 'trade/config': sampleTradeConfig({ makerPercent: '0.05', takerPercent: '0.15' }) });
    await openMarket();
    await tab.click();
    await expect
      .poll(visiblePairs)
      .toEqual([
        ...everybody,
        ['Maker fee (the order waits)', '0.05%'],
        ['Taker fee (filled at once)', '0.15%'],
      ]);
    await expect.element(page.getByText(saying('Fees are taken from what you receive.'))).toBeVisible();
  });

  it('name for a visitor the fees of everybody, and that there may be others', async () => {
    await openMarket({ as: 'visitor' });
    await tab.click();
    await expect
      .poll(visiblePairs)
      .toEqual([
        ...everybody,
        ['Maker fee (the order waits)', '0.1%'],
        ['Taker fee (filled at once)', '0.2%'],
      ]);
    await expect.element(page.getByText('Log in to see your fees.')).toBeVisible();
    expect(callsOf('trade/config')).toEqual([]);
  });
});
