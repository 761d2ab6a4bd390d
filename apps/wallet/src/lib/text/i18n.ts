/**
 * The app's voice (spec 9 "Languages"): automatic or chosen, one catalogue loaded, typed texts. Changing the language
 * restarts the app on the same page, so a text never changes under a rendered screen.
 */
import { setupI18n } from '@lingui/core';
import { bundles } from '@marigold/texts/bundles';
import { textFormats } from '@marigold/texts/formats';
import type { TextArguments, WalletTextId } from '@marigold/texts/ids';
import { isLanguageId, type LanguageId, languages, matchLanguage } from '@marigold/texts/languages';

import { storage, storageKeys, type TextStorage } from '../device/storage.ts';
import { postToWrapper } from '../device/webview.ts';

export type { WalletTextId } from '@marigold/texts/ids';
export { type LanguageId, languageIds, languages } from '@marigold/texts/languages';

/** What the language page offers: one of the five, or whatever the device speaks. */
export type LanguageChoice = LanguageId | 'auto';

/** Says a text of the wallet's catalogue. The types name the values it needs. */
export type Say = <Id extends WalletTextId>(id: Id, ...values: TextArguments<Id>) => string;

/** Texts that travel together (packages/texts/compile.ts); those of the first screen are `wallet`. */
export type TextBundle = Exclude<keyof typeof bundles, 'wallet'>;

const i18n = setupI18n();

/** The language chosen on the language page; `auto` when none was. */
export function languageChoice(from: TextStorage = storage): LanguageChoice {
  const stored = from.getItem(storageKeys.locale);
  return isLanguageId(stored) ? stored : 'auto';
}

/** The language to speak: the chosen one, otherwise the first of the device's that we know. */
export function languageFor(choice: LanguageChoice, preferences: readonly string[]): LanguageId {
  return choice === 'auto' ? matchLanguage(preferences) : choice;
}

let current: LanguageId = 'en';
const loaded = new Map<TextBundle, Promise<void>>();

/** The language on screen. Settled once, before anything is rendered. */
export function currentLanguage(): LanguageId {
  return current;
}

/** Settles the language of this visit, names it on `<html lang>` and loads the texts of the first screen. */
export async function loadLanguage(): Promise<void> {
  const language = languageFor(languageChoice(), navigator.languages);
  document.documentElement.lang = languages[language].lang;
  await speak(language);
}

/** Loads the texts of the first screen in a language and speaks it from now on. */
export async function speak(language: LanguageId): Promise<void> {
  // What was loaded for pages is in the language before.
  if (language !== current) loaded.clear();
  current = language;
  const { messages } = await bundles.wallet[language]();
  // Added, not put in place: the texts of a page may have come first.
  i18n.load(languages[language].lang, messages);
  i18n.activate(languages[language].lang);
}

/** Loads the texts of a bundle, once; a failed load is tried again by the next page that needs it. */
export function loadTexts(bundle: TextBundle): Promise<void> {
  const known = loaded.get(bundle);
  if (known !== undefined) return known;
  const loading = bundles[bundle][current]().then(
    ({ messages }) => i18n.load(languages[current].lang, messages),
    (error: unknown) => {
      loaded.delete(bundle);
      throw error;
    },
  );
  loaded.set(bundle, loading);
  return loading;
}

/** Says a text. Amounts are decimal strings, times epoch milliseconds. */
export const sayNow: Say = (id, ...values) => i18n._(id, values[0] ?? {}, { formats: textFormats });

/** The voice for a component: `const t = useText()`. */
export function useText(): Say {
  return sayNow;
}

/** Keeps the choice, tells the wrapper, and restarts the app where it is (spec 9). */
export function chooseLanguage(choice: LanguageChoice): void {
  if (choice === 'auto') storage.removeItem(storageKeys.locale);
  else storage.setItem(storageKeys.locale, choice);
  postToWrapper({ action: 'language', lang: languages[languageFor(choice, navigator.languages)].lang });
  window.location.reload();
}
