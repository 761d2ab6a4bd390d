import { useState } from 'react';

import { invalidateKyc } from '../../domain/kyc/kyc-queries.ts';
import { NetworkFailure } from '../../lib/http/api.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';

export type CreateOrder = {
  readonly create: () => Promise<void>;
  readonly isBusy: boolean;
  readonly problem: string | undefined;
};

/** Orders a check once, and goes on: to the check where it costs nothing, else to the payment of the order. */
export function useCreateOrder(): CreateOrder {
  const t = useText();
  const { send, isSending } = useIntent('kyc/order/create');
  const [problem, setProblem] = useState<string>();

  async function sendOrder(): Promise<void> {
    const options = { disableLoading: true, onFail: () => undefined };
    const result = await send({ purpose: 'system' }, options);
    if (!result.ok && result.kind === 'network') return setProblem(t('kyc.order.unanswered'));
    // What there is by now: a new order, or the one that stood in its way.
    await invalidateKyc();
    if (result.ok) return goOn(result.data);
    const { id } = result.facts;
    if (result.kind === 'refusal' && result.refusal === 'already_applied' && typeof id === 'string')
      return go(paths.kycOrder({ id }), { isReplacing: true });
    return setProblem(result.msg);
  }

  return {
    problem,
    isBusy: isSending,
    async create() {
      setProblem(undefined);
      try {
        await sendOrder();
      } catch (error) {
        if (!(error instanceof NetworkFailure)) throw error;
        setProblem(t('kyc.order.unanswered'));
      }
    },
  };
}

function goOn(order: {
  readonly orderId: string;
  readonly status: string;
  readonly authNo: string | null;
}): void {
  const to =
    order.status === 'paid' && order.authNo !== null
      ? paths.kycThird({ record: order.authNo })
      : paths.kycOrder({ id: order.orderId });
  go(to, { isReplacing: true });
}
