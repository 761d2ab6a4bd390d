import { freezes } from '@marigold/guard/freezes';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { checkConfirm, checkNewPassword, useNewPassword } from '../../domain/account/new-password.ts';
import { serverClock } from '../../lib/device/clock.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeBefore } from '../../screen/freeze-before.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { NewPasswordFields } from '../../ui/field/new-password-fields.tsx';
import { ForgetFrame } from './forget-frame.tsx';
import type { Recovery } from './recovery.ts';
import { StrongSheet, useStrongSheet } from './strong-sheet.tsx';
import { endsRecovery, recoveries } from './use-recovery.ts';

type Fields = { readonly password: string; readonly confirm: string };
type NewPasswordProps = { readonly recovery: Recovery; readonly onDone: (done: ResetAnswer) => void };

/** `isStrong`: more than a contact approved it, and trading goes on. */
export type ResetAnswer = { readonly freezeUntil: number; readonly isStrong: boolean };

const frozenMs = freezes.passwordReset.spans.payout;

/** Said where the server's own moment was lost with its answer. */
function frozenFromNow(): number {
  return serverClock.now() + frozenMs;
}

/** The new password, its rules ticked while one types. */
export function NewPassword({ recovery: { account, ticket, isStrong }, onDone }: NewPasswordProps) {
  const t = useText();
  const id = useId();
  const intent = useIntent('user/forget/reset');
  const [problem, setProblem] = useState<string>();
  const { control, register, handleSubmit, setError, getValues, formState } = useForm<Fields>({
    defaultValues: { password: '', confirm: '' },
  });
  const { password } = useWatch({ control });
  const newPassword = useNewPassword(password ?? '');
  const { errors, isSubmitting } = formState;

  const sheet = useStrongSheet();

  /** The digits go along with the password, so that none has run out while the password was chosen. */
  async function send(fields: Fields, google: string | undefined): Promise<void> {
    const result = await intent.send(
      google === undefined ? { ticket, ...fields } : { ticket, ...fields, google },
      { showErrors: true, disableLoading: true, onFail: () => undefined },
    );
    if (wasApplied(result)) {
      const freezeUntil = result.ok ? result.data.freezeUntil : frozenFromNow();
      onDone({ freezeUntil, isStrong: google !== undefined });
      return recoveries.forget();
    }
    if (endsRecovery(result)) return;
    if (result.kind === 'refusal' && result.refusal === 'two_step_needed') return sheet.open();
    if (google !== undefined && (result.kind === 'network' || result.field === 'google'))
      return sheet.say(result.kind === 'network' ? t('shell.requestNetworkError') : result.msg);
    sheet.close();
    const no = problemOf(result, {
      fields: ['password', 'confirm'],
      malformed: (field) => t(field === 'password' ? 'login.newPasswordError' : 'login.confirmError'),
    });
    if (no?.field === undefined) setProblem(no?.text);
    else setError(no.field, { message: no.text }, { shouldFocus: true });
  }
  const submit = handleSubmit(async (fields) => {
    setProblem(undefined);
    await send(fields, undefined);
  });

  return (
    <ForgetFrame
      title={t('forget.passwordTitle')}
      text={t('forget.passwordText')}
      back={paths.login()}
      foot={
        <>
          <FreezeBefore reason={isStrong ? 'passwordResetStrong' : 'passwordReset'} />
          <Button
            kind="primary"
            type="submit"
            form={id}
            isBusy={isSubmitting}
            busyLabel={t('forget.submitBusy')}
          >
            {t('forget.submit')}
          </Button>
        </>
      }
    >
      <form id={id} className="grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
        {/* Password managers file the new password under its account. */}
        <input
          className="hidden"
          autoComplete="username"
          value={account}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
        <NewPasswordFields
          {...newPassword}
          password={{
            error: errors.password?.message,
            ...register('password', { validate: (typed) => checkNewPassword(t, typed), deps: ['confirm'] }),
          }}
          confirm={{
            error: errors.confirm?.message,
            ...register('confirm', { validate: (typed, form) => checkConfirm(t, typed, form.password) }),
          }}
        />
        {problem === undefined ? null : <Note tone="bad">{problem}</Note>}
      </form>
      <StrongSheet sheet={sheet} onCode={async (digits) => await send(getValues(), digits)} />
    </ForgetFrame>
  );
}
