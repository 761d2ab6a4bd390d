import { describe, expect, it } from 'vitest';

import { isLanguageId, languageIds, languageOf, languages, matchLanguage } from './languages.ts';

describe('languageOf', () => {
  it.each([
    ['en_US', 'en'],
    ['zh_CN', 'zh-Hans'],
    ['zh_TW', 'zh-Hant'],
    ['ja_JP', 'ja'],
    ['ru_RU', 'ru'],
    ['fr_FR', 'en'],
    [undefined, 'en'],
  ] as const)('reads the header %s as %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });

  it('reads back the header of every language', () => {
    for (const id of languageIds) expect(languageOf(languages[id].header)).toBe(id);
  });
});

describe('matchLanguage', () => {
  it.each([
    [['de-DE', 'ru-RU', 'en'], 'ru'],
    [['zh-CN'], 'zh-Hans'],
    [['zh'], 'zh-Hans'],
    [['zh-TW'], 'zh-Hant'],
    [['zh-HK'], 'zh-Hant'],
    [['zh-Hant-CN'], 'zh-Hant'],
    [['zh-Hans-HK'], 'zh-Hans'],
    [['yue'], 'zh-Hant'],
    [['ja_JP'], 'ja'],
    [['en-GB'], 'en'],
    [['fr', 'de'], 'en'],
    [[], 'en'],
  ] as const)('answers %j with %s', (preferences, language) => {
    expect(matchLanguage(preferences)).toBe(language);
  });
});

describe('isLanguageId', () => {
  it('takes the five ids and nothing else', () => {
    expect(['en', 'zh-Hans', 'zh-Hant', 'ja', 'ru', 'zh', '', undefined].map(isLanguageId)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
