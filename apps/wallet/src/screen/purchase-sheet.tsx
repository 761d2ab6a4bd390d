import { useState } from 'react';

import type { OpenPaySheet } from '../domain/purchase/pay-steps.ts';
import type { PayFlow } from '../domain/purchase/use-purchase.ts';
import { useCodeWords } from '../domain/verification/use-verification.ts';
import { useOnline } from '../lib/device/online.ts';
import { go } from '../lib/route/navigation.ts';
import { paths } from '../lib/route/paths.ts';
import { showSum } from '../lib/text/format.ts';
import { useText } from '../lib/text/i18n.ts';
import { Card } from '../ui/base/card.tsx';
import { Icon } from '../ui/base/icon.tsx';
import { Note } from '../ui/base/note.tsx';
import { CodeField } from '../ui/field/code-field.tsx';
import { PinPad } from '../ui/field/pin-pad.tsx';
import { type KeyValue, KeyValues } from '../ui/list/key-values.tsx';
import { MoneyText } from '../ui/money/money-text.tsx';
import { afterLayer } from '../ui/sheet/use-back-to-close.ts';
import { ScreenSheet } from './screen-sheet.tsx';

type PurchaseWords = {
  readonly title: string;
  readonly codeTitle: string;
  readonly youPay: string;
  /** That the approval is for this payment alone. */
  readonly link: string;
  readonly busy: string;
  readonly offline: string;
};

type SheetProps = {
  readonly pay: PayFlow;
  readonly words: PurchaseWords;
  /** What is paid for, beneath the amount. */
  readonly rows: readonly KeyValue[];
  /** The address that somebody comes back to who has forgotten the payment password. */
  readonly back: string;
};

/** Confirm and pay: the amount and what for, then the payment password, then the digits of the authenticator. */
export function PurchaseSheet({ pay, words, rows, back }: SheetProps) {
  // While the sheet slides away it still shows what it was about.
  const [last, setLast] = useState(pay.sheet);
  if (pay.sheet !== undefined && pay.sheet !== last) setLast(pay.sheet);
  const current = pay.sheet ?? last;
  return (
    <ScreenSheet
      isOpen={pay.sheet !== undefined}
      onClose={pay.close}
      title={current?.step === 'code' ? words.codeTitle : words.title}
      isLocked={pay.isPaying}
    >
      {current === undefined ? null : <Payment sheet={current} words={words} rows={rows} />}
      {current?.step === 'password' ? (
        <PasswordStep sheet={current} pay={pay} words={words} back={back} />
      ) : current?.step === 'code' ? (
        <CodeStep sheet={current} pay={pay} words={words} />
      ) : current === undefined ? null : (
        <Note tone="bad">{current.problem}</Note>
      )}
    </ScreenSheet>
  );
}

type PaymentProps = Pick<SheetProps, 'words' | 'rows'> & { readonly sheet: OpenPaySheet };

/** What is approved, on every step (DESIGN.md "Say what is signed"). */
function Payment({ sheet: { amount, currency }, words, rows }: PaymentProps) {
  return (
    <>
      <Card tone="sunken" className="mt-2">
        <p className="type-sm text-ink-2">{words.youPay}</p>
        <MoneyText size="display" parts={showSum(amount, currency)} />
        <div className="mt-2.5 border-t border-line pt-1">
          <KeyValues isTight rows={rows} />
        </div>
      </Card>
      <p className="mt-2 mb-3 flex gap-2 type-sm text-ink-2">
        <Icon name="link-bold" size={18} className="mt-px flex-none text-ok" />
        <span>{words.link}</span>
      </p>
    </>
  );
}

type StepProps = Pick<SheetProps, 'pay' | 'words'> & { readonly sheet: OpenPaySheet };

function PasswordStep({ sheet, pay, words, back }: StepProps & Pick<SheetProps, 'back'>) {
  const t = useText();
  const { isOnline } = useOnline();
  return (
    <>
      <PinPad
        label={t('transfer.password')}
        deleteLabel={t('shell.keypadDelete')}
        isBusy={!isOnline}
        hint={isOnline ? undefined : words.offline}
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
              afterLayer(() => go(paths.resetPayPassword({ back })));
            }}
          >
            {t('paypwd.forgot')}
          </button>
        </p>
      )}
    </>
  );
}

function CodeStep({ sheet, pay, words }: StepProps) {
  const { fromApp, code } = useCodeWords();
  const { isOnline } = useOnline();
  const hint = pay.isPaying ? words.busy : isOnline ? undefined : words.offline;
  return (
    <>
      <p className="mb-3 text-center type-sm-b">{fromApp}</p>
      <CodeField
        label={code}
        hasFocus
        // A line that broke is tried again by the very digits that are typed.
        isBusy={pay.isPaying}
        hint={hint}
        error={pay.isPaying ? undefined : sheet.problem}
        onComplete={(digits) => void pay.enterCode(digits)}
      />
    </>
  );
}
