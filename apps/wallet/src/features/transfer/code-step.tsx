import { useState } from 'react';

import { clockText, coinText } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { useOnline } from '../../lib/online.ts';
import { Button } from '../../ui/button.tsx';
import { RadioRows } from '../../ui/choice-rows.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { FieldHint } from '../../ui/field.tsx';
import { OrderCard } from './order-card.tsx';
import type { Order } from './order.ts';
import type { Challenge, VerifyMethod } from './use-challenge.ts';
import type { Payment, PaySheetState } from './use-payment.ts';

type CodeStepProps = {
  readonly sheet: PaySheetState & { readonly step: 'code' };
  readonly payment: Payment;
};

const methodTexts = { email: 'transfer.codeMethodEmail', sms: 'transfer.codeMethodSms' } as const;

/** The second verification: the server's own summary, and the code that works for nothing else. */
export function CodeStep({ sheet, payment }: CodeStepProps) {
  const t = useText();
  const challenge = payment.challenge.of(sheet.order);
  const order = challenge === undefined ? sheet.order : approvedOrder(sheet.order, challenge);
  const amount = coinText(order.amount, order.currency, { decimalsMin: order.decimals });
  return (
    <>
      <OrderCard order={order} link={t('transfer.codeFor', { amount, payee: order.payee })} />
      {challenge === undefined ? (
        <AskForCode sheet={sheet} payment={payment} />
      ) : (
        <EnterCode key={challenge.challengeId} challenge={challenge} sheet={sheet} payment={payment} />
      )}
    </>
  );
}

/** Amount, fee and payee as the server says them. */
function approvedOrder(order: Order, { summary }: Challenge): Order {
  const { currency, amount, fee, payee } = summary;
  return { ...order, currency, amount, fee, payee };
}

function AskForCode({ sheet, payment }: CodeStepProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const [method, setMethod] = useState<VerifyMethod | undefined>(sheet.methods[0]);
  const { isStarting, waitSeconds: seconds } = payment.challenge;
  const waiting = seconds > 0 ? t('transfer.codeResendIn', { seconds }) : undefined;
  return (
    <div className="grid grid-cols-1 gap-3">
      {sheet.methods.length > 1 ? (
        <RadioRows
          label={t('transfer.codeMethod')}
          options={sheet.methods.map((value) => ({ value, label: t(methodTexts[value]) }))}
          value={method}
          onChange={setMethod}
        />
      ) : null}
      {sheet.problem === undefined ? null : <FieldHint id="code-problem" error={sheet.problem} />}
      <div>
        <Button
          kind="primary"
          isBusy={isStarting}
          busyLabel={t('transfer.codeSending')}
          isDisabled={method === undefined}
          disabledReason={isOnline ? waiting : t('shell.offlineMoney')}
          onPress={async () => {
            if (method !== undefined) await payment.startCode(method);
          }}
        >
          {t('transfer.codeSend')}
        </Button>
      </div>
    </div>
  );
}

function EnterCode({ challenge, sheet, payment }: CodeStepProps & { readonly challenge: Challenge }) {
  const t = useText();
  const { isOnline } = useOnline();
  const isSending = payment.state.kind === 'sending';
  const works = t('transfer.codeExpires', { time: clockText(challenge.expires) });
  const hint = !isOnline ? t('shell.offlineMoney') : isSending ? t('transfer.busy') : works;
  return (
    <div className="grid grid-cols-1 gap-3">
      <p role="status" className="text-center type-sm-b">
        {t('transfer.codeSent', { masked: challenge.masked })}
      </p>
      <CodeField
        label={t('transfer.code')}
        hasFocus
        isBusy={isSending || !isOnline}
        hint={hint}
        error={isOnline ? sheet.problem : undefined}
        onComplete={(code) => void payment.enterCode(code)}
      />
      <Resend method={challenge.method} payment={payment} />
    </div>
  );
}

function Resend({ method, payment }: { readonly method: VerifyMethod; readonly payment: Payment }) {
  const t = useText();
  const { isStarting, waitSeconds: seconds } = payment.challenge;
  if (seconds > 0) {
    return (
      <p className="flex min-h-11 items-center justify-center num type-sm text-ink-3">
        {t('transfer.codeResendIn', { seconds })}
      </p>
    );
  }
  return (
    <Button
      kind="secondary"
      isBusy={isStarting}
      busyLabel={t('transfer.codeSending')}
      onPress={async () => await payment.startCode(method)}
    >
      {t('transfer.codeResend')}
    </Button>
  );
}
