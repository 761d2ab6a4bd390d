/** What the form says: amounts as typed, what is wrong with them, and the order that a person approves. */
import type { PayeeLock } from '@marigold/contract/calls/payee';
import { parseUnits, writeDecimal } from '@marigold/money/amount';
import { type EntryReason, readEntry } from '@marigold/money/entry';

import type { CodeProof } from '../../../domain/verification/use-verification.ts';
import type { LanguageId } from '../../../lib/text/i18n.ts';

/** How the money travels: over a chain, or inside Marigold. */
export type Mode = 'onChain' | 'internal';

/** The form as it is typed. */
export type TransferForm = {
  readonly mode: Mode;
  /** A person of Marigold. */
  readonly to: string;
  /** An account on a chain; '' as chain is the one that the currency travels on first. */
  readonly address: string;
  readonly chain: string;
  readonly currency: string;
  readonly amount: string;
  readonly again: string;
  readonly note: string;
};

/** The fields in the order of the screen; an input's `name` is its field. */
export const fieldNames = ['to', 'address', 'amount', 'again', 'note'] as const;
export type TransferField = (typeof fieldNames)[number];

/** The fields that a mode has. */
export function fieldsOfMode(mode: Mode): readonly TransferField[] {
  return fieldNames.filter((field) => field !== (mode === 'onChain' ? 'to' : 'address'));
}

/** What a transfer of one asset may be; decimal strings of the asset. */
export type TransferTerms = {
  readonly currency: string;
  /** Decimals that a typed amount may have: those of the asset, or fewer where its chain has fewer. */
  readonly scale: number;
  /** Decimals that screens show at least. */
  readonly decimals: number;
  readonly fee: string;
  readonly min: string;
  readonly max: string | null;
  readonly available: string;
  /** Of it what must stay until deposits are final. */
  readonly locked: string;
};

type OrderBase = {
  readonly currency: string;
  readonly decimals: number;
  readonly amount: string;
  /** The amount as it was typed the second time: the server compares them once more. */
  readonly again: string;
  readonly fee: string;
  readonly recipientGets: string;
  readonly note: string | undefined;
};

export type InternalOrder = OrderBase & {
  readonly kind: 'internal';
  /** As the server reads it: username, phone, e-mail or internal code. */
  readonly to: string;
  /** The payee's masked nickname, as the server said it. */
  readonly payee: string;
};

/** On the terms of one quote; another quote is another order. */
export type ChainOrder = OrderBase & {
  readonly kind: 'onChain';
  readonly quoteId: string;
  readonly chain: string;
  /** The chain in a reader's words: "Ethereum (ERC20)". */
  readonly network: string;
  /** With its checksum. */
  readonly address: string;
  /** What the address is called in the address book. */
  readonly name: string | null;
  /** The masked nickname where the address is somebody's of Marigold: it costs nothing and is there at once. */
  readonly internal: string | null;
  readonly warnings: readonly Warning[];
  /** Why this amount does not go there yet: the order only begins the day of the address. */
  readonly payeeLock: PayeeLock | null;
  /** Usual minutes until it is there. */
  readonly minutes: number;
  /** When the quote ends, by the clock of this device. */
  readonly deadline: number;
};
export type Warning = 'contract' | 'look_alike' | 'unchecked' | 'new_payee';

/** Exactly what is approved, and nothing that could still change. Amounts are plain decimals of the asset. */
export type TransferOrder = InternalOrder | ChainOrder;

/** The most decimals there are: a balance may have more than what its chain can move. */
const amountScale = 18;

export type AmountReason = EntryReason | 'zero' | 'min' | 'fee' | 'max' | 'balance' | 'locked';
export type ReadAmount =
  /** In units of 10^-18, whatever the asset. */
  { readonly ok: true; readonly units: bigint } | { readonly ok: false; readonly reason: AmountReason };

/** Reads the typed amount against what may be sent: above 0, inside the limits, not above the balance (spec 5). */
export function readAmount(typed: string, language: LanguageId, terms: TransferTerms): ReadAmount {
  const entry = readEntry(typed, language, terms.scale);
  if (!entry.ok) return entry;
  const units = unitsOf(entry.decimal);
  if (units <= 0n) return { ok: false, reason: 'zero' };
  if (units < unitsOf(terms.min)) return { ok: false, reason: 'min' };
  if (units <= unitsOf(terms.fee)) return { ok: false, reason: 'fee' };
  if (terms.max !== null && units > unitsOf(terms.max)) return { ok: false, reason: 'max' };
  if (units > unitsOf(terms.available)) return { ok: false, reason: 'balance' };
  if (units > spendable(terms)) return { ok: false, reason: 'locked' };
  return { ok: true, units };
}

const amounts: ReadonlySet<AmountReason> = new Set(['min', 'fee', 'max', 'balance', 'locked']);

/** True for what reads as an amount above 0, whether it may be sent or not. */
export function isAmount(amount: ReadAmount): boolean {
  return amount.ok || amounts.has(amount.reason);
}

const mayBecomeRight: ReadonlySet<AmountReason> = new Set(['empty', 'zero', 'min', 'fee']);

/** What cannot become right by typing on is said at once; the rest waits until the field is left. */
export function isReportedWhileTyping(reason: AmountReason): boolean {
  return !mayBecomeRight.has(reason);
}

/** The amount entered again as a plain decimal; undefined while it is none. */
export function readAgain({ again }: TransferForm, language: LanguageId, scale: number): string | undefined {
  const entry = readEntry(again, language, scale);
  return entry.ok ? writtenAmount(unitsOf(entry.decimal)) : undefined;
}

/** True when both texts are the same amount, however it is written (12.5 and 12.50). */
export function isSameAmount({ amount, again }: TransferForm, language: LanguageId, scale: number): boolean {
  const [first, second] = [readEntry(amount, language, scale), readEntry(again, language, scale)];
  if (!first.ok || !second.ok) return false;
  return parseUnits(first.decimal, scale) === parseUnits(second.decimal, scale);
}

/** The largest amount that can be sent, exactly, as this reader would type it; '' when nothing can be sent. */
export function maxEntry(terms: TransferTerms, language: LanguageId): string {
  const free = spendable(terms);
  const limit = terms.max === null ? free : unitsOf(terms.max);
  // Down to what can be typed: less than that cannot travel.
  const step = 10n ** BigInt(amountScale - terms.scale);
  const most = ((limit < free ? limit : free) / step) * step;
  return most <= 0n ? '' : entryOf(writtenAmount(most), language);
}

/** A decimal as this reader would type it: a comma is a decimal sign in Russian only (decisions.md). */
export function entryOf(decimal: string, language: LanguageId): string {
  return language === 'ru' ? decimal.replace('.', ',') : decimal;
}

/** What was typed as amount, in units of 10^-18, and the second time, as a plain decimal. */
type TypedAmounts = { readonly units: bigint; readonly again: string };

/** The order to a person; the fee is inside the amount (decisions.md "Fee of a transfer"). */
export function makeOrder(
  { note }: Pick<TransferForm, 'note'>,
  payee: { readonly to: string; readonly masked: string },
  { units, again }: TypedAmounts,
  terms: TransferTerms,
): InternalOrder {
  const fee = unitsOf(terms.fee);
  return {
    kind: 'internal',
    to: payee.to,
    payee: payee.masked,
    currency: terms.currency,
    decimals: terms.decimals,
    amount: writtenAmount(units),
    again,
    fee: writtenAmount(fee),
    recipientGets: writtenAmount(units - fee),
    note: noteOf(note),
  };
}

/** An amount as it is sent. */
export function writtenAmount(units: bigint): string {
  return writeDecimal({ digits: units, scale: amountScale });
}

/** What the form comes to as it stands; nothing typed yet counts as zero. */
export function figuresOf(terms: TransferTerms, amount: ReadAmount | undefined) {
  const fee = unitsOf(terms.fee);
  const sent = amount?.ok === true ? amount.units : 0n;
  const received = sent > fee ? sent - fee : 0n;
  return { fee: writtenAmount(fee), sent: writtenAmount(sent), received: writtenAmount(received) };
}

/** Bidirectional overrides could make a note read as something else; control characters have no place in one line. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Spec 3 "note (optional)": at most this many UTF-16 units, as the contract counts them. */
export const noteLengthMax = 140;

/** The note as it is kept: one line without invisible commands. */
export function readNote(typed: string): string {
  return typed.replaceAll(unseen, ' ').toWellFormed().trim();
}

/** The note of an order; undefined where nothing was noted. */
export function noteOf(typed: string): string | undefined {
  const note = readNote(typed);
  return note === '' ? undefined : note;
}

/** Available without what stays until deposits are final. */
function spendable(terms: TransferTerms): bigint {
  const free = unitsOf(terms.available) - unitsOf(terms.locked);
  return free > 0n ? free : 0n;
}

function unitsOf(decimal: string): bigint {
  const units = parseUnits(decimal, amountScale);
  if (units === undefined) throw new Error('Broken: an amount of the server or of readEntry is a decimal');
  return units;
}

/** What the person shows with the order: it is never stored. */
export type Proofs = {
  readonly payPassword: string;
  readonly verify?: CodeProof;
};
