import { nameMax, remarkMax } from '@marigold/contract/limits';
import { useState } from 'react';

import { readAddress } from '../../domain/chain/address-text.ts';
import { type AddressSearch, useAddress, useAddressProblem } from '../../domain/chain/use-address.ts';
import { invalidatePayees, type Payee } from '../../domain/payee/payee-queries.ts';
import { isPayee, readPayee } from '../../domain/payee/payee-text.ts';
import { type PayeeSearch, usePayee } from '../../domain/payee/use-payee.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { useText } from '../../lib/text/i18n.ts';
import { type Travel, useTravel } from './use-networks.ts';

const fieldNames = ['name', 'to', 'remark'] as const;
type FieldName = (typeof fieldNames)[number];
export type PayeeKind = 'person' | 'address';
export type PayeeFields = Readonly<Record<FieldName | 'currency' | 'chain', string>> & {
  readonly kind: PayeeKind;
};

export type PayeeForm = {
  readonly fields: PayeeFields;
  readonly errors: Partial<Readonly<Record<FieldName, string>>>;
  /** What is wrong with the whole. */
  readonly problem: string | undefined;
  /** Who `to` means; the person of a known recipient cannot be changed. */
  readonly person: PayeeSearch;
  /** What is known of `to` as an address. */
  readonly address: AddressSearch;
  readonly travel: Travel;
  readonly isSaving: boolean;
  readonly set: (field: keyof PayeeFields, typed: string) => void;
  readonly save: () => Promise<void>;
};

/** Somebody to be added, as far as another page knows. */
export type NewPayee = {
  readonly to: string;
  readonly currency?: string | undefined;
  readonly chain?: string | undefined;
};

/** Adds a recipient, or changes the words of a known one. `onDone` gets what was saved. */
export function usePayeeForm(
  known: Payee | undefined,
  { start, onDone }: { readonly start: NewPayee | undefined; readonly onDone: (saved: Payee) => void },
): PayeeForm {
  const t = useText();
  const add = useIntent('payee/add');
  const edit = useIntent('payee/edit');
  const [fields, setFields] = useState(() => fieldsOf(known, start));
  const [errors, setErrors] = useState<PayeeForm['errors']>({});
  const [problem, setProblem] = useState<string>();
  const recipient = useRecipient(fields, known);

  function findErrors(): PayeeForm['errors'] {
    const { name, remark } = fields;
    const to = known === undefined ? recipient.problem : undefined;
    return {
      ...(name.trim() === '' || name.length > nameMax
        ? { name: t('payee.nameError', { max: nameMax }) }
        : {}),
      ...(to === undefined ? {} : { to }),
      ...(remark.length > remarkMax ? { remark: t('payee.remarkError', { max: remarkMax }) } : {}),
    };
  }

  async function save(): Promise<void> {
    setProblem(undefined);
    const wrong = findErrors();
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    const { name, remark } = fields;
    const words = { name: name.trim(), ...(remark.trim() === '' ? {} : { remark: remark.trim() }) };
    const options = { showErrors: true, disableLoading: true, onFail: () => undefined } as const;
    const result =
      known === undefined
        ? await add.send({ ...words, ...recipient.input }, options)
        : await edit.send({ ...words, id: known.id }, options);
    if (result.ok) {
      await invalidatePayees();
      return onDone(result.data);
    }
    const no = problemOf(result, { fields: fieldNames, byRefusal: addressPlaces });
    if (no?.field === undefined) setProblem(no?.text);
    else setErrors({ [no.field]: no.text });
  }

  return {
    fields,
    errors: { ...recipient.errors, ...errors },
    problem,
    person: recipient.person,
    address: recipient.address,
    travel: recipient.travel,
    isSaving: add.isSending || edit.isSending,
    set(field, typed) {
      setFields((before) => ({ ...before, [field]: typed }));
      const about = field === 'name' || field === 'remark' ? field : 'to';
      setErrors(({ [about]: _gone, ...others }) => others);
    },
    save,
  };
}

/** What is wrong with an address belongs to its field, whoever says it. */
const addressPlaces: Readonly<Record<string, FieldName>> = {
  address_malformed: 'to',
  address_checksum: 'to',
  address_other_chain: 'to',
  address_is_zero: 'to',
  address_is_token: 'to',
  address_is_ours: 'to',
  payee_is_self: 'to',
  payee_known: 'to',
};

function fieldsOf(known: Payee | undefined, start: NewPayee | undefined): PayeeFields {
  const chain = known?.chain ?? start?.chain ?? '';
  return {
    kind: chain === '' ? 'person' : 'address',
    name: known?.name ?? '',
    to: known?.address ?? start?.to ?? '',
    currency: known?.currency ?? start?.currency ?? '',
    chain,
    remark: known?.remark ?? '',
  };
}

/** What `to` says: a person of Marigold, or an address where the currency travels. */
function useRecipient({ kind, to, currency, chain }: PayeeFields, known: Payee | undefined) {
  const t = useText();
  const isPerson = kind === 'person';
  const knownPerson =
    known === undefined || known.masked === null ? undefined : { to: known.address, masked: known.masked };
  const person = usePayee(isPerson ? to : '', knownPerson);
  const travel = useTravel(currency === '' ? undefined : currency, chain === '' ? undefined : chain);
  const { network } = travel;
  const standard = network?.standard ?? '';
  const place = { chain: network?.chain ?? '', standard, currency: travel.currency };
  const typed = isPerson || known !== undefined ? '' : to;
  const address = useAddress(typed, place);
  const addressProblem = useAddressProblem(typed, { name: network?.name ?? '', standard }, address);
  const personProblem = isPayee(readPayee(to)) ? undefined : t('payee.whoError');
  const input = isPerson
    ? { to: readPayee(to) }
    : { to: readAddress(to), chain: place.chain, currency: place.currency };
  return {
    person,
    address,
    travel,
    input,
    problem: isPerson ? personProblem : addressProblem,
    errors: isPerson ? personError(person) : addressError(address),
  };
}

function personError({ answer }: PayeeSearch): { readonly to?: string } {
  return answer === undefined || answer.kind === 'found' ? {} : { to: answer.text };
}

function addressError({ answer }: AddressSearch): { readonly to?: string } {
  return answer === undefined || answer.kind === 'found' ? {} : { to: answer.text };
}
