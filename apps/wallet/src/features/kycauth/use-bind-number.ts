import { useState } from 'react';

import { invalidateKyc } from '../../domain/kyc/kyc-queries.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { useText } from '../../lib/text/i18n.ts';
import { type NumberFields, type BindUse, numberBody, numberHead } from './auth-look.ts';
import { type SheetNo, sheetNoOf } from './password-sheet.tsx';

/** How it ended: `expires` is until when the owner may answer; null: it is bound. */
export type BindEnd = { readonly number: string; readonly use: BindUse; readonly expires: number | null };

export type BindProblem = { readonly field: 'authNo' | 'use' | undefined; readonly text: string };

const places = {
  fields: ['authNo', 'use'],
  byRefusal: { record_unknown: 'authNo', try_later: 'authNo' },
} as const;

export type BindNumber = {
  readonly fields: NumberFields;
  readonly problem: BindProblem | undefined;
  readonly end: BindEnd | undefined;
  readonly isUnanswered: boolean;
  readonly set: (more: Partial<NumberFields>) => void;
  readonly send: (payPassword: string) => Promise<SheetNo | undefined>;
  /** Another number. */
  readonly again: () => void;
};

/** The form of a number, and its one way to the server. */
export function useBindNumber(first: string): BindNumber {
  const t = useText();
  const { send, isUnanswered } = useIntent('kyc/bind');
  const empty: NumberFields = {
    number: numberBody(first),
    use: 'card',
    purpose: '',
    contact: '',
    description: '',
  };
  const [fields, setFields] = useState(empty);
  const [problem, setProblem] = useState<BindProblem>();
  const [end, setEnd] = useState<BindEnd>();

  async function bind(payPassword: string): Promise<SheetNo | undefined> {
    const { description, ...rest } = inputOf(fields);
    const input = { ...rest, ...(description !== '' && { description }), payPassword };
    const result = await send(input, { disableLoading: true, onFail: () => undefined });
    await invalidateKyc();
    if (result.ok) {
      setEnd({ number: input.authNo, use: input.use, expires: result.data.expires });
      return undefined;
    }
    // Sent long ago and done: the list of what was made says how.
    if (wasApplied(result)) {
      setFields(empty);
      return undefined;
    }
    const no = sheetNoOf(t, result);
    if (no === undefined) setProblem(problemOf<'authNo' | 'use'>(result, places));
    return no;
  }

  return {
    fields,
    problem,
    end,
    isUnanswered,
    set(more) {
      setFields((before) => ({ ...before, ...more }));
      setProblem(undefined);
    },
    send: bind,
    again() {
      setFields({ ...empty, number: '' });
      setEnd(undefined);
    },
  };
}

function inputOf({ number, use, purpose, contact, description }: NumberFields) {
  return {
    authNo: `${numberHead}${number}`,
    use,
    purpose: purpose.trim(),
    contact: contact.trim(),
    description: description.trim(),
  };
}
