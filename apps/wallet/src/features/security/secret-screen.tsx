import type { FreezeReason } from '@marigold/guard/freezes';
import type { ComponentProps, ReactNode } from 'react';

import { useCodeWords } from '../../domain/verification/use-verification.ts';
import { useOnline } from '../../lib/device/online.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeBefore } from '../../screen/freeze-before.tsx';
import { ScreenCodeSheet } from '../../screen/screen-code-sheet.tsx';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';

type SecretScreenProps = {
  /** Of the form inside, which the button below sends. */
  readonly id: string;
  readonly form: Pick<ComponentProps<typeof ScreenCodeSheet>, 'approval'> & {
    readonly isSubmitting: boolean;
  };
  readonly onLeave: () => void;
  readonly title: string;
  readonly intro: string;
  readonly submit: string;
  /** What the change freezes, said above the button. */
  readonly brings: FreezeReason;
  /** Why it cannot be done now, beside a server that is not reached. */
  readonly no?: string | undefined;
  readonly code: { readonly title: string; readonly text: string };
  readonly children: ReactNode;
};

/** Changing a secret: what follows from it, the form, and the code that approves it. Off while nobody can be asked. */
export function SecretScreen(props: SecretScreenProps) {
  const { id, form, onLeave, title, intro, submit, brings, no, code, children } = props;
  const t = useText();
  const words = useCodeWords();
  const { isOnline } = useOnline();
  return (
    <Screen
      width="480"
      back={onLeave}
      foot={
        <>
          <FreezeBefore reason={brings} />
          <Button
            kind="primary"
            type="submit"
            form={id}
            isBusy={form.isSubmitting}
            busyLabel={t('password.busy')}
            disabledReason={isOnline ? no : words.offline}
          >
            {submit}
          </Button>
        </>
      }
    >
      <h2 className="mt-2 type-1">{title}</h2>
      <p className="mt-1 mb-5 type-sm text-ink-2">{intro}</p>
      {children}
      <ScreenCodeSheet title={code.title} text={code.text} approval={form.approval} />
    </Screen>
  );
}
