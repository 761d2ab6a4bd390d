import type { VerifyMethod } from '@marigold/guard/factors';
import { parseUnits } from '@marigold/money/amount';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';

import { type LimitsNow, useLimitChange, type LimitsWanted } from '../../domain/verification/own-limits.ts';
import type { Approval } from '../../domain/verification/use-verification.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { fiatText, momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';

/** What stands for no method of one's own. */
export const strongest = 'strongest';

export type LimitEntry = {
  readonly single: string;
  readonly total: string;
  readonly payments: string;
  readonly method: VerifyMethod | typeof strongest;
};

const fieldNames = ['single', 'total', 'payments'] as const;

export type LimitFormState = {
  readonly form: UseFormReturn<LimitEntry>;
  readonly approval: Approval<LimitsWanted>;
  readonly problem: string | undefined;
  readonly submit: () => Promise<void>;
  readonly checks: Readonly<
    Record<(typeof fieldNames)[number], (typed: string, all: LimitEntry) => true | string>
  >;
};

/** US cents; undefined for what is no amount. */
const cents = (typed: string) => parseUnits(typed, 2);

export function useLimitForm({ values, bounds }: LimitsNow): LimitFormState {
  const t = useText();
  const [problem, setProblem] = useState<string>();
  const form = useForm<LimitEntry>({
    defaultValues: {
      single: values.single,
      total: values.total,
      payments: String(values.payments),
      method: values.method ?? strongest,
    },
  });
  const approval = useLimitChange({
    onDone({ pending }) {
      const text =
        pending === null ? t('limit.saved') : t('limit.asked', { time: momentText(pending.effectiveAt) });
      showToast({ text });
    },
    onNo(failure) {
      const no = problemOf(failure, { fields: fieldNames, malformed: () => t('limit.amountError') });
      if (no?.field === undefined) setProblem(no?.text);
      else form.setError(no.field, { message: no.text }, { shouldFocus: true });
    },
  });
  const paymentsHint = t('limit.paymentsHint', { most: bounds.payments });
  return {
    form,
    approval,
    problem,
    submit: form.handleSubmit(async ({ single, total, payments, method }) => {
      setProblem(undefined);
      const wanted = { single, total, payments: Number(payments), alwaysWait: values.alwaysWait };
      await approval.submit(method === strongest ? wanted : { ...wanted, method });
    }),
    checks: {
      single: (typed) => cents(typed) !== undefined || t('limit.amountError'),
      total(typed, { single }) {
        const [one, all, most] = [cents(single), cents(typed), cents(bounds.total)];
        if (all === undefined) return t('limit.amountError');
        if (one !== undefined && one > all) return t('limit.differ');
        if (most !== undefined && all > most) return t('limit.bound', { max: fiatText(bounds.total, 'USD') });
        return true;
      },
      payments: (typed) =>
        (/^\d{1,2}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= bounds.payments) || paymentsHint,
    },
  };
}
