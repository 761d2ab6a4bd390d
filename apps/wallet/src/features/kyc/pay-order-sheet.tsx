import { useState } from 'react';

import { useCodeWords } from '../../domain/verification/use-verification.ts';
import { useOnline } from '../../lib/device/online.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { showSum } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ScreenSheet } from '../../screen/screen-sheet.tsx';
import { Card } from '../../ui/base/card.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { Note } from '../../ui/base/note.tsx';
import { CodeField } from '../../ui/field/code-field.tsx';
import { PinPad } from '../../ui/field/pin-pad.tsx';
import { KeyValues } from '../../ui/list/key-values.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { afterLayer } from '../../ui/sheet/use-back-to-close.ts';
import type { OpenPaySheet } from './pay-steps.ts';
import type { PayOrder } from './use-pay-order.ts';

type SheetProps = { readonly pay: PayOrder; readonly orderId: string };

/** Confirm and pay: the amount and what for, then the payment password, then the digits of the authenticator. */
export function PayOrderSheet({ pay, orderId }: SheetProps) {
  const t = useText();
  // While the sheet slides away it still shows what it was about.
  const [last, setLast] = useState(pay.sheet);
  if (pay.sheet !== undefined && pay.sheet !== last) setLast(pay.sheet);
  const current = pay.sheet ?? last;
  return (
    <ScreenSheet
      isOpen={pay.sheet !== undefined}
      onClose={pay.close}
      title={t(current?.step === 'code' ? 'kyc.pay.codeTitle' : 'kyc.pay.title')}
      isLocked={pay.isPaying}
    >
      {current === undefined ? null : <Payment sheet={current} />}
      {current?.step === 'password' ? (
        <PasswordStep sheet={current} pay={pay} orderId={orderId} />
      ) : current?.step === 'code' ? (
        <CodeStep sheet={current} pay={pay} />
      ) : current === undefined ? null : (
        <Note tone="bad">{current.problem}</Note>
      )}
    </ScreenSheet>
  );
}

/** What is approved, on every step (DESIGN.md "Say what is signed"). */
function Payment({ sheet: { amount, currency } }: { readonly sheet: OpenPaySheet }) {
  const t = useText();
  return (
    <>
      <Card tone="sunken" className="mt-2">
        <p className="type-sm text-ink-2">{t('kyc.pay.youPay')}</p>
        <MoneyText size="display" parts={showSum(amount, currency)} />
        <div className="mt-2.5 border-t border-line pt-1">
          <KeyValues isTight rows={[{ key: t('kyc.pay.for'), value: t('bill.type.BUY_KYC') }]} />
        </div>
      </Card>
      <p className="mt-2 mb-3 flex gap-2 type-sm text-ink-2">
        <Icon name="link-bold" size={18} className="mt-px flex-none text-ok" />
        <span>{t('kyc.pay.link')}</span>
      </p>
    </>
  );
}

function PasswordStep({ sheet, pay, orderId }: SheetProps & { readonly sheet: OpenPaySheet }) {
  const t = useText();
  const { isOnline } = useOnline();
  return (
    <>
      <PinPad
        label={t('transfer.password')}
        deleteLabel={t('shell.keypadDelete')}
        isBusy={!isOnline}
        hint={isOnline ? undefined : t('kyc.pay.offline')}
        error={isOnline ? sheet.problem : undefined}
        onComplete={pay.enterPassword}
      />
      {sheet.problem === undefined ? null : (
        <p className="mt-3 text-center type-sm">
          <button
            type="button"
            className="link"
            onClick={() => {
              pay.close();
              afterLayer(() => go(paths.resetPayPassword({ back: paths.kycOrder({ id: orderId }) })));
            }}
          >
            {t('paypwd.forgot')}
          </button>
        </p>
      )}
    </>
  );
}

function CodeStep({ sheet, pay }: { readonly sheet: OpenPaySheet; readonly pay: PayOrder }) {
  const t = useText();
  const words = useCodeWords();
  const { isOnline } = useOnline();
  const hint = pay.isPaying ? t('kyc.pay.busy') : isOnline ? undefined : t('kyc.pay.offline');
  return (
    <>
      <p className="mb-3 text-center type-sm-b">{words.fromApp}</p>
      <CodeField
        label={words.code}
        hasFocus
        // A line that broke is tried again by the very digits that are typed.
        isBusy={pay.isPaying}
        hint={hint}
        error={pay.isPaying ? undefined : sheet.problem}
        onComplete={(code) => void pay.enterCode(code)}
      />
    </>
  );
}
