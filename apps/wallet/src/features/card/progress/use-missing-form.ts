import { useState } from 'react';

import { type CardApplication, invalidateCards } from '../../../domain/card/card-queries.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { showToast } from '../../../lib/device/toasts.ts';
import { NetworkFailure } from '../../../lib/http/api.ts';
import { problemOf } from '../../../lib/http/form-problem.ts';
import { useIntent } from '../../../lib/intents/intent.ts';
import { wasApplied } from '../../../lib/intents/once.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { idOfCardField } from '../order/place-fields.tsx';
import { forgetForm, typeInForm, useTypedForm } from '../typed-forms.ts';
import { type MissingFields, readMissing } from './missing-check.ts';

export type MissingForm = {
  readonly fields: MissingFields;
  readonly type: (field: keyof MissingFields, text: string) => void;
  readonly errorOf: (field: keyof MissingFields) => string | undefined;
  readonly problem: string | undefined;
  readonly isSending: boolean;
  readonly send: () => Promise<void>;
};

/** The name of the form of what is missing among what is typed. */
export function formOfMissing(applicationId: string): string {
  return `missing ${applicationId}`;
}

/** What the card company asks for, filled in and sent once. */
export function useMissingForm({ applicationId, missing }: CardApplication): MissingForm {
  const t = useText();
  const { isOnline } = useOnline();
  const form = formOfMissing(applicationId);
  const typed = useTypedForm(form);
  const { send, isSending } = useIntent('card/apply/complete');
  const [areNeedsSeen, setNeedsSeen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const fields = fieldsOf(typed);
  const read = readMissing(fields, missing);

  async function sendGiven(): Promise<void> {
    const input = { applicationId, ...read.given };
    const result = await send(input, { disableLoading: true, onFail: () => undefined });
    if (!result.ok && result.kind === 'network') return setProblem(t('card.unanswered'));
    if (wasApplied(result)) {
      forgetForm(form);
      setNeedsSeen(false);
      showToast({ text: t('card.ask.done') });
    } else setProblem(problemOf(result, { fields: [] })?.text);
    await invalidateCards();
  }

  return {
    fields,
    type(field, text) {
      typeInForm(form, field, text);
      setProblem(undefined);
    },
    errorOf: (field) => {
      const issue = areNeedsSeen ? read.issues[field] : undefined;
      if (issue === undefined) return undefined;
      return t(issue === 'need' ? `card.need.${field}` : 'card.malformed.line');
    },
    problem,
    isSending,
    async send() {
      setNeedsSeen(true);
      setProblem(undefined);
      const [wrong] = Object.keys(read.issues);
      if (wrong !== undefined) return document.getElementById(idOfCardField(wrong))?.focus();
      if (!isOnline) return;
      try {
        await sendGiven();
      } catch (error) {
        if (!(error instanceof NetworkFailure)) throw error;
        void invalidateCards();
        setProblem(t('card.unanswered'));
      }
    },
  };
}

function fieldsOf(typed: ReturnType<typeof useTypedForm>): MissingFields {
  const text = (field: keyof MissingFields) => typed[field] ?? '';
  return {
    occupation: text('occupation'),
    income: text('income'),
    purpose: text('purpose'),
    country: text('country'),
    city: text('city'),
    postal: text('postal'),
    line: text('line'),
  };
}
