/** Services as the operator set them, and money by month: as numbers, as nothing, as what did not come. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, lost, noAnswer } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { inEveryLanguage } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const months = page.getByRole('region', { name: 'Money by month' });
const november = { month: Date.UTC(2026, 10, 1), in: '1000', out: '12.34' };
const october = { month: Date.UTC(2026, 9, 1), in: '50.5', out: '0' };

/** The cells of each month of the table, the newest first. */
function visibleTable(): string[][] {
  const rows = [...document.querySelectorAll('details tbody tr')];
  return rows.map((row) => [...row.children].map((cell) => cell.textContent ?? ''));
}

describe('money by month', () => {
  it('stands in a table with each month beside what came in and what went out', async () => {
    answers({ 'life/insight': { fiat: 'USD', complete: true, list: [november, october] } });
    await openPage(paths.life());
    await expect
      .element(months.getByRole('img', { name: 'What came in and went out by month' }))
      .toBeVisible();
    await months.getByText('Show as table').click();
    await expect.element(months.getByRole('columnheader', { name: 'Out' })).toBeVisible();
    const heads = [...document.querySelectorAll('details thead th')].map((head) => head.textContent);
    expect(heads).toEqual(['Month', 'In', 'Out']);
    expect(visibleTable()).toEqual([
      [expect.stringContaining('2026'), '$1,000.00', '$12.34'],
      [expect.stringContaining('2026'), '$50.50', '$0.00'],
    ]);
    expect(visibleTable()[0]?.[0]).toContain('Nov');
    expect(visibleTable()[1]?.[0]).toContain('Oct');
  });

  it.for([
    [true, /^At current prices, in EUR$/],
    [false, /^At current prices, in EUR Amounts without a fresh price are not counted\.$/],
  ] as const)('says at which prices, and whether everything is counted: %s', async ([complete, words]) => {
    answers({ 'life/insight': { fiat: 'EUR', complete, list: [november] } });
    await openPage(paths.life(), { as: { fiat: 'EUR' } });
    await expect.element(months.getByText(/^At current prices/)).toMatchTextContent(words);
  });

  it('is new as soon as a bill is', async () => {
    await openPage(paths.life());
    await expect.poll(() => visibleTable()[0]?.[2]).toBe('$12.34');
    answers({ 'life/insight': { fiat: 'USD', complete: true, list: [{ ...november, out: '20' }] } });
    publish('bill');
    await expect.poll(() => visibleTable()[0]?.[2]).toBe('$20.00');
  });

  it('in which nothing moved is no chart', async () => {
    const still = [{ ...november, in: '0', out: '0' }];
    answers({ 'life/insight': { fiat: 'USD', complete: true, list: still } });
    await openPage(paths.life());
    await expect.element(months.getByText('Nothing came in or went out in these months.')).toBeVisible();
    expect(months.getByRole('img').elements()).toEqual([]);
  });

  it.for([
    ['without an answer', noAnswer, 'Network error'],
    ['not served', lost, 'data request failed'],
  ] as const)('that is %s says so, and comes with another try', async ([, answer, words]) => {
    answers({ 'life/insight': answer });
    await openPage(paths.life());
    await expect.element(months.getByRole('heading', { name: words })).toBeVisible();
    await expect
      .element(months.getByText('The monthly figures did not load. Your money is not affected.'))
      .toBeVisible();
    answers({ 'life/insight': { fiat: 'USD', complete: true, list: [november] } });
    await months.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => visibleTable()).toHaveLength(1);
  });

  it('of a visitor leads to logging in and back, and asks for nothing', async () => {
    await openPage(paths.life(), { as: 'visitor' });
    await expect
      .element(months.getByRole('link', { name: 'Log in' }))
      .toHaveAttribute('href', paths.login({ back: paths.life() }));
    expect(callsOf('life/insight')).toEqual([]);
  });

  it('that the operator turned off is neither shown nor asked for', async () => {
    answers({ 'app/config': [{ key: 'features', features: { insight: false } }] });
    await openPage(paths.life());
    await expect.element(page.getByRole('heading', { level: 1, name: 'Life' })).toBeVisible();
    expect(months.elements()).toEqual([]);
    expect(callsOf('life/insight')).toEqual([]);
  });
});

describe('the services of the operator', () => {
  const travel = {
    name: inEveryLanguage('Travel'),
    tiles: [
      {
        icon: 'airplane-tilt',
        name: inEveryLanguage('Flights'),
        detail: inEveryLanguage('By a partner'),
        link: 'https://flights.example/',
      },
      { icon: 'gift', name: inEveryLanguage('Invite'), link: paths.invite() },
    ],
  };

  it('stand in their group: a page of ours at once, another one by way of its announcement', async () => {
    answers({ 'app/config': [{ key: 'life', groups: [travel] }] });
    await openPage(paths.life());
    const group = page.getByRole('list', { name: 'Travel' });
    await expect
      .element(group.getByRole('link', { name: 'Flights By a partner' }))
      .toHaveAttribute('href', paths.outlink({ title: 'Flights', src: 'https://flights.example/' }));
    await expect.element(group.getByRole('link', { name: 'Invite' })).toHaveAttribute('href', paths.invite());
  });

  it('are in the words of the reader', async () => {
    const name = { ...inEveryLanguage('Travel'), ja: '旅行' };
    answers({ 'app/config': [{ key: 'life', groups: [{ ...travel, name }] }] });
    await openPage(paths.life(), { language: 'ja' });
    await expect.element(page.getByRole('heading', { name: '旅行' })).toBeVisible();
  });

  it('that are written wrongly break nothing beside them', async () => {
    const broken = { name: inEveryLanguage('Broken'), tiles: [{ icon: 'gift', name: 'no words' }] };
    answers({ 'app/config': [{ key: 'life', groups: [broken, travel] }] });
    await openPage(paths.life());
    await expect.element(page.getByRole('heading', { name: 'Travel' })).toBeVisible();
    expect(page.getByText('Broken').elements()).toEqual([]);
    await expect.element(months).toBeVisible();
  });
});
