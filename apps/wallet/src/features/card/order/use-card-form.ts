import { useState } from 'react';

import { useCountries } from '../../../domain/account/countries.ts';
import type { CardMethod, CardProductItem } from '../../../domain/card/card-queries.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { useSession } from '../../../lib/device/session.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { forgetForm, typeInForm, useTypedForm } from '../typed-forms.ts';
import { agreementKey } from './issuer-agreement.tsx';
import {
  methodsOf,
  type CardFormField,
  type CardFormFields,
  readLatinName,
  readCardForm,
  type ReadCardForm,
} from './order-check.ts';
import { orderIssueText } from './order-words.ts';
import { idOfCardField } from './place-fields.tsx';
import { useApplyCard } from './use-apply-card.ts';

export type CardForm = {
  readonly fields: CardFormFields;
  readonly methods: readonly ('mail' | 'pickup')[];
  readonly isAgreed: boolean;
  readonly type: (field: CardFormField, text: string) => void;
  readonly agree: (isOn: boolean) => void;
  /** What is alerts at a field now. */
  readonly errorOf: (field: CardFormField | 'agreement') => string | undefined;
  /** What is alerts of the whole form. */
  readonly problem: string | undefined;
  readonly isUnanswered: boolean;
  readonly isSending: boolean;
  readonly send: () => Promise<void>;
};

/** The name of the form of a product among what is typed. */
export function formOfProduct(productId: string): string {
  return `order ${productId}`;
}

/** An application as it is filled in, held against the rules, and sent once. */
export function useCardForm(product: CardProductItem, method: CardMethod): CardForm {
  const t = useText();
  const { isOnline } = useOnline();
  const { productId, issuer } = product;
  const form = formOfProduct(productId);
  const typed = useTypedForm(form);
  const [areNeedsSeen, setNeedsSeen] = useState(false);
  const apply = useApplyCard(() => typeInForm(form, 'agreed', ''));
  const rules = {
    form: product.form,
    countries: method.countries,
    pickups: method.pickups.map(({ pickupId }) => pickupId),
  };
  const methods = methodsOf(rules);
  const fields = fieldsNow(typed, methods, useDialling());
  const isAgreed = typed['agreed'] === agreementKey(issuer);
  const read = readCardForm(fields, rules, isAgreed);

  async function send(): Promise<void> {
    setNeedsSeen(true);
    const [wrong] = Object.keys(read.issues);
    if (wrong !== undefined) return document.getElementById(idOfCardField(wrong))?.focus();
    if (isOnline && (await apply.send(inputOf(product, read)))) forgetForm(form);
  }

  return {
    fields,
    methods,
    isAgreed,
    type(field, text) {
      typeInForm(form, field, field === 'latinName' ? readLatinName(text) : text);
      apply.forgetProblem();
    },
    agree(isOn) {
      typeInForm(form, 'agreed', isOn ? agreementKey(issuer) : '');
      apply.forgetProblem();
    },
    errorOf: (field) => {
      if (apply.problem?.field === field && !(field === 'agreement' && isAgreed)) return apply.problem.text;
      const issue = areNeedsSeen ? read.issues[field] : undefined;
      return issue === undefined ? undefined : orderIssueText(t, field, issue);
    },
    problem: apply.problem?.field === undefined ? apply.problem?.text : undefined,
    isUnanswered: apply.isUnanswered,
    isSending: apply.isSending,
    send,
  };
}

/** The dialling code of the region of this account, as a number begins; the account's own number is not shown whole. */
function useDialling(): string {
  const region = useSession().user?.region;
  const area = useCountries().data?.list.find(({ code }) => code === region)?.area;
  return area === undefined ? '' : `+${area} `;
}

type Typed = ReturnType<typeof useTypedForm>;

/** What was typed, and what is known where nothing was: nobody writes the same twice. */
function fieldsNow(typed: Typed, methods: CardForm['methods'], dialling: string): CardFormFields {
  const latinName = typed['latinName'] ?? '';
  return {
    latinName,
    phone: typed['phone'] ?? dialling,
    method: methods.find((one) => one === typed['method']) ?? methods[0] ?? 'mail',
    recipient: typed['recipient'] ?? latinName,
    country: typed['country'] ?? '',
    city: typed['city'] ?? '',
    postal: typed['postal'] ?? '',
    line: typed['line'] ?? '',
    residential: typed['residential'] ?? 'yes',
    pickup: typed['pickup'] ?? '',
  };
}

function inputOf({ productId, issuer }: CardProductItem, { latinName, phone, delivery }: ReadCardForm) {
  const { contentId, version } = issuer;
  return {
    productId,
    latinName,
    phone,
    ...(delivery !== undefined && { delivery }),
    agreed: { contentId, version },
  };
}
