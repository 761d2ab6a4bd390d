/** A person's own limits as screens read and change them: narrower ones at once, wider ones with a proof. */
import type { Contract } from '@marigold/contract/contract';
import type { WireFields } from '@marigold/contract/endpoint';

import type { Failure } from '../../lib/http/api.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { type Output, queryClient, queryKey, useRead } from '../../lib/query/queries.ts';
import { fiatText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { type Approval, useApproval } from './use-verification.ts';

export type LimitsNow = Output<'user/limit/get'>;
/** What is asked for; without a method the strongest. */
export type LimitsWanted = Omit<WireFields<Contract['user/limit/set']>, 'verify'>;

export function useOwnLimits() {
  return useRead('user/limit/get', {});
}

/** `$30.00 / $100.00 · 5 payments`. It needs the texts of the account. */
export function useLimitsText(): (
  values: Pick<LimitsNow['values'], 'single' | 'total' | 'payments'>,
) => string {
  const t = useText();
  return ({ single, total, payments }) =>
    t('limit.values', { single: fiatText(single, 'USD'), total: fiatText(total, 'USD'), payments });
}

/** Shows limits as an answer brought them. */
export function showOwnLimits(limits: LimitsNow): void {
  queryClient.setQueryData(queryKey('user/limit/get', {}), limits);
}

/** What holds, as it would be asked for. */
export function wantedOf({ single, total, payments, method, alwaysWait }: LimitsNow['values']): LimitsWanted {
  return { single, total, payments, alwaysWait, ...(method === null ? {} : { method }) };
}

/** Sends other limits; a proof is asked for where one is needed. `onDone` with what holds and what waits then. */
export function useLimitChange({
  onDone,
  onNo,
}: {
  readonly onDone: (limits: LimitsNow) => void;
  readonly onNo: (failure: Failure) => void;
}): Approval<LimitsWanted> {
  const intent = useIntent('user/limit/set');
  return useApproval<LimitsWanted, 'user/limit/set'>({
    request: (subject) => ({ kind: 'user/limit/set', subject }),
    send: async (wanted, verify) =>
      await intent.send(verify === undefined ? wanted : { ...wanted, verify }, {
        showErrors: true,
        disableLoading: true,
        onFail: () => undefined,
      }),
    onResult(result) {
      if (result.ok) {
        showOwnLimits(result.data);
        onDone(result.data);
      } else if (wasApplied(result)) {
        void queryClient.invalidateQueries({ queryKey: ['user/limit/get'] });
      } else onNo(result);
    },
  });
}
