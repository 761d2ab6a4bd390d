import { useState } from 'react';

import { useText } from '../../lib/i18n.ts';
import { useOnline } from '../../lib/online.ts';
import { Note } from '../../ui/note.tsx';
import { PinPad } from '../../ui/pin-pad.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { CodeStep } from './code-step.tsx';
import { OrderCard } from './order-card.tsx';
import type { Payment, PaySheetState } from './use-payment.ts';

/** Confirm and pay: what is approved, then the payment password, then a code where one is needed. */
export function PaySheet({ payment }: { readonly payment: Payment }) {
  const t = useText();
  const { sheet } = payment;
  // While the sheet slides away it still shows what it was about.
  const [last, setLast] = useState(sheet);
  if (sheet !== undefined && sheet !== last) setLast(sheet);
  const shown = sheet ?? last;
  return (
    <Sheet
      isOpen={sheet !== undefined}
      onClose={payment.close}
      title={t(shown?.step === 'code' ? 'transfer.codeTitle' : 'transfer.confirmTitle')}
      closeLabel={t('shell.close')}
      isLocked={payment.state.kind === 'sending'}
    >
      {shown?.step === 'password' ? <PasswordStep sheet={shown} payment={payment} /> : null}
      {shown?.step === 'code' ? <CodeStep sheet={shown} payment={payment} /> : null}
    </Sheet>
  );
}

type PasswordStepProps = {
  readonly sheet: PaySheetState & { readonly step: 'password' };
  readonly payment: Payment;
};

function PasswordStep({ sheet, payment }: PasswordStepProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const { order, problem, isLocked } = sheet;
  const isSending = payment.state.kind === 'sending';
  const hint = !isOnline ? t('shell.offlineMoney') : isSending ? t('transfer.busy') : undefined;
  return (
    <>
      <OrderCard order={order} link={t('transfer.link')} />
      {payment.state.kind === 'unknown' ? (
        <p className="mb-3 type-sm">{t('transfer.checkingWithPassword')}</p>
      ) : null}
      {isLocked ? (
        <Note tone="bad">{problem}</Note>
      ) : (
        <PinPad
          label={t('transfer.password')}
          deleteLabel={t('shell.keypadDelete')}
          isBusy={isSending || !isOnline}
          hint={hint}
          error={isOnline ? problem : undefined}
          onComplete={(digits) => void payment.enterPassword(digits)}
        />
      )}
    </>
  );
}
