import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';

import { isAccount, readAccount } from '../../domain/account/contact.ts';
import { serverClock } from '../../lib/device/clock.ts';
import { useStore } from '../../lib/device/store.ts';
import { call } from '../../lib/http/call.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { go } from '../../lib/route/navigation.ts';
import { type ForgetUsernameSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { Field } from '../../ui/field/field.tsx';
import { ForgetFrame } from './forget-frame.tsx';
import { recoveries } from './use-recovery.ts';

type Fields = { readonly account: string };

/** The account whose password is forgotten. The answer is the same whether it exists or not. */
export function ForgetUsernamePage({ account }: ForgetUsernameSearch) {
  const t = useText();
  const id = useId();
  const state = useStore(recoveries.state);
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm<Fields>({
    defaultValues: { account: account ?? state?.account ?? '' },
  });

  const submit = handleSubmit(async (fields) => {
    setProblem(undefined);
    const typed = readAccount(fields.account);
    const result = await call(
      'user/forget/find',
      { account: typed },
      { showErrors: true, disableLoading: true, onFail: () => undefined },
    );
    if (result.ok) {
      const { expires } = result.data;
      recoveries.begin({ account: typed, ...result.data, expires: serverClock.onDevice(expires) });
      return go(paths.forgetSelect());
    }
    const no = problemOf(result, { fields: ['account'], malformed: () => t('login.accountRequired') });
    if (no === undefined) return;
    if (no.field === undefined) setProblem(no.text);
    else setError('account', { message: no.text }, { shouldFocus: true });
  });

  return (
    <ForgetFrame
      title={t('forget.title')}
      text={t('forget.intro')}
      back={paths.login()}
      foot={
        <Button
          kind="primary"
          type="submit"
          form={id}
          isBusy={formState.isSubmitting}
          busyLabel={t('forget.busy')}
        >
          {t('forget.find')}
        </Button>
      }
    >
      <form id={id} className="grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
        {state !== undefined && 'isOver' in state ? <Note tone="warn">{t('forget.expired')}</Note> : null}
        <Field
          label={t('login.account')}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          error={formState.errors.account?.message}
          {...register('account', { validate: (typed) => isAccount(typed) || t('login.accountRequired') })}
        />
        {problem === undefined ? null : <Note tone="bad">{problem}</Note>}
      </form>
    </ForgetFrame>
  );
}
