import { useRef, useState } from 'react';

import { NetworkFailure, type Result } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/call.ts';
import type { ChainOrder } from '../form/order.ts';
import { orderOfQuote, type QuoteRequest } from '../quote/quote.ts';
import type { QuoteNo } from './form-no.ts';

export type Quoting = {
  readonly isQuoting: boolean;
  /** The order on the terms of a new quote, or why there is none; undefined when it is not what is wanted any more. */
  readonly ask: (
    request: QuoteRequest,
  ) => Promise<{ readonly ok: true; readonly order: ChainOrder } | QuoteNo | undefined>;
  /** The form was changed, or the sheet closed: a quote that is being fetched belongs to what it was. */
  readonly abandon: () => void;
};

/** Fetches quotes; the one that was asked for last counts. */
export function useQuote(): Quoting {
  const [isQuoting, setQuoting] = useState(false);
  const turns = useRef(0);
  return {
    isQuoting,
    async ask(request) {
      const turn = (turns.current += 1);
      const requestedMs = Date.now();
      setQuoting(true);
      const result = await askQuote(request);
      setQuoting(false);
      if (turn !== turns.current) return undefined;
      return result.ok ? { ok: true, order: orderOfQuote(request, result.data, requestedMs) } : result;
    },
    abandon: () => void (turns.current += 1),
  };
}

async function askQuote({
  currency,
  chain,
  address,
  amount,
}: QuoteRequest): Promise<Result<'transfer/quote'>> {
  const quiet = { disableLoading: true, onFail: () => undefined } as const;
  try {
    return await call('transfer/quote', { currency, chain, address, amount }, quiet);
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    return { ok: false, kind: 'network', isTimeout: error.isTimeout };
  }
}
