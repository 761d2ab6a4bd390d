import { useState } from 'react';

import type { KycDraft } from '../../domain/kyc/kyc-draft.ts';
import { invalidateKyc } from '../../domain/kyc/kyc-queries.ts';
import { type Failure, NetworkFailure } from '../../lib/http/api.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import type { ContactCodes, ProvedContact } from './contact-codes.tsx';
import { forgetTyping } from './own-typing.ts';

export type SendPlace = ProvedContact | 'agreement';
/** Where the "no" is said; undefined: above the button. */
export type SendProblem = { readonly field: SendPlace | undefined; readonly text: string };

export type SendIn = {
  readonly isSending: boolean;
  readonly problem: SendProblem | undefined;
  readonly say: (problem: SendProblem | undefined) => void;
  readonly sendIn: (codes: ContactCodes) => Promise<void>;
};

/** The whole draft on its way to those who check, or what was asked once more. */
export function useSendIn(draft: KycDraft, contacts: readonly ProvedContact[]): SendIn {
  const t = useText();
  const first = useIntent('kyc/submit');
  const more = useIntent('kyc/resubmit');
  const [problem, setProblem] = useState<SendProblem>();
  const { authNo } = draft;

  async function send(codes: ContactCodes) {
    const options = { disableLoading: true, onFail: () => undefined };
    const given = contacts.length === 0 ? {} : { codes };
    if (draft.review === 'again') return await more.send({ authNo, ...given }, options);
    const { contentId, version } = draft.agreement;
    return await first.send({ authNo, agreed: { contentId, version }, ...given }, options);
  }

  async function sendIn(codes: ContactCodes): Promise<void> {
    setProblem(undefined);
    try {
      const result = await send(codes);
      if (wasApplied(result)) {
        forgetTyping(authNo);
        go(paths.kycReview({ record: authNo }), { isReplacing: true });
        await invalidateKyc();
        return;
      }
      if (result.kind === 'network') throw new NetworkFailure(result.isTimeout, undefined);
      // Read anew before the "no" is said: whoever agrees once more agrees to what holds now.
      await invalidateKyc();
      setProblem(placed(result, contacts));
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      setProblem({ field: undefined, text: t('kycown.unanswered') });
    }
  }

  return { isSending: first.isSending || more.isSending, problem, say: setProblem, sendIn };
}

/** A wrong code is said at the contact that it was sent to. */
function placed(failure: Failure, contacts: readonly ProvedContact[]): SendProblem | undefined {
  const named = failure.kind === 'network' ? undefined : failure.field?.split('.').at(-1);
  const contact = contacts.find((one) => one === named) ?? contacts[0];
  const isOfCode = failure.kind === 'refusal' && failure.refusal.startsWith('code_');
  const isOfAgreement = failure.kind === 'refusal' && failure.refusal === 'agreement_missing';
  const found = problemOf(failure, { fields: [] });
  if (found === undefined) return undefined;
  return { field: isOfCode ? contact : isOfAgreement ? 'agreement' : undefined, text: found.text };
}
