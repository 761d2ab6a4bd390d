import { readEntry } from '@marigold/money/entry';
import { useEffect, useState } from 'react';

import { coinText, fiatText } from '../../lib/format.ts';
import { currentLanguage, type Say, useText } from '../../lib/i18n.ts';
import type { TransferSearch } from '../../lib/paths.ts';
import { drafts } from './draft.ts';
import {
  type AmountReason,
  type FieldName,
  fieldNames,
  isAmount,
  isSaidWhileTyping,
  isSameAmount,
  makeOrder,
  noteLengthMax,
  type Order,
  type ReadAmount,
  readAmount,
  readNote,
  type Terms,
  type TransferForm,
} from './order.ts';
import { isPayee, readPayee } from './payee.ts';
import { type PayeeSearch, usePayee } from './use-payee.ts';
import type { FormNo } from './use-payment.ts';
import { type TermsState, useTerms } from './use-terms.ts';

export type TransferFormState = TermsState & {
  readonly form: TransferForm;
  readonly payee: PayeeSearch;
  readonly errors: Readonly<Record<FieldName, string | undefined>>;
  /** The typed amount; undefined until the terms are known. */
  readonly amount: ReadAmount | undefined;
  readonly isRepeatedRight: boolean;
  readonly set: (field: FieldName | 'currency', typed: string) => void;
  /** A field was left: what is wrong with it may be said now. */
  readonly leave: (field: FieldName) => void;
  /** The order to approve, or undefined when something has to be corrected first; then the focus is there. */
  readonly review: () => Promise<Order | undefined>;
  readonly isReviewing: boolean;
};

type FormInput = {
  /** The form's id on the page: its first wrong field gets the focus. */
  readonly id: string;
  readonly uid: string;
  readonly search: TransferSearch;
  readonly no: FormNo | undefined;
  readonly forgetNo: () => void;
};

/** The form of a transfer. `no` is why the last order was refused; it stands at its field until that is changed. */
export function useTransferForm({ id, uid, search, no, forgetNo }: FormInput): TransferFormState {
  const t = useText();
  const [start] = useState(() => startOf(uid, search));
  const [form, setForm] = useState(start.form);
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const [isReviewing, setReviewing] = useState(false);
  const payee = usePayee(form.to, start.found);
  const state = useTerms(form.currency);
  const found = payee.answer?.kind === 'found' ? payee.answer.payee : undefined;
  useEffect(() => drafts.keep(uid, { ...form, found }), [uid, form, found]);
  useEffect(() => focusField(id, no?.field), [id, no]);
  const language = currentLanguage();
  const amount = state.terms === undefined ? undefined : readAmount(form.amount, language, state.terms);
  const isRepeatedRight = state.terms !== undefined && isSameAmount(form, language, state.terms.scale);
  const problems = findProblems(t, { form, payee, amount, isRepeatedRight, state });

  function shown(field: FieldName): string | undefined {
    if (no?.field === field) return no.text;
    const isLive = field === 'amount' && amount?.ok === false && isSaidWhileTyping(amount.reason);
    const isAnswered = field === 'to' && payee.answer !== undefined;
    return left.has(field) || isLive || isAnswered ? problems[field] : undefined;
  }

  async function check(): Promise<Order | undefined> {
    setLeft(new Set(fieldNames));
    const person = await payee.find();
    const wrong = fieldNames.find(
      (field) => problems[field] !== undefined && (field !== 'to' || person === undefined),
    );
    if (wrong === undefined && person !== undefined && amount?.ok === true && state.terms !== undefined) {
      return makeOrder(form, person, amount.units, state.terms);
    }
    focusField(id, person === undefined ? 'to' : wrong);
    return undefined;
  }

  return {
    ...state,
    form,
    payee,
    amount,
    isRepeatedRight,
    errors: { to: shown('to'), amount: shown('amount'), again: shown('again'), note: shown('note') },
    set(field, typed) {
      if (no !== undefined) forgetNo();
      // The asset on screen stays while one types, whatever else the balances become.
      setForm((before) => changed({ ...before, currency: state.currency }, field, typed));
      // A field that is being corrected is judged again when it is left.
      const judgedAgain = field === 'currency' ? ['amount', 'again'] : [field];
      setLeft((before) => new Set([...before].filter((one) => !judgedAgain.includes(one))));
    },
    leave(field) {
      if (field === 'to') void payee.find();
      if (form[field] !== '') setLeft((before) => new Set(before).add(field));
    },
    async review() {
      if (isReviewing) return undefined;
      setReviewing(true);
      try {
        return await check();
      } finally {
        setReviewing(false);
      }
    },
    isReviewing,
  };
}

/** The typed amount as a decimal, whatever the limits say of it; undefined while it is none. */
export function amountDecimal({ form, terms }: TransferFormState): string | undefined {
  if (terms === undefined) return undefined;
  const entry = readEntry(form.amount, currentLanguage(), terms.scale);
  return entry.ok && /[1-9]/.test(entry.decimal) ? entry.decimal : undefined;
}

/** An amount belongs to its asset: another currency starts with an empty one. */
function changed(before: TransferForm, field: FieldName | 'currency', typed: string): TransferForm {
  if (field !== 'currency') return { ...before, [field]: typed };
  return typed === before.currency ? before : { ...before, currency: typed, amount: '', again: '' };
}

/** What the address says comes before what was left unfinished. */
function startOf(uid: string, { to, currency }: TransferSearch) {
  const draft = drafts.read(uid);
  const empty: TransferForm = { to: '', currency: '', amount: '', again: '', note: '' };
  const { found, ...kept } = draft ?? { ...empty, found: undefined };
  const form = changed({ ...kept, to: to ?? kept.to }, 'currency', currency ?? kept.currency);
  return { form, found };
}

function focusField(formId: string, field: FieldName | undefined): void {
  if (field === undefined) return;
  document.getElementById(formId)?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus();
}

type Judged = Pick<TransferFormState, 'form' | 'payee' | 'amount' | 'isRepeatedRight'> & {
  readonly state: TermsState;
};

function findProblems(t: Say, { form, payee, amount, isRepeatedRight, state }: Judged) {
  const isNoteShort = readNote(form.note).length <= noteLengthMax;
  const isRefused = amount?.ok === false && state.terms !== undefined;
  return {
    to: payeeProblem(t, form.to, payee),
    amount: isRefused ? amountText(t, amount.reason, state.terms) : undefined,
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
function amountText(t: Say, reason: AmountReason, terms: Terms): string {
  const { currency, scale, decimals, min, max } = terms;
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
    case 'balance':
      return t('transfer.insufficient');
  }
}

/** "1,284.12 USDT" with the decimals its asset shows at least. */
export function termsText(terms: Terms, decimal: string): string {
  return coinText(decimal, terms.currency, { decimalsMin: terms.decimals });
}

/** The limits under the amount, said before anything is typed. */
export function limitsText(t: Say, terms: Terms, leftToday: string): string {
  const coin = (decimal: string) => termsText(terms, decimal);
  const range =
    terms.max === null
      ? t('transfer.limitsFrom', { min: coin(terms.min) })
      : t('transfer.limits', { min: coin(terms.min), max: coin(terms.max) });
  return `${range} · ${t('transfer.left', { amount: fiatText(leftToday, 'USD') })}`;
}
