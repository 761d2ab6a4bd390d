import { type Challenge, isSent, useCodeWords } from '../../../domain/verification/use-verification.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { coinText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { CodeEntry } from '../../../ui/field/code-entry.tsx';
import { OrderCard } from '../form/order-card.tsx';
import { payeeWords } from '../form/order-words.ts';
import type { TransferOrder } from '../form/order.ts';
import { codeOf } from './approval.ts';
import type { PaySheetState } from './payment-steps.ts';
import type { PaymentFlow } from './use-payment.ts';

type CodeStepProps = {
  readonly sheet: PaySheetState & { readonly step: 'code' };
  readonly payment: PaymentFlow;
};

/** The second verification: the server's own summary, and the code that works for nothing else. */
export function CodeStep({ sheet, payment }: CodeStepProps) {
  const t = useText();
  const words = useCodeWords();
  const { isOnline } = useOnline();
  const { verification } = payment;
  const challenge = codeOf(verification, sheet.order);
  const order = challenge === undefined ? sheet.order : approvedOrder(sheet.order, challenge);
  const amount = coinText(order.amount, order.currency, { decimalsMin: order.decimals });
  return (
    <>
      <OrderCard order={order} link={t('transfer.codeFor', { amount, payee: payeeWords(order) })} />
      <CodeEntry
        words={{ ...words, checking: t('transfer.busy'), offline: t('shell.offlineMoney') }}
        sends={isSent}
        methods={sheet.methods}
        sent={challenge === undefined ? undefined : { ...challenge, id: challenge.challengeId }}
        isStarting={verification.isStarting}
        waitSeconds={verification.waitSeconds}
        isBusy={payment.state.kind === 'sending'}
        isOnline={isOnline}
        problem={sheet.problem}
        onSend={payment.startCode}
        onCode={(code) => void payment.enterCode(code)}
        onTouch={payment.touch}
      />
    </>
  );
}

/** Amount, fee and payee as the server says them. */
function approvedOrder(order: TransferOrder, { summary }: Challenge): TransferOrder {
  const { currency, amount, fee, payee } = summary;
  const terms = {
    currency: currency ?? order.currency,
    amount: amount ?? order.amount,
    fee: fee ?? order.fee,
  };
  // Over a chain the payee is the address, and that is never shown in part.
  if (order.kind === 'onChain') return { ...order, ...terms };
  return { ...order, ...terms, payee: payee ?? order.payee };
}
