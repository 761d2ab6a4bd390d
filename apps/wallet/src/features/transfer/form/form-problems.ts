/** What is wrong with a form, field by field, in the specification's words where it has them. */
import { hoursIn, payoutWindowMs } from '@marigold/contract/durations';

import { isPayee, readPayee } from '../../../domain/payee/payee-text.ts';
import type { PayeeSearch } from '../../../domain/payee/use-payee.ts';
import { coinText, fiatText } from '../../../lib/text/format.ts';
import type { Say } from '../../../lib/text/i18n.ts';
import {
  type AmountReason,
  type TransferField,
  isAmount,
  noteLengthMax,
  type ReadAmount,
  readNote,
  type TransferTerms,
  type TransferForm,
} from './order.ts';

type Judged = {
  readonly form: TransferForm;
  readonly payee: PayeeSearch;
  readonly addressProblem: string | undefined;
  readonly amount: ReadAmount | undefined;
  readonly isRepeatedRight: boolean;
  readonly terms: TransferTerms | undefined;
};

/** The problems of the fields that the form's mode has. */
export function findProblems(
  t: Say,
  { form, payee, addressProblem, amount, isRepeatedRight, terms }: Judged,
): Readonly<Record<TransferField, string | undefined>> {
  const isNoteShort = readNote(form.note).length <= noteLengthMax;
  const isRefused = amount?.ok === false && terms !== undefined;
  const isOnChain = form.mode === 'onChain';
  return {
    to: isOnChain ? undefined : payeeProblem(t, form.to, payee),
    address: isOnChain ? addressProblem : undefined,
    amount: isRefused ? amountText(t, amount.reason, terms) : undefined,
    again: repeatProblem(t, form.again, { amount, isRepeatedRight }),
    note: isNoteShort ? undefined : t('transfer.noteError', { max: noteLengthMax }),
  };
}

function repeatProblem(
  t: Say,
  typed: string,
  { amount, isRepeatedRight }: Pick<Judged, 'amount' | 'isRepeatedRight'>,
): string | undefined {
  // Until there is an amount there is nothing to repeat.
  if (isRepeatedRight || amount === undefined || !isAmount(amount)) return undefined;
  return t(typed.trim() === '' ? 'transfer.again' : 'transfer.againError');
}

function payeeProblem(t: Say, typed: string, { answer }: PayeeSearch): string | undefined {
  const to = readPayee(typed);
  if (to === '') return t('transfer.toRequired');
  if (!isPayee(to)) return t('transfer.toError');
  return answer === undefined || answer.kind === 'found' ? undefined : answer.text;
}

/** What is wrong with an amount, in the specification's words where it has them. */
function amountText(t: Say, reason: AmountReason, terms: TransferTerms): string {
  const { currency, scale, decimals, min, max, fee, locked } = terms;
  const coin = (decimal: string) => coinText(decimal, currency, { decimalsMin: decimals });
  switch (reason) {
    case 'empty':
    case 'zero':
      return t('transfer.amountRequired');
    case 'comma':
      return t('transfer.amountComma');
    case 'syntax':
    case 'too_many_digits':
      return t('transfer.amountError');
    case 'decimals':
      return t('transfer.amountDecimals', { currency, scale });
    case 'min':
      return t('transfer.amountMin', { min: coin(min) });
    case 'max':
      return t('transfer.amountMax', { max: coin(max ?? '0') });
    case 'fee':
      return t('transfer.amountFee', { fee: coin(fee) });
    case 'balance':
      return t('transfer.insufficient');
    case 'locked':
      return t('transfer.amountLocked', { locked: coin(locked) });
  }
}

/** "1,284.12 USDT" with the decimals its asset shows at least. */
export function termsText(terms: TransferTerms, decimal: string): string {
  return coinText(decimal, terms.currency, { decimalsMin: terms.decimals });
}

/** The limits under the amount, said before anything is typed. */
export function limitsText(t: Say, terms: TransferTerms, leftToday: string): string {
  const coin = (decimal: string) => termsText(terms, decimal);
  const range =
    terms.max === null
      ? t('transfer.limitsFrom', { min: coin(terms.min) })
      : t('transfer.limits', { min: coin(terms.min), max: coin(terms.max) });
  const left = t('transfer.left', { amount: fiatText(leftToday, 'USD'), hours: hoursIn(payoutWindowMs) });
  const locked = /[1-9]/.test(terms.locked) ? [t('transfer.lockedHint', { locked: coin(terms.locked) })] : [];
  return [range, left, ...locked].join(' · ');
}
