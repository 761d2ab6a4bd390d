/** What the form says: amounts as typed, what is wrong with them, and the order that a person approves. */
import { formatUnitsTrimmed, parseUnits } from '@marigold/money/amount';
import { type EntryReason, readEntry } from '@marigold/money/entry';

import type { LanguageId } from '../../lib/i18n.ts';

/** The form as it is typed. */
export type TransferForm = {
  readonly to: string;
  readonly currency: string;
  readonly amount: string;
  readonly again: string;
  readonly note: string;
};

/** The fields in the order of the screen; an input's `name` is its field. */
export const fieldNames = ['to', 'amount', 'again', 'note'] as const;
export type FieldName = (typeof fieldNames)[number];

/** What a transfer of one asset may be; decimal strings of the asset. */
export type Terms = {
  readonly currency: string;
  readonly scale: number;
  /** Decimals that screens show at least. */
  readonly decimals: number;
  readonly fee: string;
  readonly min: string;
  readonly max: string | null;
  readonly available: string;
};

/** Exactly what is approved, and nothing that could still change. Amounts are plain decimals of the asset. */
export type Order = {
  /** As the server reads it: username, phone, e-mail or internal code. */
  readonly to: string;
  /** The payee's masked nickname, as the server said it. */
  readonly payee: string;
  readonly currency: string;
  readonly decimals: number;
  readonly amount: string;
  readonly fee: string;
  readonly recipientGets: string;
  readonly note: string | undefined;
};

export type AmountReason = EntryReason | 'zero' | 'min' | 'max' | 'balance';
export type ReadAmount =
  | { readonly ok: true; readonly units: bigint }
  | { readonly ok: false; readonly reason: AmountReason };

/** Reads the typed amount against what may be sent: above 0, inside the limits, not above the balance (spec 5). */
export function readAmount(typed: string, language: LanguageId, terms: Terms): ReadAmount {
  const entry = readEntry(typed, language, terms.scale);
  if (!entry.ok) return entry;
  const units = unitsOf(entry.decimal, terms);
  if (units <= 0n) return { ok: false, reason: 'zero' };
  if (units < unitsOf(terms.min, terms)) return { ok: false, reason: 'min' };
  if (terms.max !== null && units > unitsOf(terms.max, terms)) return { ok: false, reason: 'max' };
  if (units > unitsOf(terms.available, terms)) return { ok: false, reason: 'balance' };
  return { ok: true, units };
}

/** True for what reads as an amount above 0, whether it may be sent or not. */
export function isAmount(amount: ReadAmount): boolean {
  return amount.ok || amount.reason === 'min' || amount.reason === 'max' || amount.reason === 'balance';
}

/** What cannot become right by typing on is said at once; the rest waits until the field is left. */
export function isSaidWhileTyping(reason: AmountReason): boolean {
  return reason !== 'empty' && reason !== 'zero' && reason !== 'min';
}

/** True when both texts are the same amount, however it is written (12.5 and 12.50). */
export function isSameAmount({ amount, again }: TransferForm, language: LanguageId, scale: number): boolean {
  const [first, second] = [readEntry(amount, language, scale), readEntry(again, language, scale)];
  if (!first.ok || !second.ok) return false;
  return parseUnits(first.decimal, scale) === parseUnits(second.decimal, scale);
}

/** The largest amount that can be sent, exactly, as this reader would type it; '' when nothing can be sent. */
export function maxEntry(terms: Terms, language: LanguageId): string {
  const available = unitsOf(terms.available, terms);
  const limit = terms.max === null ? available : unitsOf(terms.max, terms);
  const most = limit < available ? limit : available;
  if (most <= 0n) return '';
  const text = formatUnitsTrimmed(most, terms.scale, 0);
  return language === 'ru' ? text.replace('.', ',') : text;
}

/** The order of a form whose amount has been read; the fee is inside the amount (decisions.md "Fee of a transfer"). */
export function makeOrder(
  { note }: Pick<TransferForm, 'note'>,
  payee: { readonly to: string; readonly masked: string },
  units: bigint,
  terms: Terms,
): Order {
  const written = (value: bigint) => formatUnitsTrimmed(value, terms.scale, 0);
  const fee = unitsOf(terms.fee, terms);
  const kept = readNote(note);
  return {
    to: payee.to,
    payee: payee.masked,
    currency: terms.currency,
    decimals: terms.decimals,
    amount: written(units),
    fee: written(fee),
    recipientGets: written(units - fee),
    note: kept === '' ? undefined : kept,
  };
}

/** What the form comes to as it stands; nothing typed yet counts as zero. */
export function figuresOf(terms: Terms, amount: ReadAmount | undefined) {
  const written = (value: bigint) => formatUnitsTrimmed(value, terms.scale, 0);
  const fee = unitsOf(terms.fee, terms);
  const sent = amount?.ok === true ? amount.units : 0n;
  return { fee: written(fee), sent: written(sent), received: written(sent > fee ? sent - fee : 0n) };
}

/** Bidirectional overrides could make a note read as something else; control characters have no place in one line. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Spec 3 "note (optional)": at most this many UTF-16 units, as the contract counts them. */
export const noteLengthMax = 140;

/** The note as it is kept: one line without invisible commands. */
export function readNote(typed: string): string {
  return typed.replaceAll(unseen, ' ').toWellFormed().trim();
}

function unitsOf(decimal: string, { scale }: Terms): bigint {
  const units = parseUnits(decimal, scale);
  if (units === undefined) throw new Error('Broken: an amount of the server or of readEntry fits its asset');
  return units;
}
