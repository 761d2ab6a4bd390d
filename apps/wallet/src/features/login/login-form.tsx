import { sessionDays } from '@marigold/contract/durations';
import { lazy, Suspense, useId, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';

import { isLoginName, readLoginName } from '../../domain/account/contact.ts';
import { passkeySupport } from '../../domain/verification/passkey.ts';
import { session } from '../../lib/device/session.ts';
import { PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { Checkbox } from '../../ui/field/choice-rows.tsx';
import { Field } from '../../ui/field/field.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { waitingName } from './pending-login.ts';
import { type LoginFields, useLogIn } from './use-login.ts';

// What speaks with authenticators comes once the form stands.
const PasskeyWay = lazy(async () => ({ default: (await import('./passkey-way.tsx')).PasskeyWay }));

/** The first face: who you are and your password. What was typed stays through every "no". */
export function LoginForm() {
  const t = useText();
  const logIn = useLogIn();
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const {
    control,
    register,
    getValues,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<LoginFields>({
    defaultValues: { account: waitingName.get() || session.nameBefore(), password: '', remember: false },
  });

  const account = readLoginName(useWatch({ control, name: 'account' }));

  const submit = handleSubmit(async (fields) => {
    setProblem(undefined);
    const outcome = await logIn(fields);
    if (outcome === true || outcome === undefined) return;
    if (outcome.field === undefined) setProblem(outcome.text);
    else setError(outcome.field, { message: outcome.text }, { shouldFocus: true });
  });

  return (
    <form id={id} className="grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('login.account')}
        autoComplete="username webauthn"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        error={errors.account?.message}
        {...register('account', { validate: (typed) => isLoginName(typed) || t('login.accountRequired') })}
      />
      <PasswordField
        label={t('login.password')}
        labelEnd={
          <PageLink to={paths.forgetUsername(isLoginName(account) ? { account } : {})}>
            {t('login.forgot')}
          </PageLink>
        }
        autoComplete="current-password"
        showLabel={t('shell.showPassword')}
        hideLabel={t('shell.hidePassword')}
        error={errors.password?.message}
        {...register('password', { validate: (typed) => typed !== '' || t('login.passwordRequired') })}
      />
      <Controller
        control={control}
        name="remember"
        render={({ field }) => (
          <Checkbox isOn={field.value} onChange={field.onChange}>
            {t('login.remember', { days: sessionDays.remembered })}
          </Checkbox>
        )}
      />
      {problem === undefined ? null : <Note tone="bad">{problem}</Note>}
      <Button kind="primary" type="submit" isBusy={isSubmitting} busyLabel={t('login.busy')}>
        {t('login.submit')}
      </Button>
      {passkeySupport() === 'yes' ? (
        <Suspense>
          <PasskeyWay remember={() => getValues('remember')} />
        </Suspense>
      ) : null}
    </form>
  );
}
