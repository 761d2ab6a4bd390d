import type { Contract } from '@marigold/contract/contract';
import type { WireInput, WireOutput } from '@marigold/contract/endpoint';
import { useState } from 'react';

import { NetworkFailure } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { useCountdown } from '../../lib/countdown.ts';
import { useText } from '../../lib/i18n.ts';
import type { Order } from './order.ts';

export type VerifyMethod = WireInput<Contract['verify/start']>['method'];
export type Challenge = WireOutput<Contract['verify/start']> & { readonly method: VerifyMethod };

/** domain.md B.2: another code may be asked for after a minute. */
const resendSeconds = 60;

/** A challenge approves exactly one order (protocol.md "Second verification"). */
type Held = { readonly order: Order; readonly challenge: Challenge };

export type ChallengeState = {
  /** The code that is on its way for an order and still good. */
  readonly of: (order: Order) => Challenge | undefined;
  readonly isStarting: boolean;
  /** Seconds until another code may be asked for. */
  readonly waitSeconds: number;
  /** Asks for a code; answers what went wrong. */
  readonly start: (order: Order, method: VerifyMethod) => Promise<string | undefined>;
  /** The code is void or used up. */
  readonly drop: () => void;
};

/** The code that approves an order. Closing the sheet keeps it for the very same order; another order needs another. */
export function useChallenge(): ChallengeState {
  const t = useText();
  const [held, setHeld] = useState<Held>();
  const [isStarting, setStarting] = useState(false);
  const countdown = useCountdown();

  async function ask(order: Order, method: VerifyMethod): Promise<string | undefined> {
    const { to, currency, amount } = order;
    const result = await call(
      'verify/start',
      { kind: 'transfer/internal', subject: { to, currency, amount }, method },
      { disableLoading: true, onFail: () => undefined },
    );
    if (result.ok) {
      setHeld({ order, challenge: { ...result.data, method } });
      countdown.start(resendSeconds);
      return undefined;
    }
    if (result.kind === 'network') return t('shell.requestNetworkError');
    const { seconds } = result.facts;
    if (result.kind !== 'refusal' || result.refusal !== 'code_too_soon' || typeof seconds !== 'number')
      return result.msg;
    // The running countdown says it better than a sentence that stands still.
    countdown.start(seconds);
    return undefined;
  }

  return {
    of(order) {
      if (held === undefined || !isSameOperation(held.order, order)) return undefined;
      return held.challenge.expires > Date.now() ? held.challenge : undefined;
    },
    isStarting,
    waitSeconds: countdown.seconds,
    async start(order, method) {
      if (isStarting) return undefined;
      setStarting(true);
      try {
        return await ask(order, method);
      } catch (error) {
        if (!(error instanceof NetworkFailure)) throw error;
        return t('shell.requestNetworkError');
      } finally {
        setStarting(false);
      }
    },
    drop: () => setHeld(undefined),
  };
}

/** The note is not part of what a code approves. */
function isSameOperation(one: Order, other: Order): boolean {
  return one.to === other.to && one.currency === other.currency && one.amount === other.amount;
}
