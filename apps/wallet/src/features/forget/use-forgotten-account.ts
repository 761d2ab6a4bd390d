import { type BaseSyntheticEvent, useState } from 'react';
import { type UseFormRegister, useForm, useWatch } from 'react-hook-form';

import { isLoginName, readLoginName } from '../../domain/account/contact.ts';
import { callWithWork, useEarlyWork } from '../../domain/account/puzzle.ts';
import { serverClock } from '../../lib/device/clock.ts';
import { useStore } from '../../lib/device/store.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { recoveries } from './use-recovery.ts';

type Fields = { readonly account: string };

export type ForgottenAccount = {
  readonly register: UseFormRegister<Fields>;
  /** What is wrong with the name. */
  readonly accountError: string | undefined;
  /** What concerns no field. */
  readonly problem: string | undefined;
  readonly isSubmitting: boolean;
  /** The browser is at work on a puzzle, and it takes its time. */
  readonly isChecking: boolean;
  /** A recovery before this one ran out of time. */
  readonly isOver: boolean;
  readonly submit: (event: BaseSyntheticEvent) => Promise<void>;
};

/** The form that begins a recovery; it starts with the name that is given, or else the last one typed. */
export function useForgottenAccount(account: string | undefined): ForgottenAccount {
  const t = useText();
  const state = useStore(recoveries.state);
  const [problem, setProblem] = useState<string>();
  const [isChecking, setChecking] = useState(false);
  const { control, register, handleSubmit, setError, formState } = useForm<Fields>({
    defaultValues: { account: account ?? state?.account ?? '' },
  });
  const typed = useWatch({ control, name: 'account' });
  const early = useEarlyWork('forget', isLoginName(typed) ? readLoginName(typed) : undefined);

  const submit = handleSubmit(async (fields) => {
    setProblem(undefined);
    const name = readLoginName(fields.account);
    const onSlow = () => setChecking(true);
    const result = await callWithWork(
      'user/forget/find',
      { account: name },
      { showErrors: true, disableLoading: true, onFail: () => undefined, early, onSlow },
    ).finally(() => setChecking(false));
    if (result.ok) {
      const { expires } = result.data;
      recoveries.begin({ account: name, ...result.data, expires: serverClock.onDevice(expires) });
      return go(paths.forgetSelect());
    }
    const no = problemOf(result, { fields: ['account'], malformed: () => t('login.accountRequired') });
    if (no === undefined) return;
    if (no.field === undefined) setProblem(no.text);
    else setError('account', { message: no.text }, { shouldFocus: true });
  });
  const { errors, isSubmitting } = formState;
  const isOver = state !== undefined && 'isOver' in state;
  const accountError = errors.account?.message;
  return { register, accountError, problem, isSubmitting, isChecking, isOver, submit };
}
