/** Choosing a region: found by any of its names, in the order of the language on screen, and handed to the page that asked. */
import { describe, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, lost, noAnswer } from '../../../testing/answers.ts';
import { visibleRows } from '../../../testing/look.ts';
import { user } from '../../../testing/samples.ts';
import { openPage, type ScreenSetup } from '../../../testing/screen.tsx';
import { paths, withSearch } from '../../lib/route/paths.ts';
import { recents } from '../../lib/route/picker.ts';

const regions = [
  { code: 'AT', area: '43', kyc: true },
  { code: 'CN', area: '86', kyc: true },
  { code: 'DE', area: '49', kyc: true },
  { code: 'GE', area: '995', kyc: false },
  { code: 'JP', area: '81', kyc: true },
  { code: 'KR', area: '82', kyc: true },
  { code: 'MX', area: '52', kyc: true },
  { code: 'MY', area: '60', kyc: true },
  { code: 'RU', area: '7', kyc: false },
  { code: 'US', area: '1', kyc: true },
];

/** A page that keeps its address as it is; it shows Germany now. */
const asking = withSearch(paths.messages({ topic: 'money' }), { country: 'DE' });
const search = page.getByRole('textbox');

beforeEach(() => answers({ 'base/country': { list: regions } }));

async function openCountries(setup: ScreenSetup = {}): Promise<void> {
  await openPage(paths.country({ back: asking }), setup);
}

/** Every region on screen, top down. */
function visibleRegions(): string[] {
  return page
    .getByRole('listitem')
    .elements()
    .map((row) => row.textContent ?? '');
}

/** Where one is now, with what was handed over. */
function handedBack(): Readonly<Record<string, string>> {
  const { pathname, searchParams } = new URL(window.location.href);
  return { pathname, ...Object.fromEntries(searchParams) };
}

describe('the list of regions', () => {
  it('has each under its letter with its dialling code, and marks the one that is chosen now', async () => {
    await openCountries();
    await expect.poll(() => visibleRows('G')).toEqual(['Georgia+995', 'Germany+49']);
    await expect
      .element(page.getByRole('button', { name: /^Germany/ }))
      .toHaveAttribute('aria-current', 'true');
    await expect
      .element(page.getByRole('button', { name: /^Georgia/ }))
      .not.toHaveAttribute('aria-current', 'true');
  });

  it.for([
    ['en', 'Austria China Georgia Germany Japan Malaysia Mexico Russia South_Korea United_States'],
    ['zh-Hans', '奥地利 德国 俄罗斯 格鲁吉亚 韩国 马来西亚 美国 墨西哥 日本 中国'],
    ['zh-Hant', '奧地利 德國 俄羅斯 馬來西亞 美國 墨西哥 南韓 喬治亞 日本 中國'],
    ['ja', 'アメリカ合衆国 オーストリア 韓国 ジョージア ドイツ 中国 日本 マレーシア メキシコ ロシア'],
    ['ru', 'Австрия Германия Грузия Китай Малайзия Мексика Республика_Корея Россия Соединенные_Штаты Япония'],
  ] as const)('is in the order of its reader: %s', async ([language, names]) => {
    await openCountries({ language });
    const wanted = names.split(' ').map((name) => expect.stringContaining(name.replaceAll('_', ' ')));
    await expect.poll(visibleRegions).toEqual(wanted);
  });

  it('goes to a letter that is pressed, also for who does not look', async () => {
    await openCountries({ size: 'narrow' });
    const last = page.getByRole('list', { name: 'U', exact: true });
    await expect.element(last).not.toBeInViewport();
    await page.getByRole('navigation', { name: 'Go to letter' }).getByRole('button', { name: 'U' }).click();
    await expect.element(last).toBeInViewport();
    expect(document.activeElement?.contains(last.element())).toBe(true);
  });

  it.for([
    ['the server cannot give', lost, 'data request failed'],
    ['gets no answer', noAnswer, 'Network error'],
  ] as const)(
    'that %s says that nothing typed is lost, and comes with another try',
    async ([, answer, words]) => {
      answers({ 'base/country': answer });
      await openCountries();
      await expect.element(page.getByRole('heading', { name: words })).toBeVisible();
      await expect
        .element(page.getByText('The list of regions did not load. What you typed is kept.'))
        .toBeVisible();
      answers({ 'base/country': { list: regions } });
      await page.getByRole('button', { name: 'tap to retry' }).click();
      await expect.poll(() => visibleRows('A')).toEqual(['Austria+43']);
    },
  );
});

describe('looking for a region', () => {
  it.for([
    ['its name', 'en', 'germ', ['Germany+49']],
    ['a name in a language of ours', 'en', 'ドイツ', ['Germany+49']],
    ['its name in the language on screen', 'ru', 'герм', ['Германия+49']],
    ['its code', 'en', 'kr', ['South Korea+82']],
    ['its dialling code', 'en', '+49', ['Germany+49']],
    ['the beginning of a dialling code', 'en', '8', ['China+86', 'Japan+81', 'South Korea+82']],
  ] as const)('finds it by %s', async ([, language, typed, found]) => {
    await openCountries({ language });
    await search.fill(typed);
    await expect.poll(visibleRegions).toEqual(found);
  });

  it('says to who does not look how many there are', async () => {
    await openCountries();
    await search.fill('8');
    await expect.element(page.getByText('3 regions', { exact: true })).toBeInTheDocument();
    await search.fill('+49');
    await expect.element(page.getByText('1 region', { exact: true })).toBeInTheDocument();
  });

  it('that is none says what can be tried, and shows all again when it is cleared', async () => {
    await openCountries();
    await search.fill('atlantis');
    await expect.element(page.getByRole('heading', { name: 'No region with this name' })).toBeVisible();
    expect(visibleRegions()).toEqual([]);
    await page.getByText('Clear search', { exact: true }).click();
    await expect.element(search).toHaveValue('');
    await expect.poll(visibleRegions).toHaveLength(regions.length);
  });
});

describe('a choice', () => {
  it('is handed to the page that asked, which keeps the rest of what it was', async () => {
    await openCountries();
    await page.getByRole('button', { name: /^Japan/ }).click();
    await expect.poll(handedBack).toEqual({ pathname: paths.messages(), topic: 'money', country: 'JP' });
    expect(recents.list('country', user().uid)).toEqual(['JP']);
  });

  it('is not made by going back', async () => {
    await openCountries();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.poll(handedBack).toEqual({ pathname: paths.messages(), topic: 'money', country: 'DE' });
    expect(recents.list('country', user().uid)).toEqual([]);
  });

  it.for([
    ['a visitor', 'visitor', paths.login()],
    ['somebody who is logged in', {}, paths.setting()],
  ] as const)('that no page asked for leads %s to where it is of use', async ([, as, path]) => {
    answers({ 'user/prefs/set': user({ region: 'JP' }) });
    await openPage(paths.country(), { as });
    await page.getByRole('button', { name: /^Japan/ }).click();
    await expect.poll(() => window.location.pathname).toBe(path);
  });

  it('stands on top the next time, the last one first, until something is typed', async () => {
    const { uid } = user();
    recents.add('country', 'US', uid);
    recents.add('country', 'JP', uid);
    await openCountries();
    await expect.poll(() => visibleRows('Recent')).toEqual(['Japan+81', 'United States+1']);
    expect(visibleRegions()[0]).toBe('Japan+81');
    await search.fill('j');
    await expect.poll(() => visibleRows('Recent')).toEqual([]);
  });

  it('of somebody else is not shown', async () => {
    recents.add('country', 'US', 'somebody');
    await openCountries();
    await expect.poll(visibleRegions).toHaveLength(regions.length);
    expect(visibleRows('Recent')).toEqual([]);
  });
});

describe('a choice of where documents are from', () => {
  it('is among the regions alone whose documents can be verified, without dialling codes', async () => {
    await openPage(paths.countryList({ back: asking }));
    await expect
      .poll(visibleRegions)
      .toEqual([
        'Austria',
        'China',
        'Germany',
        'Japan',
        'Malaysia',
        'Mexico',
        'South Korea',
        'United States',
      ]);
  });

  it('finds no other one, and remembers none', async () => {
    recents.add('country', 'RU', user().uid);
    await openPage(paths.countryList({ back: asking }));
    await expect.poll(() => visibleRows('A')).toEqual(['Austria']);
    expect(visibleRows('Recent')).toEqual([]);
    await search.fill('Russia');
    await expect.element(page.getByRole('heading', { name: 'No region with this name' })).toBeVisible();
  });

  it('is handed to the page that asked', async () => {
    await openPage(paths.countryList({ back: asking }));
    await page.getByRole('button', { name: 'Japan' }).click();
    await expect.poll(handedBack).toEqual({ pathname: paths.messages(), topic: 'money', country: 'JP' });
  });
});
