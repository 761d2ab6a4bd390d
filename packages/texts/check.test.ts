import { describe, expect, it } from 'vitest';

import { type Area, checkCatalogue } from './check.ts';
import { readCatalogue } from './compile.ts';
import { type LanguageId, languageIds } from './src/languages.ts';

type Texts = Readonly<Record<string, string>>;

/** An area that says the same texts in every language, each in its letters, except where `except` says otherwise. */
function area(name: string, texts: Texts, except: Partial<Record<LanguageId, Texts>> = {}): Area {
  const entries = languageIds.map((language) => {
    const own = except[language];
    const list = Object.entries(own ?? texts).map(([id, text]) => ({
      id,
      text: own === undefined ? translated(language, text) : text,
    }));
    return [language, list] as const;
  });
  return { name, entries: Object.fromEntries(entries) };
}

/** Stands for a translation: one word of the language for each that stands outside of a value. */
function translated(language: LanguageId, text: string): string {
  const word = { en: undefined, ru: 'слово', ja: '言葉', 'zh-Hans': '词', 'zh-Hant': '詞' }[language];
  return text.replaceAll(/\{[^}]*\}|\p{L}+/gu, (part) => (part.startsWith('{') ? part : (word ?? part)));
}

function problemsOf(...areas: readonly Area[]): readonly string[] {
  return checkCatalogue(areas).problems;
}

const tries = {
  en: { 'bill.tries': '{left, plural, one {# try} other {# tries}}' },
  ru: { 'bill.tries': '{left, plural, one {# попытка} few {# попытки} many {# попыток} other {# попытки}}' },
};

describe('checkCatalogue', () => {
  it('finds nothing wrong with the catalogue of the product', () => {
    expect(checkCatalogue(readCatalogue()).problems).toEqual([]);
  });

  it('takes a catalogue that is complete and even, sorted by id', () => {
    const checked = checkCatalogue([
      area('shell', { 'shell.close': 'Close' }),
      area('bill', { 'bill.tries': '{left} x' }, tries),
    ]);
    expect(checked.problems).toEqual([]);
    expect(checked.texts.map((text) => text.id)).toEqual(['bill.tries', 'shell.close']);
  });

  it('names a text that one language lacks', () => {
    const problems = problemsOf(
      area('bill', { 'bill.in': 'In', 'bill.out': 'Out' }, { ja: { 'bill.in': '入' } }),
    );
    expect(problems).toEqual(['bill.out: ja: is missing']);
  });

  it('names a text that only one language has', () => {
    const problems = problemsOf(
      area('bill', { 'bill.in': 'In' }, { ru: { 'bill.in': 'В', 'bill.out': 'Из' } }),
    );
    expect(problems).toHaveLength(4);
  });

  it('names a language without a file', () => {
    const whole = area('bill', { 'bill.in': 'In' });
    const { ru: _, ...rest } = whole.entries;
    expect(problemsOf({ name: 'bill', entries: rest })).toContain('bill/ru.po: there is no such file');
  });

  it('names an empty text', () => {
    const problems = problemsOf(area('bill', { 'bill.in': 'In' }, { 'zh-Hant': { 'bill.in': '' } }));
    expect(problems).toContain('bill.in: zh-Hant: is empty');
  });

  it('names a value that another language does not have', () => {
    const problems = problemsOf(area('bill', { 'bill.to': 'To {name}' }, { ja: { 'bill.to': '{nam} へ' } }));
    expect(problems).toEqual(['bill.to: ja: has the values nam, en has name']);
  });

  it('finds a missing value inside a plural', () => {
    const inside = { 'bill.to': '{left, plural, one {# of {total}} other {# of {total}}}' };
    const problems = problemsOf(area('bill', { 'bill.to': '{left} / {total}' }, { en: inside }));
    expect(problems).toEqual([]);
    const lacking = problemsOf(area('bill', { 'bill.to': 'Of {left}' }, { en: inside }));
    expect(lacking).toHaveLength(4);
    expect(lacking[0]).toMatch('has the values left, en has left, total');
  });

  it('names a Russian plural form that is missing', () => {
    const short = { 'bill.tries': '{left, plural, one {# попытка} few {# попытки} other {# попыток}}' };
    const problems = problemsOf(area('bill', { 'bill.tries': 'Left: {left}' }, { ...tries, ru: short }));
    expect(problems).toEqual(['bill.tries: ru: the plural of left lacks many']);
  });

  it('names a plural form that the language never uses', () => {
    const problems = problemsOf(
      area(
        'bill',
        { 'bill.tries': 'Left: {left}' },
        { ...tries, ja: { 'bill.tries': '{left, plural, one {# 回} other {# 回}}' } },
      ),
    );
    expect(problems).toEqual(['bill.tries: ja: the plural of left never uses one']);
  });

  it('names a text that does not parse', () => {
    const problems = problemsOf(area('bill', { 'bill.in': 'In' }, { en: { 'bill.in': '{in' } }));
    expect(problems[0]).toMatch(/^bill\.in: en: does not parse: /);
  });

  it('names an id that stands in two areas', () => {
    const problems = problemsOf(area('bill', { 'bill.in': 'In' }), area('home', { 'bill.in': 'In' }));
    expect(problems).toContain('bill.in: stands in the areas bill and home');
  });

  it('names an id that stands twice in one file', () => {
    const twice = [
      { id: 'bill.in', text: 'In' },
      { id: 'bill.in', text: 'Inside' },
    ];
    const whole = area('bill', { 'bill.in': 'In' });
    const problems = problemsOf({ name: 'bill', entries: { ...whole.entries, en: twice } });
    expect(problems).toEqual(['bill/en.po: bill.in stands there twice']);
  });

  it('names a text out of order', () => {
    const problems = problemsOf(area('bill', { 'bill.out': 'Out', 'bill.in': 'In' }));
    expect(problems).toContain('bill/en.po: bill.in must stand before bill.out');
  });

  it.each([
    ['en', 'Done!', 'has an exclamation mark'],
    ['ja', '完了！', 'has an exclamation mark'],
    ['en', ' Done', 'has a space too many'],
    ['zh-Hans', '您的账单', 'says 您, which only legal texts may'],
    ['ru', 'Если Вы хотите', 'writes «вы» with a capital letter'],
  ] as const)('holds the wording of %s: %s', (language, text, reason) => {
    const problems = problemsOf(area('bill', { 'bill.in': 'In' }, { [language]: { 'bill.in': text } }));
    expect(problems).toEqual([`bill.in: ${language}: ${reason}`]);
  });

  it('names a text with a value that was left in English', () => {
    const ru = { 'bill.held': 'On hold: {amount}' };
    const problems = problemsOf(area('bill', { 'bill.held': 'On hold: {amount}' }, { ru }));
    expect(problems).toEqual(['bill.held: ru: says "On hold" in letters of another language']);
  });

  it('names a case of a plural that was left in English, and takes no tag for a word', () => {
    const ru = {
      'bill.tries': '{left, plural, one {# <b>попытка</b>} few {# попытки} many {# tries} other {# попытки}}',
    };
    const problems = problemsOf(area('bill', { 'bill.tries': 'Left: {left}' }, { ...tries, ru }));
    expect(problems).toEqual(['bill.tries: ru: says "tries" in letters of another language']);
  });

  it('names every problem at once', () => {
    const ja = { 'bill.in': '', 'bill.to': '{x} to' };
    const problems = problemsOf(area('bill', { 'bill.in': 'In', 'bill.to': 'To {name}' }, { ja }));
    expect(problems).toEqual([
      'bill.in: ja: is empty',
      'bill.to: ja: has the values x, en has name',
      'bill.to: ja: says "to" in letters of another language',
    ]);
  });
});
