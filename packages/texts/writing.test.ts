import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { checkCatalogue, countedWords } from './check.ts';
import { readCatalogue } from './compile.ts';
import { type LanguageId, languageIds } from './src/languages.ts';
import { excusesInVain, problemsOfWriting } from './writing.ts';

const contentFolder = join(import.meta.dirname, '../../apps/server/content');

/** The words of a Markdown file: without its head, and without where its links lead. */
function wordsOfContent(name: string, language: LanguageId): string {
  const [, head = '', body = ''] = readFileSync(join(contentFolder, name, `${language}.md`), 'utf8').split(
    /^---$/m,
  );
  return `${/^title: (.*)$/m.exec(head)?.[1]} ${body.replaceAll(/\]\([^)]*\)/g, ']')}`;
}

/** One text in a language, with what English says in its place. */
function text(language: LanguageId, words: string, english = 'On hold') {
  return problemsOfWriting(language, words, english);
}

describe('the letters of a language', () => {
  it.each([
    ['ru', 'On hold', 'On hold'],
    ['ru', 'В резерве: on hold', 'on hold'],
    ['ja', 'Waits for 12 of 20 確認', 'Waits for 12 of'],
    ['zh-Hans', '冻结 On hold 冻结', 'On hold'],
    ['zh-Hant', 'Заморожено', 'Заморожено'],
    ['en', 'On hold 冻结', '冻结'],
    ['zh-Hans', '保留中です', 'です'],
  ] as const)('are not those of %s: %s', (language, words, expected) => {
    expect(text(language, words)).toContain(`says "${expected}" in letters of another language`);
  });

  it('are told from those that only look like them: a Latin C at the head of a Russian word', () => {
    expect(text('ru', 'Cтатус')).toEqual(['says "C" in letters of another language']);
  });

  it.each([
    ['zh-Hant', '账户余额', '账户额'],
    ['zh-Hans', '帳戶餘額', '帳戶餘額'],
    ['ja', '轉帳', '轉'],
    ['ja', '账户', '账户'],
  ] as const)('are not the characters that %s writes otherwise: %s', (language, words, wrong) => {
    expect(text(language, words)[0]).toMatch(`writes ${wrong}, which`);
  });

  it('may stand beside names and codes, and beside no longer word that has one in it', () => {
    expect(text('ru', 'Аккаунт Marigold, QR-код и PDF')).toEqual([]);
    expect(text('ru', 'Аккаунт Marigolds')).toEqual(['says "Marigolds" in letters of another language']);
  });

  it('are wanted where English has words; a sign may stand for them', () => {
    expect(text('ru', '  ')).toEqual(['has no words, English has']);
    expect(text('ja', ' / ', 'of')).toEqual([]);
    expect(text('ja', '  ', ' = ')).toEqual([]);
  });
});

describe('what the program says', () => {
  const names = readdirSync(contentFolder);

  it.each(names)('is written in the letters of each language: %s', (name) => {
    const problems = languageIds.flatMap((language) =>
      problemsOfWriting(language, wordsOfContent(name, language), wordsOfContent(name, 'en')).map(
        (problem) => `${language}: ${problem}`,
      ),
    );
    expect(names.length).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  it('needs every excuse', () => {
    const { texts } = checkCatalogue(readCatalogue());
    const all = languageIds.map((language) => [
      language,
      [
        ...texts.map(({ compiled }) => countedWords(compiled[language])),
        ...names.map((name) => wordsOfContent(name, language)),
      ].join('\n'),
    ]);
    expect(excusesInVain(Object.fromEntries(all) as Record<LanguageId, string>)).toEqual([]);
  });
});
