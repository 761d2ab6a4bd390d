import type { Passkey } from '@marigold/contract/calls/passkey';
import { hoursIn } from '@marigold/contract/durations';
import { nameMax } from '@marigold/contract/limits';
import { freezes } from '@marigold/guard/freezes';
import { useId, useState } from 'react';

import type { User } from '../../lib/device/session.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { queryClient } from '../../lib/query/queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ScreenCodeSheet } from '../../screen/screen-code-sheet.tsx';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { Field } from '../../ui/field/field.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { KeyState } from './key-list.tsx';
import { useRemoveKey } from './use-remove-key.ts';

type OneKeyProps = {
  readonly user: User;
  readonly passkey: Passkey;
  readonly onLeave: () => void;
  readonly onRemoved: () => void;
};

/** One key: called otherwise, or removed. */
export function OneKey(props: OneKeyProps) {
  const { passkey, onLeave } = props;
  return (
    <Screen width="480" back={onLeave} subject={passkey.name}>
      <p className="mt-2 mb-5 type-sm text-ink-2">
        <KeyState passkey={passkey} />
      </p>
      <Rename passkey={passkey} onLeave={onLeave} />
      <Remove {...props} />
    </Screen>
  );
}

function Rename({ passkey: { id, name: before }, onLeave }: Pick<OneKeyProps, 'passkey' | 'onLeave'>) {
  const t = useText();
  const intent = useIntent('user/passkey/rename');
  const [name, setName] = useState(before);
  const isBlank = name.trim() === '';

  async function save(): Promise<void> {
    const result = await intent.send({ id, name }, { showErrors: true, disableLoading: true });
    if (!result.ok && !wasApplied(result)) return;
    showToast({ text: t('passkeys.renamed') });
    await queryClient.invalidateQueries({ queryKey: ['user/passkey/list'] });
    onLeave();
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <Field
        label={t('passkeys.name')}
        maxLength={nameMax}
        autoComplete="off"
        value={name}
        error={isBlank ? t('passkeys.nameRequired') : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <Button kind="secondary" isDisabled={isBlank || name === before} onPress={save}>
        {t('passkeys.save')}
      </Button>
    </div>
  );
}

function Remove({ user, passkey, onRemoved }: Omit<OneKeyProps, 'onLeave'>) {
  const t = useText();
  const id = useId();
  const form = useRemoveKey(user, passkey, onRemoved);
  return (
    <>
      <SectionHead isQuiet title={t('passkeys.removeTitle', { name: passkey.name })} />
      <form
        id={id}
        className="grid grid-cols-1 gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <p className="type-sm text-ink-2">
          {t('passkeys.removeText', { hours: hoursIn(freezes.strongRemoved.spans.payout) })}
        </p>
        <PasswordField
          label={t('passkeys.loginPassword')}
          autoComplete="current-password"
          showLabel={t('shell.showPassword')}
          hideLabel={t('shell.hidePassword')}
          error={form.errors.loginPassword?.message}
          {...form.register('loginPassword', {
            validate: (typed) => typed !== '' || t('login.passwordRequired'),
          })}
        />
        {form.problem === undefined ? null : <Note tone="bad">{form.problem}</Note>}
        <Button kind="danger" type="submit" isBusy={form.isSubmitting} busyLabel={t('verify.checking')}>
          {t('passkeys.remove')}
        </Button>
      </form>
      <ScreenCodeSheet
        title={t('passkeys.approveTitle')}
        text={t('passkeys.approveRemove', { name: passkey.name })}
        approval={form.approval}
      />
    </>
  );
}
