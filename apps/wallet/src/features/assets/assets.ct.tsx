/** Balances and what they are made of: words, what is hidden, and what follows an event. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, lost } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { visiblePairs, saying } from '../../../testing/look.ts';
import { assets, balance, posting } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const explained = (available: string, deltas: readonly string[]) => ({
  currency: 'USDT',
  scale: 6,
  available,
  held: '0',
  count: deltas.length,
  list: deltas.map((delta, index) =>
    posting({ journal: String(index), delta, after: available, billId: null }),
  ),
  next: null,
});

describe('the explanation of a balance', () => {
  it('is read again by a balance event and says the new sum', async () => {
    answers({ 'wallet/asset/explain': explained('1000', ['1000']) });
    await openPage(paths.assets({ explain: 'USDT' }));
    await expect.element(page.getByText('1 entry makes 1,000.00 USDT')).toBeVisible();
    answers({ 'wallet/asset/explain': explained('1005', ['5', '1000']) });
    const before = callsOf('wallet/asset/explain').length;
    publish('balance', { currency: 'USDT' });
    await expect.element(page.getByText('2 entries add up to 1,005.00 USDT')).toBeVisible();
    expect(callsOf('wallet/asset/explain').length).toBeGreaterThan(before);
  });

  it('names what is on hold and what is not final', async () => {
    answers({
      'wallet/asset/list': assets(balance({ held: '20', locked: '5' })),
      'wallet/asset/explain': { ...explained('1000', ['1000']), held: '20' },
    });
    await openPage(paths.assets({ explain: 'USDT' }));
    expect(visiblePairs()).toEqual([
      ['Available balance', '1,000.00 USDT'],
      ['Of which not final yet', '5.00 USDT'],
      ['On hold', '20.00 USDT'],
    ]);
  });

  it('says how many entries of all are shown, and what the balance was before them', async () => {
    answers({
      'wallet/asset/explain': ({ cursor }) =>
        cursor === undefined ? { ...explained('1000', ['10']), count: 3, next: 'c2' } : lost,
    });
    await openPage(paths.assets({ explain: 'USDT' }));
    await expect
      .element(page.getByText('1 of 3 entries shown · Balance before these entries: 990.00 USDT'))
      .toBeVisible();
  });

  it('says that there are no entries', async () => {
    answers({ 'wallet/asset/explain': explained('0', []) });
    await openPage(paths.assets({ explain: 'USDT' }));
    await expect.element(page.getByText('No entries yet: the balance is 0.')).toBeVisible();
  });
});

describe('the list of balances', () => {
  it('is read again by a balance event', async () => {
    await openPage(paths.assets());
    await expect.element(page.getByRole('link', { name: /USDT/ })).toMatchTextContent(/1,000\.00/);
    answers({ 'wallet/asset/list': assets(balance({ available: '1005', worth: '1005' })) });
    publish('balance', { currency: 'USDT' });
    await expect.element(page.getByRole('link', { name: /USDT/ })).toMatchTextContent(/1,005\.00/);
  });

  it('says what is on hold, what is not final, and where no rate is known', async () => {
    answers({ 'wallet/asset/list': assets(balance({ held: '20', locked: '5', worth: null })) });
    await openPage(paths.assets());
    for (const words of [
      '20.00 USDT on hold',
      '5.00 USDT not final yet',
      'No current rate',
      'Balances without a current rate are not in the total.',
    ])
      await expect.element(page.getByText(saying(words))).toBeVisible();
  });

  it('hides every amount with one press, and remembers it', async () => {
    await openPage(paths.assets());
    await page.getByRole('button', { name: 'Hide balance' }).click();
    await expect.element(page.getByRole('link', { name: /USDT/ })).not.toMatchTextContent(/1,000\.00/);
    expect(document.body.textContent).not.toContain('31,000');
  });

  it('leaves out what is worth less than 1 in the fiat of display', async () => {
    answers({
      'wallet/asset/list': assets(
        balance(),
        balance({ currency: 'DAI', name: 'Dai', available: '0.5', worth: '0.5' }),
      ),
    });
    await openPage(paths.assets());
    await expect.element(page.getByText('Dai', { exact: true })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Hide balances under $1' }).click();
    await expect.element(page.getByText('Dai', { exact: true })).not.toBeInTheDocument();
  });

  it('that cannot be read says that the money is not affected, and is asked for again', async () => {
    answers({ 'wallet/asset/list': lost });
    await openPage(paths.assets());
    await expect.element(page.getByText('Balances did not load. Your money is not affected.')).toBeVisible();
    answers({ 'wallet/asset/list': assets(balance()) });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(page.getByRole('link', { name: /USDT/ })).toMatchTextContent(/1,000\.00/);
  });

  it('of somebody new says where money appears', async () => {
    answers({ 'wallet/asset/list': assets() });
    await openPage(paths.assets());
    await expect.element(page.getByText('Money that others send you appears here.')).toBeVisible();
  });

  it('offers no transfer while the server is not reached', async () => {
    await openPage(paths.assets());
    window.dispatchEvent(new Event('offline'));
    await expect.element(page.getByRole('button', { name: 'Transfer' })).toBeDisabled();
  });
});
