import { nameMax } from '@marigold/contract/limits';
import { useState } from 'react';

import { session } from '../../lib/device/session.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Field } from '../../ui/field/field.tsx';

/** The contract takes no more. */

/** What others see, masked. The button comes when there is something to keep. */
export function NicknameForm({ nickname }: { readonly nickname: string }) {
  const t = useText();
  const intent = useIntent('user/profile/set');
  const [typed, setTyped] = useState(nickname);
  const [problem, setProblem] = useState<string>();
  const isChanged = typed.trim() !== nickname;

  async function save(): Promise<void> {
    if (typed.trim() === '') return setProblem(t('setting.nicknameEmpty', { max: nameMax }));
    setProblem(undefined);
    const options = { showErrors: true, disableLoading: true, onFail: () => undefined };
    const result = await intent.send({ nickname: typed }, options);
    if (result.ok) {
      session.setUser(result.data);
      setTyped(result.data.nickname);
      showToast({ text: t('setting.saved') });
      return;
    }
    setProblem(
      problemOf(result, { fields: ['nickname'], malformed: () => t('setting.nicknameError') })?.text,
    );
  }

  return (
    <form
      className="mt-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label={t('setting.nickname')}
        hint={t('setting.nicknameHint')}
        error={problem}
        maxLength={nameMax}
        autoComplete="nickname"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(undefined);
        }}
      />
      {isChanged ? (
        <div className="mt-3">
          <Button kind="primary" type="submit" isBusy={intent.isSending} busyLabel={t('setting.saving')}>
            {t('setting.nicknameSave')}
          </Button>
        </div>
      ) : null}
    </form>
  );
}
