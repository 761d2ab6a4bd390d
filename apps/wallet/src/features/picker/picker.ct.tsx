/** Choosing a currency, a way of money and the currency of display: what goes back to the page that asked. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost, noAnswer, UnservedAnswer } from '../../../testing/answers.ts';
import { visibleRows, saying } from '../../../testing/look.ts';
import { assets, balance, chainOf, currency, user } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';
import { recents } from '../../lib/route/picker.ts';

const usdt = currency({
  chains: [chainOf(), chainOf({ chain: 'tron', name: 'Tron', standard: 'TRC20', payoutOpen: false })],
});
const bitcoin = currency({ code: 'BTC', name: 'Bitcoin', scale: 8, decimals: 8, chains: [] });
const euro = currency({ code: 'EUR', name: 'EUR', kind: 'fiat', scale: 2, symbol: '€', chains: [] });

const asking = paths.transfer({ currency: 'USDT', chain: 'internal' });
const search = page.getByLabelText('Search by code or name', { exact: true });

beforeEach(() => answers({ 'base/currency': { list: [usdt, bitcoin, euro] } }));

/** What the page that asked was told. */
function handedBack(): Readonly<Record<string, string>> {
  const { pathname, searchParams } = new URL(window.location.href);
  return { pathname, ...Object.fromEntries(searchParams) };
}

describe('choosing any currency', () => {
  it('shows each with what is available, by kind, and the one that is chosen now', async () => {
    await openPage(paths.currency({ back: asking }));
    await expect
      .poll(() => visibleRows('Coins'))
      .toEqual([
        expect.stringMatching(/^USDTTether USD1,000\.00$/),
        expect.stringMatching(/^BTCBitcoin0\.50000000$/),
      ]);
    expect(visibleRows('Currencies')).toEqual([expect.stringMatching(/^EUREuro$/)]);
    await expect.element(page.getByRole('button', { name: /USDT/ })).toHaveAttribute('aria-current', 'true');
    await expect
      .element(page.getByRole('button', { name: /BTC/ }))
      .not.toHaveAttribute('aria-current', 'true');
  });

  it('hands the choice to the page that asked', async () => {
    await openPage(paths.currency({ back: asking }));
    await page.getByRole('button', { name: /BTC/ }).click();
    await expect
      .poll(handedBack)
      .toEqual({ pathname: '/pages/exchange/transfer', currency: 'BTC', chain: 'internal' });
    expect(recents.list('currency', user().uid)).toEqual(['BTC']);
  });

  it('has the lately chosen ones first, which leave when something is typed', async () => {
    recents.add('currency', 'BTC', user().uid);
    await openPage(paths.currency({ back: asking }));
    await expect.poll(() => visibleRows('Recent')).toEqual([expect.stringMatching(/^BTC/)]);
    await search.fill('b');
    await expect.poll(() => page.getByRole('list', { name: 'Recent' }).elements()).toEqual([]);
  });

  it.for([
    ['bit', /^BTC/],
    ['EURO', /^EUR/],
    [' tether usd ', /^USDT/],
  ] as const)('finds by code or name what is typed: %s', async ([typed, row]) => {
    await openPage(paths.currency());
    await search.fill(typed);
    await expect.poll(() => visibleRows('Currency Selection')).toEqual([expect.stringMatching(row)]);
  });

  it('says what was not found, and shows all again when the search is cleared', async () => {
    await openPage(paths.currency());
    await search.fill('doge');
    await expect.element(page.getByText('No currency has “doge” in its code or name.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect.element(search).toHaveValue('');
    await expect.poll(() => visibleRows('Coins')).toHaveLength(2);
  });

  it('says that nothing came, and comes with another try', async () => {
    answers({ 'base/currency': lost });
    await openPage(paths.currency());
    await expect
      .element(page.getByText('The currencies did not load. Your money is not affected.'))
      .toBeVisible();
    answers({ 'base/currency': { list: [usdt] } });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.poll(() => visibleRows('Coins')).toHaveLength(1);
  });

  it('goes on without balances where those did not come', async () => {
    answers({ 'wallet/asset/list': lost });
    await openPage(paths.currency());
    await expect.poll(() => visibleRows('Coins')).toEqual(['USDTTether USD', 'BTCBitcoin']);
  });
});

describe('choosing a currency that one holds', () => {
  it('shows those alone of which something is available', async () => {
    answers({
      'wallet/asset/list': assets(
        balance({ available: '0', held: '5' }),
        balance({ currency: 'BTC', available: '0.5' }),
      ),
    });
    await openPage(paths.currencyBalance({ back: asking }));
    await expect.poll(() => visibleRows('You hold')).toEqual([expect.stringMatching(/^BTC/)]);
  });

  it('says where there is nothing, and leads to all of them for the same page', async () => {
    answers({ 'wallet/asset/list': assets() });
    await openPage(paths.currencyBalance({ back: asking }));
    await expect.element(page.getByText('No available balance')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Show all currencies' }))
      .toHaveAttribute('href', paths.currency({ back: asking }));
  });

  it('does not take balances that did not come for none', async () => {
    answers({ 'wallet/asset/list': noAnswer });
    await openPage(paths.currencyBalance());
    await expect.element(page.getByRole('heading', { name: 'Network error' })).toBeVisible();
    expect(page.getByText('No available balance').elements()).toEqual([]);
    answers({ 'wallet/asset/list': assets(balance()) });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.poll(() => visibleRows('You hold')).toHaveLength(1);
  });
});

describe('choosing the way of money', () => {
  it('says of sending what it costs, and offers no network on which it is paused', async () => {
    await openPage(paths.currencyNormal({ back: asking }));
    await expect
      .poll(() => visibleRows('On networks'))
      .toEqual([
        expect.stringMatching(saying('Fee 2.00 USDT · from 10.00 USDT')),
        expect.stringMatching(/Tron.*Paused/),
      ]);
    await expect.element(page.getByRole('button', { name: /Ethereum/ })).toBeVisible();
    expect(page.getByRole('button', { name: /Tron/ }).elements()).toEqual([]);
    expect(visibleRows('Inside Marigold')[0]).toMatch(saying('No fee, at once · from 0.01 USDT'));
    expect(page.getByText('Any currency').elements()).toEqual([]);
  });

  it('says of receiving how long it takes, where sending is paused as well', async () => {
    await openPage(paths.currencyNormal({ back: paths.receive({ currency: 'USDT', chain: 'eth' }) }));
    await expect
      .poll(() => visibleRows('On networks'))
      .toEqual([
        expect.stringMatching(saying('About 5 minutes · from 1.00 USDT')),
        expect.stringMatching(saying('About 5 minutes · from 1.00 USDT')),
      ]);
    await expect.element(page.getByRole('button', { name: /Tron/ })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Any currency/ })).toBeVisible();
  });

  it('hands back the currency together with its network', async () => {
    await openPage(paths.currencyNormal({ back: asking }));
    await page.getByRole('button', { name: /Ethereum/ }).click();
    await expect
      .poll(handedBack)
      .toEqual({ pathname: '/pages/exchange/transfer', currency: 'USDT', chain: 'eth' });
  });
});

describe('choosing the currency of display', () => {
  const euros = page.getByRole('button', { name: /^EUR/ });
  const dollars = page.getByRole('button', { name: /^USD/ });

  it('is kept once however often it is pressed, says so, and goes back', async () => {
    const late = held('user/prefs/set');
    answers({ 'user/prefs/set': late.promise });
    await openPage(paths.legalCurrency({ back: paths.messages() }));
    await expect.element(dollars).toHaveAttribute('aria-current', 'true');
    await euros.click();
    await expect.element(euros).toBeDisabled();
    await euros.click({ force: true });
    late.resolve(user({ fiat: 'EUR' }));
    await expect.element(page.getByText('Amounts are now shown in EUR')).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe(paths.messages());
    expect(callsOf('user/prefs/set')).toMatchObject([{ fiat: 'EUR' }]);
  });

  it.for([
    [
      'asked too often',
      new UnservedAnswer(429, 'rate_limited', { seconds: 60 }),
      'Too many requests. Please try again in 60 seconds.',
    ],
    ['left without an answer', noAnswer, 'request network error'],
  ] as const)('that was %s says so, changes nothing, and can be chosen again', async ([, answer, words]) => {
    answers({ 'user/prefs/set': answer });
    await openPage(paths.legalCurrency({ back: paths.messages() }));
    await euros.click();
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(euros).toBeEnabled();
    await expect.element(dollars).toHaveAttribute('aria-current', 'true');
    await expect.element(euros).not.toHaveAttribute('aria-current', 'true');
    answers({ 'user/prefs/set': user({ fiat: 'EUR' }) });
    await euros.click();
    await expect.element(page.getByText('Amounts are now shown in EUR')).toBeVisible();
    expect(callsOf('user/prefs/set')).toHaveLength(2);
  });

  it('that stands already asks nothing of the server', async () => {
    await openPage(paths.legalCurrency({ back: paths.messages() }));
    await dollars.click();
    await expect.poll(() => window.location.pathname).toBe(paths.messages());
    expect(callsOf('user/prefs/set')).toEqual([]);
  });
});
