/** Regions as a reader looks for them: in the order of the language, under its letters, found by any of their names. */
import type { Country } from '../../domain/account/countries.ts';
import { regionName } from '../../domain/account/countries.ts';
import { currentLanguage, type LanguageId, languageIds } from '../../lib/text/i18n.ts';

export type NamedCountry = Country & { readonly name: string };
export type CountryGroup = { readonly letter: string; readonly countries: readonly NamedCountry[] };

/** Chinese by sound in both scripts, so that the letters of the index are the ones people type. */
const orders: Readonly<Record<LanguageId, string>> = {
  en: 'en',
  'zh-Hans': 'zh-Hans-u-co-pinyin',
  'zh-Hant': 'zh-Hant-u-co-pinyin',
  ja: 'ja',
  ru: 'ru',
};

/** The regions under their letters. A letter that nobody begins with is not there. */
export function groupCountries(
  countries: readonly Country[],
  language: LanguageId = currentLanguage(),
): CountryGroup[] {
  const { compare } = new Intl.Collator(orders[language]);
  const letterOf = letterReader(language);
  const named = countries
    .map((country) => {
      const name = regionName(country.code, language);
      return { ...country, name, letter: letterOf(name) };
    })
    .toSorted(
      (left, right) => letterOrder(left.letter, right.letter, compare) || compare(left.name, right.name),
    );
  const groups = new Map<string, NamedCountry[]>();
  for (const { letter, ...country } of named) {
    const group = groups.get(letter);
    if (group === undefined) groups.set(letter, [country]);
    else group.push(country);
  }
  return Array.from(groups, ([letter, list]) => ({ letter, countries: list }));
}

function letterOrder(left: string, right: string, compare: (a: string, b: string) => number): number {
  const [first, second] = [kanaRows.indexOf(left), kanaRows.indexOf(right)];
  return first >= 0 && second >= 0 ? first - second : compare(left, right);
}

/** The index letter of a name in a language. */
export function letterReader(language: LanguageId): (name: string) => string {
  if (language === 'ja') return kanaRow;
  return language === 'zh-Hans' || language === 'zh-Hant' ? pinyinLetter : firstLetter;
}

function firstLetter(name: string): string {
  const [first = ''] = name.normalize('NFD').replace(/\p{M}/gu, '');
  // Й and Ё are letters of their own to nobody who looks through an index.
  return first.toUpperCase();
}

/** The first character of each Latin letter in the order of sounds; I, U and V begin none. */
const pinyinStarts: readonly (readonly [string, string])[] = [
  ['A', '阿'],
  ['B', '八'],
  ['C', '嚓'],
  ['D', '哒'],
  ['E', '妸'],
  ['F', '发'],
  ['G', '旮'],
  ['H', '哈'],
  ['J', '击'],
  ['K', '喀'],
  ['L', '垃'],
  ['M', '妈'],
  ['N', '拿'],
  ['O', '哦'],
  ['P', '啪'],
  ['Q', '期'],
  ['R', '然'],
  ['S', '撒'],
  ['T', '塌'],
  ['W', '挖'],
  ['X', '昔'],
  ['Y', '压'],
  ['Z', '匝'],
];

function pinyinLetter(name: string): string {
  const { compare } = new Intl.Collator('zh-Hans-u-co-pinyin');
  const [first = ''] = name;
  const letter = pinyinStarts.findLast(([, start]) => compare(start, first) <= 0)?.[0];
  return letter ?? firstLetter(name);
}

const kanaRows = ['ア', 'カ', 'サ', 'タ', 'ナ', 'ハ', 'マ', 'ヤ', 'ラ', 'ワ'];
/** The last kana of each row, small and voiced ones included. */
const kanaEnds = ['オ', 'ゴ', 'ゾ', 'ド', 'ノ', 'ポ', 'モ', 'ヨ', 'ロ', 'ヺ'];
/** How the names that begin with a character are read. */
const kanjiRows: Readonly<Record<string, string>> = {
  英: 'ア',
  仏: 'ハ',
  中: 'タ',
  日: 'ナ',
  韓: 'カ',
  北: 'カ',
  南: 'マ',
  東: 'ハ',
  西: 'ナ',
  赤: 'サ',
  台: 'タ',
  香: 'ハ',
  米: 'ア',
  朝: 'タ',
  大: 'タ',
  領: 'ラ',
};

function kanaRow(name: string): string {
  const [first = ''] = name;
  if (!/[\u3041-\u30ff]/.test(first)) return kanjiRows[first] ?? firstLetter(name);
  const kana = first.replace(/[\u3041-\u3096]/, (one) => String.fromCharCode(one.charCodeAt(0) + 0x60));
  // ヴ stands behind all others and sounds like ウ.
  if (kana === 'ヴ') return 'ア';
  return kanaRows[kanaEnds.findIndex((end) => kana <= end)] ?? 'ワ';
}

/** True when a region is what somebody typed: its name in any of our languages, its code or its dialling code. */
export function isFoundBy(typed: string, { code, area }: Country): boolean {
  const wanted = plain(typed);
  if (wanted === '') return true;
  if (/^\+?\d+$/.test(wanted)) return area.startsWith(wanted.replace('+', ''));
  if (plain(code) === wanted) return true;
  return languageIds.some((language) => plain(regionName(code, language)).includes(wanted));
}

/** Without accents, case and width; ё is е. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
