import { missingFor } from '@marigold/guard/page-needs';
import { useState } from 'react';

import { useOnline } from '../../../lib/device/online.ts';
import { useSession } from '../../../lib/device/session.ts';
import { NetworkFailure } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/call.ts';
import { linkTo } from '../../../lib/route/link.tsx';
import { go } from '../../../lib/route/navigation.ts';
import { paths } from '../../../lib/route/paths.ts';
import { sayNow, useText } from '../../../lib/text/i18n.ts';
import { ScreenSheet } from '../../../screen/screen-sheet.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { Note } from '../../../ui/base/note.tsx';
import { PinPad } from '../../../ui/field/pin-pad.tsx';
import { afterLayer } from '../../../ui/sheet/use-back-to-close.ts';

type ConfirmSheetProps = {
  readonly isOpen: boolean;
  /** Where the way back from the pages of the payment password leads. */
  readonly back: string;
  readonly onClose: () => void;
  /** This login may trade from now on. */
  readonly onConfirmed: () => void;
};

/** The payment password before the first order of a login; the order that asked for it goes on by itself. */
export function ConfirmOrderSheet({ isOpen, back, onClose, onConfirmed }: ConfirmSheetProps) {
  const t = useText();
  const { user } = useSession();
  const [isBusy, setBusy] = useState(false);
  return (
    <ScreenSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('trade.confirm.title')}
      text={t('trade.confirm.text')}
      isLocked={isBusy}
    >
      {user !== undefined && missingFor('/pages/transaction/transaction', user) !== undefined ? (
        <>
          <p className="mb-3 type-sm text-ink-2">{t('trade.confirm.missing')}</p>
          <Button kind="primary" icon="lock-key" link={linkTo(paths.paymentPassword({ back }))}>
            {t('trade.confirm.set')}
          </Button>
        </>
      ) : (
        <Password back={back} onBusy={setBusy} onClose={onClose} onConfirmed={onConfirmed} />
      )}
    </ScreenSheet>
  );
}

type PasswordProps = Pick<ConfirmSheetProps, 'back' | 'onClose' | 'onConfirmed'> & {
  readonly onBusy: (isBusy: boolean) => void;
};
type Problem = { readonly text: string; readonly isLocked: boolean };

function Password({ back, onBusy, onClose, onConfirmed }: PasswordProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  async function enter(payPassword: string): Promise<void> {
    setSending(true);
    onBusy(true);
    setProblem(undefined);
    const wrong = await confirm(payPassword);
    setSending(false);
    onBusy(false);
    if (wrong === undefined) onConfirmed();
    else setProblem(wrong);
  }

  return (
    <>
      {problem?.isLocked === true ? (
        <Note tone="bad">{problem.text}</Note>
      ) : (
        <PinPad
          label={t('trade.confirm.password')}
          deleteLabel={t('shell.keypadDelete')}
          isBusy={isSending || !isOnline}
          hint={isOnline ? undefined : t('trade.offline')}
          error={isOnline ? problem?.text : undefined}
          onComplete={(digits) => void enter(digits)}
        />
      )}
      {problem === undefined ? null : (
        <p className="mt-3 text-center type-sm">
          <button
            type="button"
            className="link"
            onClick={() => {
              onClose();
              afterLayer(() => go(paths.resetPayPassword({ back })));
            }}
          >
            {t('trade.confirm.forgot')}
          </button>
        </p>
      )}
    </>
  );
}

/** Undefined when it was right; a lock says so, and no other try is offered. */
async function confirm(payPassword: string): Promise<Problem | undefined> {
  try {
    const result = await call(
      'trade/confirm',
      { payPassword },
      { disableLoading: true, onFail: () => undefined },
    );
    if (result.ok) return undefined;
    const isWrong = result.kind === 'refusal' && result.refusal === 'payment_password_incorrect';
    return {
      text: result.kind === 'network' ? sayNow('shell.requestNetworkError') : result.msg,
      isLocked: result.kind === 'refusal' && !isWrong,
    };
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    return { text: sayNow('shell.requestNetworkError'), isLocked: false };
  }
}
