/**
 * The five languages: how each is named inside, in the `language` header (protocol.md, "Calls"), for `lang` attributes
 * and Intl, and to people. English is the fallback wherever a language is absent or unknown.
 */

export const languageIds = ['en', 'zh-Hans', 'zh-Hant', 'ja', 'ru'] as const;
export type LanguageId = (typeof languageIds)[number];

export const fallbackLanguage: LanguageId = 'en';

export type Language = {
  readonly id: LanguageId;
  /** BCP 47 tag for `lang` attributes and Intl. */
  readonly lang: string;
  /** Value of the `language` request header. */
  readonly header: string;
  /** The language named in itself, as the language page shows it. */
  readonly nativeName: string;
  readonly englishName: string;
};

/** The rows in the order in which the language page lists them. */
export const languages: Readonly<Record<LanguageId, Language>> = {
  en: { id: 'en', lang: 'en', header: 'en_US', nativeName: 'English', englishName: 'English' },
  'zh-Hans': {
    id: 'zh-Hans',
    lang: 'zh-Hans',
    header: 'zh_CN',
    nativeName: '简体中文',
    englishName: 'Simplified Chinese',
  },
  'zh-Hant': {
    id: 'zh-Hant',
    lang: 'zh-Hant',
    header: 'zh_TW',
    nativeName: '繁體中文',
    englishName: 'Traditional Chinese',
  },
  ja: { id: 'ja', lang: 'ja', header: 'ja_JP', nativeName: '日本語', englishName: 'Japanese' },
  ru: { id: 'ru', lang: 'ru', header: 'ru_RU', nativeName: 'Русский', englishName: 'Russian' },
};

/** True for the id of one of the five languages: the door for values from storage, queries and databases. */
export function isLanguageId(value: unknown): value is LanguageId {
  return languageIds.some((id) => id === value);
}

/** The language of a `language` request header; unknown or absent is English (protocol.md). */
export function languageOf(header: string | undefined): LanguageId {
  return languageIds.find((id) => languages[id].header === header) ?? fallbackLanguage;
}

/**
 * The language for a reader's preferences, most wanted first, as `navigator.languages` lists them. The first tag that
 * we speak wins; Chinese is told apart by script, then by region. English where none matches.
 */
export function matchLanguage(preferences: readonly string[]): LanguageId {
  for (const preference of preferences) {
    const match = matchTag(preference.toLowerCase().split(/[-_]/));
    if (match) return match;
  }
  return fallbackLanguage;
}

/** Regions that write Chinese in the traditional script when the tag names no script. */
const traditionalRegions = new Set(['tw', 'hk', 'mo']);

function matchTag([primary, ...rest]: readonly string[]): LanguageId | undefined {
  if (primary === 'zh' || primary === 'yue') {
    if (rest.includes('hans')) return 'zh-Hans';
    if (rest.includes('hant')) return 'zh-Hant';
    const traditional = primary === 'yue' || rest.some((part) => traditionalRegions.has(part));
    return traditional ? 'zh-Hant' : 'zh-Hans';
  }
  return languageIds.find((id) => id === primary);
}
