import { type ReactNode, useState } from 'react';

import { useOnline } from '../../lib/device/online.ts';
import { type Failure, NetworkFailure } from '../../lib/http/api.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { type Say, useText } from '../../lib/text/i18n.ts';
import { ScreenSheet } from '../../screen/screen-sheet.tsx';
import { Note } from '../../ui/base/note.tsx';
import { PinPad } from '../../ui/field/pin-pad.tsx';
import { afterLayer } from '../../ui/sheet/use-back-to-close.ts';

/** What the sheet says of a "no"; `isLocked`: no other try is offered. */
export type SheetNo = { readonly text: string; readonly isLocked: boolean };

type SheetProps = {
  readonly isOpen: boolean;
  readonly title: string;
  readonly text: string;
  /** What is approved. */
  readonly children?: ReactNode;
  /** Where the way back from the pages of the payment password leads. */
  readonly back: string;
  /** Undefined: it is over, and the page says how. */
  readonly send: (payPassword: string) => Promise<SheetNo | undefined>;
  readonly onClose: () => void;
};

/** What is about to happen, and the payment password that approves it. */
export function PasswordSheet({ isOpen, title, text, children, back, send, onClose }: SheetProps) {
  const t = useText();
  const [isSending, setSending] = useState(false);
  const [no, setNo] = useState<SheetNo>();

  async function enter(payPassword: string): Promise<void> {
    setSending(true);
    setNo(undefined);
    const answer = await sendSafely(t, async () => await send(payPassword));
    setSending(false);
    setNo(answer);
    if (answer === undefined) onClose();
  }

  function close(): void {
    setNo(undefined);
    onClose();
  }

  return (
    <ScreenSheet isOpen={isOpen} onClose={close} title={title} text={text} isLocked={isSending}>
      {children}
      {no?.isLocked === true ? (
        <Note tone="bad">{no.text}</Note>
      ) : (
        <Pad isSending={isSending} error={no?.text} onComplete={(digits) => void enter(digits)} />
      )}
      {no === undefined ? null : (
        <p className="mt-3 text-center type-sm">
          <button
            type="button"
            className="link"
            onClick={() => {
              close();
              afterLayer(() => go(paths.resetPayPassword({ back })));
            }}
          >
            {t('kycauth.forgot')}
          </button>
        </p>
      )}
    </ScreenSheet>
  );
}

type PadProps = {
  readonly isSending: boolean;
  readonly error: string | undefined;
  readonly onComplete: (digits: string) => void;
};

function Pad({ isSending, error, onComplete }: PadProps) {
  const t = useText();
  const { isOnline } = useOnline();
  return (
    <PinPad
      label={t('kycauth.password')}
      deleteLabel={t('shell.keypadDelete')}
      // A line that broke is tried again with the sheet as it stands.
      isBusy={isSending || (!isOnline && error === undefined)}
      hint={isOnline ? undefined : t('kycauth.offline')}
      error={error}
      onComplete={onComplete}
    />
  );
}

async function sendSafely(t: Say, send: () => Promise<SheetNo | undefined>): Promise<SheetNo | undefined> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    return { text: t('kycauth.unanswered'), isLocked: false };
  }
}

const locks: ReadonlySet<string> = new Set(['payment_password_locked', 'payment_password_disabled']);

/** What of a failure is said in the sheet; undefined: the page says it. */
export function sheetNoOf(t: Say, failure: Failure): SheetNo | undefined {
  if (failure.kind === 'network') return { text: t('kycauth.unanswered'), isLocked: false };
  if (failure.kind === 'status') return { text: failure.msg, isLocked: true };
  if (locks.has(failure.refusal)) return { text: failure.msg, isLocked: true };
  if (failure.refusal !== 'payment_password_incorrect') return undefined;
  return { text: failure.msg, isLocked: false };
}
