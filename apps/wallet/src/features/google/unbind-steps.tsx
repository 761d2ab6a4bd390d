import { useState } from 'react';

import { useNewPassword } from '../../domain/account/new-password.ts';
import type { User } from '../../lib/device/session.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeBefore } from '../../screen/freeze-before.tsx';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { CheckCells } from './check-cells.tsx';
import { type Unbind, useUnbind } from './use-unbind.ts';

type StepsProps = { readonly user: User; readonly onLeave: () => void; readonly onDone: () => void };
type Step = 'password' | 'app' | 'paper';

/** Unbinding in two steps: the login password, then the app's digits or a recovery code. What it pauses is said first. */
export function UnbindSteps({ user, onLeave, onDone }: StepsProps) {
  const t = useText();
  const [step, setStep] = useState<Step>('password');
  const [loginPassword, setLoginPassword] = useState('');
  const unbind = useUnbind({
    user,
    loginPassword,
    onDone,
    onPasswordNo: () => setStep('password'),
  });
  return (
    <Screen width="480" back={step === 'password' ? onLeave : () => setStep('password')}>
      <h2 className="mt-2 type-1">{t('google.unbindTitle')}</h2>
      <p className="mt-1 mb-5 type-sm text-ink-2">{t('google.unbindText')}</p>
      {step === 'password' ? (
        <PasswordStep
          typed={loginPassword}
          pauses={user.passkeys === 0}
          problem={unbind.passwordProblem}
          onNext={(typed) => {
            setLoginPassword(typed);
            setStep('app');
          }}
        />
      ) : step === 'app' ? (
        <CheckCells check={unbind.check} />
      ) : (
        <PaperStep unbind={unbind} />
      )}
      {step === 'password' ? null : (
        <div className="mt-4">
          <Button kind="secondary" onPress={() => setStep(step === 'app' ? 'paper' : 'app')}>
            {t(step === 'app' ? 'google.usePaper' : 'google.useApp')}
          </Button>
        </div>
      )}
    </Screen>
  );
}

type PasswordProps = {
  readonly typed: string;
  /** Nothing as strong is left afterwards. */
  readonly pauses: boolean;
  readonly problem: string | undefined;
  readonly onNext: (typed: string) => void;
};

function PasswordStep({ typed: before, pauses, problem, onNext }: PasswordProps) {
  const t = useText();
  const { words } = useNewPassword('');
  const [typed, setTyped] = useState(before);
  const [isMissing, setMissing] = useState(false);
  const error =
    isMissing && typed === '' ? t('paypwd.loginPasswordRequired') : typed === before ? problem : undefined;
  return (
    <form
      className="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === '') setMissing(true);
        else onNext(typed);
      }}
    >
      <PasswordField
        label={t('paypwd.loginPassword')}
        autoComplete="current-password"
        showLabel={words.show}
        hideLabel={words.hide}
        error={error}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div>
        {pauses ? <FreezeBefore reason="strongRemoved" /> : null}
        <Button kind="danger" type="submit">
          {t('google.unbindNext')}
        </Button>
      </div>
    </form>
  );
}

function PaperStep({ unbind }: { readonly unbind: Unbind }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  async function send(): Promise<void> {
    const isWhole = /^[A-Za-z0-9 -]{12,20}$/.test(typed.trim());
    setProblem(isWhole ? await unbind.enterRecoveryCode(typed.trim()) : t('google.recoveryRequired'));
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Field
        label={t('google.recovery')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={problem}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button kind="danger" busyLabel={t('password.busy')} onPress={send}>
        {t('google.unbind')}
      </Button>
    </div>
  );
}
