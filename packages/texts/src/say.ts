/** The server's voice: any text of the catalogue in any of the five languages, for `msg`, mails, SMS and dev pages. */
import { type I18n, type Messages, setupI18n } from '@lingui/core';

import { messages as en } from '../generated/server/en.js';
import { messages as ja } from '../generated/server/ja.js';
import { messages as ru } from '../generated/server/ru.js';
import { messages as zhHans } from '../generated/server/zh-Hans.js';
import { messages as zhHant } from '../generated/server/zh-Hant.js';
import { textFormats } from './formats.ts';
import type { TextArguments, TextId } from './ids.ts';
import { type LanguageId, languages } from './languages.ts';

/** Values for a text whose id is known only at run time, such as the facts of a refusal. */
export type LooseValues = Readonly<Record<string, unknown>>;

const voices: Readonly<Record<LanguageId, I18n>> = {
  en: voice('en', en),
  'zh-Hans': voice('zh-Hans', zhHans),
  'zh-Hant': voice('zh-Hant', zhHant),
  ja: voice('ja', ja),
  ru: voice('ru', ru),
};

/** Says one text. Amounts are decimal strings, times epoch milliseconds; the types name the values a text needs. */
export function say<Id extends TextId>(language: LanguageId, id: Id, ...values: TextArguments<Id>): string {
  return sayWith(language, id, values[0] ?? {});
}

/**
 * Says a text whose id was put together at run time (`refusal.${code}`); surplus values are ignored.
 * @throws when a value that the text needs is absent: a sentence with a hole must not reach a reader.
 */
export function sayWith(language: LanguageId, id: TextId, values: LooseValues): string {
  for (const name of namesIn(voices[language].messages[id], values)) {
    if (values[name] === undefined) throw new Error(`Broken: the text ${id} needs the value "${name}"`);
  }
  return voices[language]._(id, values, { formats: textFormats });
}

function voice(language: LanguageId, messages: Messages): I18n {
  return setupI18n({ locale: languages[language].lang, messages: { [languages[language].lang]: messages } });
}

/** The names of the values that a compiled text needs: of a choice by word those of its case, of a plural those of all. */
function namesIn(message: unknown, values: LooseValues): string[] {
  if (!Array.isArray(message)) return [];
  return message.flatMap((token: unknown) => {
    if (!Array.isArray(token)) return [];
    const [name, kind, cases]: unknown[] = token;
    if (typeof cases !== 'object' || cases === null) return [String(name)];
    const byCase = new Map(Object.entries(cases));
    const word = String(values[String(name)]);
    const chosen = kind === 'select' ? [byCase.get(word) ?? byCase.get('other')] : [...byCase.values()];
    return [String(name), ...chosen.flatMap((inner) => namesIn(inner, values))];
  });
}
