import { type SyntheticEvent, useState } from 'react';

import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import type { CodeEntryWords } from '../../ui/field/code-entry.tsx';
import { Field } from '../../ui/field/field.tsx';
import type { LoginMethod } from './pending-login.ts';

const letters = 12;
const groupLetters = 4;

type RecoveryEntryProps = {
  readonly words: Pick<CodeEntryWords<LoginMethod>, 'otherWay' | 'checking' | 'offline'>;
  readonly isBusy: boolean;
  readonly isOnline: boolean;
  readonly problem: string | undefined;
  readonly onCode: (code: string) => void;
  readonly onOther: () => void;
};

/** A code on paper, typed or pasted with whatever stands between its groups. */
export function RecoveryEntry({ words, isBusy, isOnline, problem, onCode, onOther }: RecoveryEntryProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [isShort, setShort] = useState(false);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    const code = typed.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
    setShort(code.length !== letters);
    if (code.length === letters) onCode(inGroups(code));
  }

  return (
    <form className="grid grid-cols-1 gap-4" noValidate onSubmit={submit}>
      <Field
        label={t('login.recoveryCode')}
        hint={t('login.recoveryHint')}
        error={isShort ? t('login.recoveryIncomplete') : problem}
        placeholder="XXXX-XXXX-XXXX"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        autoFocus
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button
        kind="primary"
        type="submit"
        isBusy={isBusy}
        busyLabel={words.checking}
        disabledReason={isOnline ? undefined : words.offline}
      >
        {t('login.submit')}
      </Button>
      <Button kind="secondary" isDisabled={isBusy} onPress={onOther}>
        {words.otherWay}
      </Button>
    </form>
  );
}

function inGroups(code: string): string {
  return Array.from({ length: letters / groupLetters }, (_, group) =>
    code.slice(group * groupLetters, (group + 1) * groupLetters),
  ).join('-');
}
