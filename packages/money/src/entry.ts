/** What a person types into an amount field. The field keeps the text; this says what it means. */
import { integerDigitsMax, scaleMax } from './amount.ts';
import { assert } from './assert.ts';
import type { ProductLanguage } from './language.ts';

/** Why a typed amount is none: each has one text that helps the person to correct it. */
export type EntryReason = 'empty' | 'comma' | 'syntax' | 'decimals' | 'too_many_digits';

export type Entry =
  | { readonly ok: true; readonly decimal: string }
  | { readonly ok: false; readonly reason: EntryReason };

/**
 * Reads a typed amount into a decimal string that parseUnits accepts at the same number of decimals. A comma is a
 * decimal sign in Russian only; elsewhere it is refused, because 1,284 must never become 1.284 (decisions.md,
 * "Typing amounts"). A point is a decimal sign everywhere. Blanks around are dropped, leading zeros too; "5." and
 * ".5" are understood. Signs, exponents, blanks inside and digits other than 0-9 are refused, nothing is rounded.
 */
export function readEntry(text: string, language: ProductLanguage, decimalsMax: number): Entry {
  assert(
    Number.isInteger(decimalsMax) && decimalsMax >= 0 && decimalsMax <= scaleMax,
    'an entry has at most 0 to 18 decimals',
  );
  const trimmed = text.trim();
  if (trimmed === '') return refused('empty');
  // The full-width and ideographic commas are what Chinese and Japanese keyboards give for the same key.
  if (language !== 'ru' && /[,，、]/.test(trimmed)) return refused('comma');
  const match = /^([0-9]*)(?:\.([0-9]*))?$/.exec(language === 'ru' ? trimmed.replace(',', '.') : trimmed);
  if (match === null) return refused('syntax');
  const [, typedInteger = '', decimals = ''] = match;
  if (typedInteger === '' && decimals === '') return refused('syntax');
  const integer = typedInteger.replace(/^0+(?=[0-9])/, '') || '0';
  if (decimals.length > decimalsMax) return refused('decimals');
  if (integer.length > integerDigitsMax) return refused('too_many_digits');
  return { ok: true, decimal: decimals === '' ? integer : `${integer}.${decimals}` };
}

function refused(reason: EntryReason): Entry {
  return { ok: false, reason };
}
