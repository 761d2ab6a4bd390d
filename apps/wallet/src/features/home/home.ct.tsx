/** Home: the one number, what is new, what is on its way, and prices; each goes on where another does not come. */
import type { Deposit } from '@marigold/contract/calls/deposit';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { answers, callsOf, lost, noAnswer } from '../../../testing/answers.ts';
import { openChannelWith, publish } from '../../../testing/line.ts';
import { saying } from '../../../testing/look.ts';
import {
  assets,
  balance,
  bill,
  day,
  idOf,
  inEveryLanguage,
  market,
  message,
  minute,
  morning,
  ticker,
} from '../../../testing/samples.ts';
import { openPage, pass } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

/** Longer than what is not needed at once waits for the first screen (lib/idle.ts). */
const settledMs = 5_000;

const prices = page.getByRole('region', { name: 'Market' });
const refresh = page.getByRole('button', { name: 'Refresh' });

/** The button that keyboards reach first. */
async function pressRefresh(): Promise<void> {
  (refresh.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

describe('the total', () => {
  it('is everything together, and new as soon as a balance is', async () => {
    await openPage(paths.home());
    await expect.element(page.getByText('$31,000.00')).toBeVisible();
    answers({ 'wallet/asset/list': assets(balance({ available: '1500', worth: '1500' })) });
    publish('balance', { currency: 'USDT' });
    await expect.element(page.getByText('$1,500.00')).toBeVisible();
  });

  it('hides behind dots, says so to readers, and comes back', async () => {
    await openPage(paths.home());
    await page.getByRole('button', { name: 'Hide balance' }).click();
    await expect.element(page.getByText('Amount hidden')).toBeInTheDocument();
    expect(page.getByText('$31,000.00').elements()).toEqual([]);
    await page.getByRole('button', { name: 'Show balance' }).click();
    await expect.element(page.getByText('$31,000.00')).toBeVisible();
  });

  it('says what is not in it', async () => {
    answers({ 'wallet/asset/list': assets(balance(), balance({ currency: 'ABC', worth: null })) });
    await openPage(paths.home());
    await expect
      .element(page.getByText('Balances without a current rate are not in the total.'))
      .toBeVisible();
  });

  it('that did not come says nothing of a number, and is read again by Refresh', async () => {
    answers({ 'wallet/asset/list': lost });
    await openPage(paths.home());
    await expect.element(page.getByText('Your money is not affected.', { exact: true })).toBeVisible();
    expect(page.getByText(/\$/).elements()).toEqual([]);
    answers({ 'wallet/asset/list': assets(balance()) });
    await pressRefresh();
    await expect.element(page.getByText('$1,000.00')).toBeVisible();
  });
});

describe('what can be done from home', () => {
  it('is to scan, receive, send, see the cards and look back, each on its own page', async () => {
    await openPage(paths.home());
    const acts = page.getByRole('main');
    const addresses = {
      Scan: paths.scan(),
      Receive: paths.receive(),
      Transfer: paths.transfer(),
      Cards: paths.cards(),
      Bills: paths.bills(),
    };
    for (const [name, address] of Object.entries(addresses)) {
      await expect.element(acts.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
    }
  });

  it.for(['en', 'zh-Hans', 'zh-Hant', 'ja', 'ru'] as const)(
    'stands in one row on a phone, each word beside the next: %s',
    async (language) => {
      await openPage(paths.home(), { language });
      for (const width of [375, 360]) {
        await page.viewport(width, 812);
        const words = [...document.querySelectorAll('.field-hero-actions > *')].map((act) => {
          const range = document.createRange();
          range.selectNodeContents(act.lastChild ?? act);
          return range.getBoundingClientRect();
        });
        expect(words).toHaveLength(5);
        expect(new Set(words.map(({ top }) => top)).size).toBe(1);
        const gaps = words.slice(1).map(({ left }, index) => left - (words[index]?.right ?? 0));
        expect(Math.min(...gaps)).toBeGreaterThan(0);
        expect(words.at(-1)?.right).toBeLessThanOrEqual(width);
      }
    },
  );

  it('begins with a payment password where there is none', async () => {
    await openPage(paths.home(), { as: { hasPayPassword: false } });
    await expect
      .element(page.getByRole('link', { name: /^Set your payment password/ }))
      .toHaveAttribute('href', paths.paymentPassword({ back: paths.home() }));
  });

  it('is nothing about a payment password where there is one', async () => {
    await openPage(paths.home());
    await expect.element(page.getByText('$31,000.00')).toBeVisible();
    expect(page.getByText('Set your payment password').elements()).toEqual([]);
  });

  it('is logging in or a new account for a visitor, of whom no money is asked', async () => {
    await openPage(paths.home(), { as: 'visitor' });
    const links = page.getByRole('main');
    await expect.element(links.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', paths.login());
    await expect
      .element(links.getByRole('link', { name: 'Create account' }))
      .toHaveAttribute('href', paths.register());
    await expect.element(prices.getByRole('link', { name: /BTC/ })).toBeVisible();
    expect([...callsOf('wallet/asset/list'), ...callsOf('market/favorites')]).toEqual([]);
    expect([...callsOf('bill/list'), ...callsOf('message/summary')]).toEqual([]);
  });
});

describe('what is new', () => {
  const bell = page.getByRole('link', { name: /^Message notifications/ });
  const nothing = { money: 0, security: 0, service: 0, announcement: 0 };
  const news = message({
    id: 'fees-of-december',
    topic: 'announcement',
    title: 'Fees fall',
    body: 'From December.',
  });

  it('is counted at the bell, whatever its topic, and counted again by its event', async () => {
    answers({ 'message/summary': { unread: { ...nothing, money: 2, security: 1 } } });
    await openPage(paths.home());
    await expect.element(bell).toHaveAccessibleName('Message notifications, 3');
    answers({ 'message/summary': { unread: nothing } });
    publish('message');
    await expect.element(bell).toHaveAccessibleName('Message notifications');
  });

  it('and an announcement is shown: the newest that was not read', async () => {
    const read = message({ id: 'read-before', topic: 'announcement', title: 'Read before', isRead: true });
    answers({
      'message/summary': { unread: { ...nothing, announcement: 1 } },
      'message/list': { list: [read, news], next: null },
    });
    await openPage(paths.home());
    await expect
      .element(page.getByRole('link', { name: 'Fees fall From December.' }))
      .toHaveAttribute('href', paths.content({ id: 'fees-of-december' }));
    expect(page.getByText('Read before').elements()).toEqual([]);
  });

  it('is not asked for where every announcement was read', async () => {
    await openPage(paths.home());
    await expect.element(bell).toHaveAccessibleName('Message notifications, 1');
    await pass(settledMs);
    expect(callsOf('message/list')).toEqual([]);
  });

  it('of the operator stands here in its time alone, and says where it leads out of the app', async () => {
    const list = [
      { id: 'now', title: inEveryLanguage('Winter offer'), link: paths.invite(), to: morning + day },
      { id: 'past', title: inEveryLanguage('Autumn offer'), link: paths.invite(), to: morning },
      { id: 'coming', title: inEveryLanguage('Spring offer'), link: paths.invite(), from: morning + day },
      { id: 'out', title: inEveryLanguage('Partner'), link: 'https://partner.example/' },
    ];
    answers({ 'app/config': [{ key: 'banners', list }] });
    await openPage(paths.home());
    await expect
      .element(page.getByRole('link', { name: 'Winter offer' }))
      .toHaveAttribute('href', paths.invite());
    await expect
      .element(page.getByRole('link', { name: 'Partner' }))
      .toHaveAttribute('href', paths.outlink({ title: 'Partner', src: 'https://partner.example/' }));
    expect(page.getByText(/Autumn|Spring/).elements()).toEqual([]);
  });
});

describe('a deposit on its way', () => {
  const deposit: Deposit = {
    id: idOf(351),
    state: 'confirming',
    currency: 'USDT',
    chain: 'eth',
    amount: '20',
    txId: `0x${'a'.repeat(64)}`,
    origin: null,
    explorer: null,
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    confirmations: 3,
    required: 12,
    billId: idOf(301),
    time: morning - minute,
  };
  const row = page.getByRole('link', { name: /on its way/ });

  it('is counted block by block, and leads to its bill', async () => {
    answers({ 'wallet/deposit/list': { list: [deposit], next: null, dust: [] } });
    await openPage(paths.home());
    await expect.element(row).toMatchTextContent(saying('20.00 USDT on its way'));
    await expect.element(row).toMatchTextContent(/3 of 12 confirmations/);
    await expect.element(row).toHaveAttribute('href', paths.billDetail(idOf(301)));
    answers({ 'wallet/deposit/list': { list: [{ ...deposit, confirmations: 4 }], next: null, dust: [] } });
    publish('deposit', { id: deposit.id });
    await expect.element(row).toMatchTextContent(/4 of 12 confirmations/);
  });

  it('goes from the screen once it has arrived', async () => {
    answers({ 'wallet/deposit/list': { list: [deposit], next: null, dust: [] } });
    await openPage(paths.home());
    await expect.element(row).toBeVisible();
    answers({ 'wallet/deposit/list': { list: [{ ...deposit, state: 'success' }], next: null, dust: [] } });
    publish('deposit', { id: deposit.id });
    await expect.poll(() => row.elements()).toEqual([]);
  });
});

describe('the prices', () => {
  const bitcoin = prices.getByRole('link', { name: /BTC/ });

  it.for([
    ['60000', '1.25', /60,000\.00\s*▲ \+1\.25%/],
    ['60000', '-2.5', /60,000\.00\s*▼ \u22122\.50?%$/],
    ['60000', '0', /60,000\.00\s*0[.0]*%$/],
    [null, null, /——$/],
  ] as const)('are %s and %s as their market says', async ([last, change24h, words]) => {
    answers({
      'market/list': { time: morning, list: [market({ ticker: ticker({ last, change24h }) })] },
    });
    await openPage(paths.home());
    await expect.element(bitcoin).toMatchTextContent(words);
  });

  it('follow the line, and lead to their market', async () => {
    await openPage(paths.home());
    await expect.element(bitcoin).toHaveAttribute('href', paths.market('BTC_USDT'));
    await pass(settledMs);
    openChannelWith('tickers', { list: [ticker({ last: '60500.5' })] });
    await expect.element(bitcoin).toMatchTextContent(/60,500\.50/);
  });

  it('are those of the watch list alone, where there is one', async () => {
    answers({ 'market/favorites': { list: ['ETH_USDT'] } });
    await openPage(paths.home());
    await expect.element(prices.getByRole('link', { name: /ETH/ })).toBeVisible();
    expect(bitcoin.elements()).toEqual([]);
  });

  it.for([
    ['the line is broken', noAnswer, 'Network error'],
    ['the server does not serve', lost, 'data request failed'],
  ] as const)('say where %s, and come with another try', async ([, answer, words]) => {
    answers({ 'market/list': answer });
    await openPage(paths.home());
    await expect.element(prices.getByRole('heading', { name: words })).toBeVisible();
    await expect.element(prices.getByText('Prices did not load. Your money is not affected.')).toBeVisible();
    answers({ 'market/list': { time: morning, list: [market()] } });
    await prices.getByRole('button', { name: 'Try again' }).click();
    await expect.element(bitcoin).toBeVisible();
  });

  it('of no market at all say that there is none', async () => {
    answers({ 'market/list': { time: morning, list: [] } });
    await openPage(paths.home());
    await expect.element(prices.getByText('no records')).toBeVisible();
  });
});

describe('the newest bills beside a wide home', () => {
  it('say whether money came or went, and lead to their bill', async () => {
    const came = bill({ id: idOf(302), direction: 'in', amount: '5' });
    answers({ 'bill/list': { list: [came, bill()], next: null } });
    await openPage(paths.home(), { size: 'desktop' });
    const rows = page.getByRole('link', { name: /^Transfer.*USDT/ });
    await expect.element(rows.first()).toMatchTextContent(saying('+5.00 USDT'));
    await expect.element(rows.first()).toHaveAttribute('href', paths.billDetail(idOf(302)));
    await expect.element(rows.nth(1)).toMatchTextContent(saying('\u221212.34 USDT'));
  });

  it('say what will come for somebody new', async () => {
    answers({ 'bill/list': { list: [], next: null } });
    await openPage(paths.home(), { size: 'desktop' });
    await expect.element(page.getByText('When money comes in or goes out, it is listed here.')).toBeVisible();
  });

  it('that did not come say so beside a total that did', async () => {
    answers({ 'bill/list': lost });
    await openPage(paths.home(), { size: 'desktop' });
    await expect.element(page.getByText('data request failed')).toBeVisible();
    await expect.element(page.getByText('$31,000.00')).toBeVisible();
  });
});
