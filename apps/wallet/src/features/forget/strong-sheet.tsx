import { useState } from 'react';

import { useCodeWords } from '../../domain/verification/use-verification.ts';
import { useOnline } from '../../lib/device/online.ts';
import { useText } from '../../lib/text/i18n.ts';
import { CodeField } from '../../ui/field/code-field.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';

/** Undefined while it is closed; what is wrong with the digits while it is open. */
type SheetState = { readonly problem: string | undefined };

export type StrongAsk = {
  readonly state: SheetState | undefined;
  readonly open: () => void;
  readonly say: (problem: string) => void;
  readonly close: () => void;
};

export function useStrongSheet(): StrongAsk {
  const [state, setState] = useState<SheetState>();
  return {
    state,
    open: () => setState({ problem: undefined }),
    say: (problem) => setState({ problem }),
    close: () => setState(undefined),
  };
}

type StrongSheetProps = {
  readonly sheet: StrongAsk;
  readonly onCode: (digits: string) => Promise<void>;
};

/** The digits of the authenticator, which the new password needs beside the code of the contact. */
export function StrongSheet({ sheet: { state, close }, onCode }: StrongSheetProps) {
  const t = useText();
  const words = useCodeWords();
  const { isOnline } = useOnline();
  const [isBusy, setBusy] = useState(false);

  async function check(digits: string): Promise<void> {
    setBusy(true);
    try {
      await onCode(digits);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Sheet
      isOpen={state !== undefined}
      onClose={close}
      title={t('forget.strongTitle')}
      text={t('forget.strongText')}
      closeLabel={t('shell.close')}
      isLocked={isBusy}
    >
      <CodeField
        label={words.code}
        hasFocus
        isBusy={isBusy || !isOnline}
        hint={isBusy ? words.checking : isOnline ? words.fromApp : words.offline}
        error={isOnline ? state?.problem : undefined}
        onComplete={(digits) => void check(digits)}
      />
    </Sheet>
  );
}
