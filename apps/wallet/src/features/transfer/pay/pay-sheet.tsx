import { useState } from 'react';

import { useOnline } from '../../../lib/device/online.ts';
import { go } from '../../../lib/route/navigation.ts';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { ScreenSheet } from '../../../screen/screen-sheet.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { Note } from '../../../ui/base/note.tsx';
import { PinPad } from '../../../ui/field/pin-pad.tsx';
import { afterLayer } from '../../../ui/sheet/use-back-to-close.ts';
import { OrderCard } from '../form/order-card.tsx';
import { CodeStep } from './code-step.tsx';
import type { PaySheetState } from './payment-steps.ts';
import type { PaymentFlow } from './use-payment.ts';

/** Confirm and pay: what is approved, then the payment password, then a code where one is needed. */
export function PaySheet({ payment }: { readonly payment: PaymentFlow }) {
  const t = useText();
  const { sheet } = payment;
  // While the sheet slides away it still shows what it was about.
  const [last, setLast] = useState(sheet);
  if (sheet !== undefined && sheet !== last) setLast(sheet);
  const current = sheet ?? last;
  return (
    <ScreenSheet
      isOpen={sheet !== undefined}
      onClose={payment.close}
      title={t(titleOf[current?.step ?? 'password'])}
      isLocked={payment.state.kind === 'sending'}
    >
      {current?.step === 'password' || current?.step === 'locked' ? (
        <PasswordStep sheet={current} payment={payment} />
      ) : null}
      {current?.step === 'code' ? <CodeStep sheet={current} payment={payment} /> : null}
      {current?.step === 'expired' ? <ExpiredStep sheet={current} payment={payment} /> : null}
    </ScreenSheet>
  );
}

const titleOf = {
  password: 'transfer.confirmTitle',
  locked: 'transfer.confirmTitle',
  code: 'transfer.codeTitle',
  expired: 'transfer.expiredTitle',
} as const;

type StepProps<Step extends PaySheetState['step']> = {
  readonly sheet: PaySheetState & { readonly step: Step };
  readonly payment: PaymentFlow;
};

/** The minute of the quote is over. Nothing is lost: the same is asked for once more, and approved anew. */
function ExpiredStep({ sheet, payment }: StepProps<'expired'>) {
  const t = useText();
  const { isOnline } = useOnline();
  const { order, problem } = sheet;
  return (
    <>
      <OrderCard order={order} />
      <p role="status" className="mt-3 mb-4 type-sm text-ink-2">
        {problem ?? t('transfer.expiredText')}
      </p>
      <Button
        kind="primary"
        icon="arrow-clockwise-bold"
        isBusy={payment.isQuoting}
        busyLabel={t('transfer.quoting')}
        disabledReason={isOnline ? undefined : t('shell.offlineMoney')}
        onPress={payment.quoteAgain}
      >
        {t('transfer.quoteAgain')}
      </Button>
    </>
  );
}

function PasswordStep({ sheet, payment }: StepProps<'password' | 'locked'>) {
  const t = useText();
  const { isOnline } = useOnline();
  const { step, order, problem } = sheet;
  const isSending = payment.state.kind === 'sending';
  const hint = !isOnline ? t('shell.offlineMoney') : isSending ? t('transfer.busy') : undefined;
  return (
    <>
      <OrderCard
        order={order}
        link={t(order.kind === 'onChain' ? 'transfer.linkAddress' : 'transfer.link')}
      />
      {payment.state.kind === 'unknown' ? (
        <p className="mb-3 type-sm">{t('transfer.checkingWithPassword')}</p>
      ) : null}
      {step === 'locked' ? (
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
      {problem === undefined ? null : (
        <p className="mt-3 text-center type-sm">
          <button
            type="button"
            className="link"
            onClick={() => {
              payment.close();
              afterLayer(() => go(paths.resetPayPassword({ back: paths.transfer() })));
            }}
          >
            {t('paypwd.forgot')}
          </button>
        </p>
      )}
    </>
  );
}
