import { useEffect, useEffectEvent, useState } from 'react';

import type { Result } from '../../lib/http/api.ts';
import { NetworkFailure } from '../../lib/http/api.ts';
import { call } from '../../lib/http/call.ts';
import { useText } from '../../lib/text/i18n.ts';

export type OfferedKey = Extract<Result<'user/google/new'>, { ok: true }>['data'];

export type OfferState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'offered'; readonly offer: OfferedKey };

/** The seed that is offered to this person. Another one takes its place when it is asked for anew; none is kept here. */
export function useOffer(): { readonly state: OfferState; readonly renew: () => void } {
  const t = useText();
  const [state, setState] = useState<OfferState>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  const ask = useEffectEvent(async (show: (next: OfferState) => void) => {
    try {
      const result = await call('user/google/new', {}, { disableLoading: true, onFail: () => undefined });
      if (result.ok) show({ kind: 'offered', offer: result.data });
      else
        show({
          kind: 'failed',
          text: result.kind === 'network' ? t('shell.requestNetworkError') : result.msg,
        });
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      show({ kind: 'failed', text: t('shell.requestNetworkError') });
    }
  });
  useEffect(() => {
    let isCurrent = true;
    void ask((next) => {
      if (isCurrent) setState(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [round]);
  return {
    state,
    renew() {
      setState({ kind: 'loading' });
      setRound(round + 1);
    },
  };
}
