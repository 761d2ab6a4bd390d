/**
 * In which letters each language is written: a text that was left in English, or taken from the language beside it, is
 * written in the wrong ones. The national character sets know which form of a Chinese character belongs where: GB 2312 has
 * no traditional form, the first level of Big5 no simplified one, that of JIS X 0208 only those that Japanese uses.
 */
import type { LanguageId } from './src/languages.ts';

interface Excuse {
  readonly phrases: readonly string[];
  readonly why: string;
  /** Every language but English where absent. */
  readonly only?: readonly LanguageId[];
}

/** All that other languages write in Latin letters. */
export const excuses: readonly Excuse[] = [
  { phrases: ['Marigold'], why: 'our name' },
  {
    phrases: [
      'Android',
      'App Store',
      'Chrome',
      'Dock',
      'Edge',
      'Excel',
      'Google Authenticator',
      'Google Play',
      'Google',
      'H5',
      'iOS',
      'iPad',
      'iPhone',
      'Mac',
      'MUSE',
      'Safari',
      'TradingView',
      'TRON',
      'UTGL',
    ],
    why: 'names of others, which nobody translates',
  },
  {
    phrases: ['APK', 'CSV', 'ID', 'JPG', 'PDF', 'PNG', 'SMS', 'USD', 'VPN', 'WebP', 'XLSX'],
    why: 'codes that people write this way in every language',
  },
  { phrases: ['FOK', 'GTC', 'IOC'], why: 'validities of orders, as every exchange writes them' },
  {
    phrases: ['Post-only', 'post-only'],
    only: ['ru'],
    why: 'a kind of order that Russian exchanges name so',
  },
  { phrases: ['name@mail.com', '0x', 'T'], why: 'samples of what is typed or of how an address begins' },
  { phrases: ['PIN'], only: ['zh-Hans', 'zh-Hant', 'ja'], why: 'the number of a card is named so: PIN 码' },
  { phrases: ['ATM'], only: ['ja'], why: 'what cash machines are called in Japan' },
  { phrases: ['QR'], only: ['ru', 'ja'], why: 'the code is named so: QR-код, QR コード' },
  { phrases: ['QR Code'], only: ['zh-Hant'], why: 'the code is named so in Taiwan' },
  { phrases: ['PIN'], only: ['zh-Hans', 'zh-Hant'], why: 'the number of a card is named so: PIN 码' },
  { phrases: ['kB', 'MB'], only: ['ja', 'zh-Hans', 'zh-Hant'], why: 'units; Russian has its own' },
  { phrases: ['24h', 'K 线', 'Maker', 'Taker'], only: ['zh-Hans'], why: 'words of every exchange' },
  { phrases: ['24h', 'K 線', 'Maker', 'Taker'], only: ['zh-Hant'], why: 'words of every exchange' },
];

/** The letters of each language, as they stand in a class of a regular expression. */
const ownLetters: Readonly<Record<LanguageId, string>> = {
  en: String.raw`\p{Script=Latin}`,
  ru: String.raw`\p{Script=Cyrillic}`,
  ja: String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`,
  'zh-Hans': String.raw`\p{Script=Han}`,
  'zh-Hant': String.raw`\p{Script=Han}`,
};

/** The rows of a character set, first and last; two bytes make a character, the first says the row. */
const characterSets: Partial<Record<LanguageId, { name: string; label: string; rows: [number, number] }>> = {
  'zh-Hans': { name: 'GB 2312', label: 'gbk', rows: [0xb0, 0xf7] },
  'zh-Hant': { name: 'Big5, first level', label: 'big5', rows: [0xa4, 0xc6] },
  ja: { name: 'JIS X 0208, first level', label: 'euc-jp', rows: [0xb0, 0xcf] },
};

const knownHan = new Map<LanguageId, ReadonlySet<string>>();

/** The Chinese characters that a language uses; undefined where it uses none. */
function hanOf(language: LanguageId): ReadonlySet<string> | undefined {
  const set = characterSets[language];
  if (set === undefined) return undefined;
  const known = knownHan.get(language) ?? new Set(decodeRows(set.label, set.rows));
  knownHan.set(language, known);
  return known;
}

function decodeRows(label: string, [first, last]: readonly [number, number]): string[] {
  // The lower half of second bytes is for Big5 alone: GBK keeps there what it adds to GB 2312, and that is traditional.
  const trails = label === 'big5' ? [...range(0x40, 0x7e), ...range(0xa1, 0xfe)] : range(0xa1, 0xfe);
  const bytes = range(first, last).flatMap((lead) => trails.flatMap((trail) => [lead, trail]));
  return new TextDecoder(label).decode(Uint8Array.from(bytes)).match(/\p{Script=Han}/gu) ?? [];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/**
 * What is written in the wrong letters.
 * @param words a text without its values and tags.
 * @param english what the same text says in English.
 */
export function problemsOfWriting(language: LanguageId, words: string, english: string): string[] {
  const foreign = withoutExcused(language, words).match(foreignTo(language)) ?? [];
  const problems = foreign.map((run) => `says "${run}" in letters of another language`);
  const han = hanOf(language);
  const unknown = [...new Set(words.match(/\p{Script=Han}/gu))].filter((one) => han?.has(one) === false);
  if (unknown.length > 0)
    problems.push(`writes ${unknown.join('')}, which ${characterSets[language]?.name} does not have`);
  if (words.trim() === '' && /\p{L}/u.test(english)) problems.push('has no words, English has');
  return problems;
}

/** The phrases of `excuses` that nothing in `words` needs, by language. */
export function excusesInVain(words: Readonly<Record<LanguageId, string>>): string[] {
  return excuses.flatMap(({ phrases, only = ['ru', 'ja', 'zh-Hans', 'zh-Hant'] }) =>
    phrases.filter((phrase) => !only.some((language) => phraseIn(phrase).test(words[language]))),
  );
}

function withoutExcused(language: LanguageId, words: string): string {
  if (language === 'en') return words;
  return excuses
    .filter(({ only }) => only?.includes(language) !== false)
    .flatMap(({ phrases }) => phrases)
    .reduce((rest, phrase) => rest.replaceAll(phraseIn(phrase), ' '), words);
}

/** A phrase on its own, not the inside of a longer word; a letter of another script that looks like one is no end. */
function phraseIn(phrase: string): RegExp {
  const letter = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\d]`;
  return new RegExp(`(?<!${letter})${phrase.replaceAll('.', '\\.')}(?!${letter})`, 'gu');
}

/** From the first letter of another script to the last before the language's own go on. */
function foreignTo(language: LanguageId): RegExp {
  const own = ownLetters[language];
  const foreign = String.raw`[\p{L}--[${own}]]`;
  return new RegExp(`${foreign}(?:[^${own}]*${foreign})?`, 'gv');
}
