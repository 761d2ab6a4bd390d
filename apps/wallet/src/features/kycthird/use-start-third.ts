import type { KycProvider } from '@marigold/contract/calls/kyc';
import { useState } from 'react';

import { invalidateKyc } from '../../domain/kyc/kyc-queries.ts';
import { NetworkFailure } from '../../lib/http/api.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';

/** Where the "no" is said: beside the companies, beneath the agreement, or above the button. */
export type StartProblem = { readonly field: 'company' | 'agreement' | undefined; readonly text: string };

const places = {
  fields: ['company', 'agreement'],
  byRefusal: { provider_unavailable: 'company', agreement_missing: 'agreement' },
} as const;

export type StartThird = {
  readonly problem: StartProblem | undefined;
  readonly isSending: boolean;
  /** No answer came: sending the same again begins nothing twice. */
  readonly isUnanswered: boolean;
  readonly forgetProblem: () => void;
  readonly start: (company: KycProvider) => Promise<void>;
};

/** The choice of a company on its way. `onRefused` is told where the agreement was not the one that holds. */
export function useStartThird(authNo: string, onRefused: () => void): StartThird {
  const { send, isSending, isUnanswered } = useIntent('kyc/third/start');
  const [problem, setProblem] = useState<StartProblem>();

  async function start({ id, contentId, version }: KycProvider): Promise<void> {
    setProblem(undefined);
    try {
      const input = { authNo, provider: id, agreed: { contentId, version } };
      const result = await send(input, { disableLoading: true, onFail: () => undefined });
      // What was on screen may not be what holds. Read anew before the "no" is said: whoever agrees once more agrees to that.
      await invalidateKyc();
      if (result.ok) return;
      setProblem(problemOf<'company' | 'agreement'>(result, places));
      if (result.kind === 'refusal' && result.refusal === 'agreement_missing') onRefused();
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
    }
  }

  return { problem, isSending, isUnanswered, forgetProblem: () => setProblem(undefined), start };
}
