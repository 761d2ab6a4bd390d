/** An order as the call that carries it out, each under its own stored requestId. */
import type { Result } from '../../../lib/http/api.ts';
import type { Intents } from '../../../lib/intents/once.ts';
import type { Mode, TransferOrder, Proofs } from '../form/order.ts';

const quiet = { disableLoading: true, onFail: () => undefined } as const;

export type SentOrder = Result<'transfer/internal'> | Result<'transfer/submit'>;

/** Sends an order; the same one again is the same intent, so it is carried out once. */
export async function sendOrder(intents: Intents, order: TransferOrder, proofs: Proofs): Promise<SentOrder> {
  const { amount, again, note } = order;
  const request = { amount, amountConfirm: again, ...(note === undefined ? {} : { note }), ...proofs };
  if (order.kind === 'onChain') {
    return await intents.send('transfer/submit', { quoteId: order.quoteId, ...request }, quiet);
  }
  return await intents.send(
    'transfer/internal',
    { to: order.to, currency: order.currency, ...request },
    quiet,
  );
}

/** True while an order of this kind of the person has no answer. */
export function hasUnanswered(intents: Intents, mode: Mode): boolean {
  return intents.hasUnanswered(mode === 'onChain' ? 'transfer/submit' : 'transfer/internal');
}
