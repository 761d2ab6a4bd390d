import { readEntry } from '@marigold/money/entry';
import { useEffect, useEffectEvent, useState } from 'react';

import { looksLikeAddress, readAddress } from '../../../domain/chain/address-text.ts';
import {
  type AddressFacts,
  type AddressSearch,
  useAddress,
  useAddressProblem,
} from '../../../domain/chain/use-address.ts';
import { useTransferConfig } from '../../../domain/payee/payee-queries.ts';
import { type PayeeSearch, usePayee } from '../../../domain/payee/use-payee.ts';
import { networkText } from '../../../lib/http/network.ts';
import type { TransferSearch } from '../../../lib/route/paths.ts';
import { currentLanguage, useText } from '../../../lib/text/i18n.ts';
import type { FormNo } from '../pay/form-no.ts';
import type { QuoteRequest } from '../quote/quote.ts';
import { type TermsState, useTerms } from '../quote/use-terms.ts';
import { drafts } from './draft.ts';
import { findProblems } from './form-problems.ts';
import {
  entryOf,
  type TransferField,
  fieldsOfMode,
  type InternalOrder,
  isReportedWhileTyping,
  isSameAmount,
  noteOf,
  makeOrder,
  type ReadAmount,
  readAgain,
  readAmount,
  type TransferTerms,
  type TransferForm,
  writtenAmount,
} from './order.ts';

export type TransferFormState = TermsState & {
  readonly form: TransferForm;
  readonly payee: PayeeSearch;
  readonly address: AddressSearch;
  /** What is known of the address; undefined inside Marigold and while nothing is. */
  readonly facts: AddressFacts | undefined;
  readonly errors: Readonly<Record<TransferField, string | undefined>>;
  /** The typed amount; undefined until the terms are known. */
  readonly amount: ReadAmount | undefined;
  readonly isRepeatedRight: boolean;
  readonly set: (field: keyof TransferForm, typed: string) => void;
  /** A field was left: what is wrong with it may be said now. */
  readonly leave: (field: TransferField) => void;
  /** What to approve, or undefined when something has to be corrected first; then the focus is there. */
  readonly review: () => Promise<InternalOrder | QuoteRequest | undefined>;
  readonly isReviewing: boolean;
};

type FormInput = {
  /** The form's id on the page: its first wrong field gets the focus. */
  readonly id: string;
  readonly uid: string;
  readonly search: TransferSearch;
  readonly no: FormNo | undefined;
  readonly onEdit: () => void;
};

/** The form of a transfer. `no` is why the last order was refused; it stands at its field until that is changed. */
export function useTransferForm({ id, uid, search, no, onEdit }: FormInput): TransferFormState {
  const [start] = useState(() => startOf(uid, search));
  const [form, setForm] = useState(start.form);
  const [left, setLeft] = useState<ReadonlySet<TransferField>>(new Set());
  const [isReviewing, setReviewing] = useState(false);
  const payee = usePayee(form.to, start.found);
  const found = payee.answer?.kind === 'found' ? payee.answer.found : undefined;
  useEffect(() => drafts.keep(uid, { ...form, found }), [uid, form, found]);
  useEffect(() => focusField(id, no?.field), [id, no]);
  const checked = useChecked(form, payee);
  const { state, address, problems } = checked;
  // The order that was refused has begun the day of the address: its note says until when by now.
  const refreshAddress = useEffectEvent(() => void address.refresh());
  useEffect(() => {
    if (no?.refusal === 'payee_locked') refreshAddress();
  }, [no]);

  function problemIn(field: TransferField): string | undefined {
    if (no?.field === field) return no.text;
    const isLive =
      field === 'amount' && checked.amount?.ok === false && isReportedWhileTyping(checked.amount.reason);
    const answer = field === 'to' ? payee.answer : field === 'address' ? address.answer : undefined;
    return left.has(field) || isLive || answer !== undefined ? problems[field] : undefined;
  }

  return {
    ...state,
    ...checked,
    form,
    payee,
    errors: {
      to: problemIn('to'),
      address: problemIn('address'),
      amount: problemIn('amount'),
      again: problemIn('again'),
      note: problemIn('note'),
    },
    set(field, typed) {
      onEdit();
      // The asset on screen stays while one types, whatever else the balances become.
      setForm((before) => changed({ ...before, currency: state.currency }, field, typed));
      // A field that is being corrected is judged again when it is left.
      const judgedAgain: readonly string[] = field === 'currency' ? ['amount', 'again'] : [field];
      setLeft((before) => new Set([...before].filter((one) => !judgedAgain.includes(one))));
    },
    leave(field) {
      if (field === 'to') void payee.find();
      if (field === 'address') void address.find();
      if (form[field] !== '') setLeft((before) => new Set(before).add(field));
    },
    async review() {
      if (isReviewing) return undefined;
      setReviewing(true);
      setLeft(new Set(fieldsOfMode(form.mode)));
      try {
        const checkedOrder = await findOrder(form, payee, checked);
        if (checkedOrder === undefined || typeof checkedOrder === 'string') focusField(id, checkedOrder);
        else return checkedOrder;
      } finally {
        setReviewing(false);
      }
      return undefined;
    },
    isReviewing,
  };
}

type Checked = {
  readonly state: TermsState;
  /** For this recipient. */
  readonly terms: TransferTerms | undefined;
  readonly leftToday: string | undefined;
  readonly address: AddressSearch;
  readonly facts: AddressFacts | undefined;
  readonly amount: ReadAmount | undefined;
  /** The amount entered again, a plain decimal; undefined while it is none. */
  readonly again: string | undefined;
  readonly isRepeatedRight: boolean;
  readonly problems: Readonly<Record<TransferField, string | undefined>>;
};

/** The form against what may be sent and what is known of who gets it. */
function useChecked(form: TransferForm, payee: PayeeSearch): Checked {
  const t = useText();
  const state = useTerms(form);
  const { network, currency } = state;
  const standard = network?.standard ?? '';
  const address = useAddress(form.address, { chain: network?.chain ?? '', standard, currency });
  const addressProblem = useAddressProblem(form.address, { name: network?.name ?? '', standard }, address);
  const isKnown = form.mode === 'onChain' && address.answer?.kind === 'found';
  const facts = isKnown && address.answer?.kind === 'found' ? address.answer.found : undefined;
  // An address of Marigold is paid inside: without a fee, within the bounds of internal transfers.
  const isInside = (facts?.internal ?? null) !== null;
  const inside = useTransferConfig(isInside ? currency : '').data;
  const terms = isInside ? insideTerms(state.terms, inside) : state.terms;
  const language = currentLanguage();
  const amount = terms === undefined ? undefined : readAmount(form.amount, language, terms);
  const again = terms === undefined ? undefined : readAgain(form, language, terms.scale);
  const isRepeatedRight = terms !== undefined && isSameAmount(form, language, terms.scale);
  const problems = findProblems(t, { form, payee, addressProblem, amount, isRepeatedRight, terms });
  const leftToday = inside?.leftToday ?? state.leftToday;
  return { state, terms, leftToday, address, facts, amount, again, isRepeatedRight, problems };
}

/** Until the bounds inside are known those of the chain stand, which are narrower. */
function insideTerms(
  terms: TransferTerms | undefined,
  inside: Omit<TransferTerms, 'decimals'> | undefined,
): TransferTerms | undefined {
  return terms === undefined ? undefined : { ...terms, ...inside, fee: '0' };
}

/** What is asked for, or the first field that is wrong; undefined where nothing can be said yet. */
async function findOrder(
  form: TransferForm,
  payee: PayeeSearch,
  { state, terms, address, amount, again, problems }: Checked,
): Promise<InternalOrder | QuoteRequest | TransferField | undefined> {
  const isOnChain = form.mode === 'onChain';
  const person = isOnChain ? undefined : await payee.find();
  const facts = isOnChain ? await address.find() : undefined;
  const isFound = person !== undefined || facts !== undefined;
  const recipient = isOnChain ? 'address' : 'to';
  const wrong = fieldsOfMode(form.mode).find((field) =>
    field === recipient ? !isFound : problems[field] !== undefined,
  );
  if (wrong !== undefined || terms === undefined || amount?.ok !== true || again === undefined) return wrong;
  if (person !== undefined) return makeOrder(form, person, { units: amount.units, again }, terms);
  if (facts === undefined || state.network === undefined) return undefined;
  return {
    kind: 'quote',
    currency: terms.currency,
    chain: state.network.chain,
    address: facts.address,
    amount: writtenAmount(amount.units),
    again,
    decimals: terms.decimals,
    network: networkText(state.network),
    name: facts.payee?.name ?? null,
    note: noteOf(form.note),
  };
}

/** The typed amount as a decimal, whatever the limits say of it; undefined while it is none. */
export function amountDecimal({ form, terms }: TransferFormState): string | undefined {
  if (terms === undefined) return undefined;
  const entry = readEntry(form.amount, currentLanguage(), terms.scale);
  return entry.ok && /[1-9]/.test(entry.decimal) ? entry.decimal : undefined;
}

/** An amount belongs to its asset: another currency starts with an empty one. */
function changed(before: TransferForm, field: keyof TransferForm, typed: string): TransferForm {
  if (field === 'to' && looksLikeAddress(readAddress(typed))) {
    // Nobody is called like that: it was meant for a chain.
    return { ...before, mode: 'onChain', address: readAddress(typed) };
  }
  if (field !== 'currency') return { ...before, [field]: typed };
  return typed === before.currency ? before : { ...before, currency: typed, amount: '', again: '' };
}

const emptyForm: TransferForm = {
  mode: 'internal',
  to: '',
  address: '',
  chain: '',
  currency: '',
  amount: '',
  again: '',
  note: '',
};

/** What the address of the page says comes before what was left unfinished. */
function startOf(uid: string, search: TransferSearch) {
  const { found, ...draft } = drafts.read(uid) ?? { ...emptyForm, found: undefined };
  const { to = draft.to, address = draft.address, currency = draft.currency, amount } = search;
  const wanted = search.chain === 'internal' ? undefined : search.chain;
  const named = { ...draft, mode: modeOf(search) ?? draft.mode, to, address, chain: wanted ?? draft.chain };
  const form = changed(named, 'currency', currency);
  // What somebody asked for is filled in once; the person who pays still types it again.
  const checkedOrder = amount === undefined ? undefined : entryOf(amount, currentLanguage());
  return { form: checkedOrder === undefined ? form : { ...form, amount: checkedOrder, again: '' }, found };
}

/** How the page was asked to send; undefined where its address does not say. */
function modeOf({ to, address, chain }: TransferSearch): TransferForm['mode'] | undefined {
  if (chain === 'internal') return 'internal';
  if (address !== undefined || chain !== undefined) return 'onChain';
  return to === undefined ? undefined : 'internal';
}

function focusField(formId: string, field: TransferField | undefined): void {
  if (field === undefined) return;
  const form = document.getElementById(formId);
  form?.querySelector<HTMLElement>(`:is(input, textarea)[name="${field}"]`)?.focus();
}
