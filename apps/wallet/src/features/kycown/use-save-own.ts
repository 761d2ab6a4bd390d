import { useState } from 'react';

import { keepSavedKyc, type KycDraft, type KycItems } from '../../domain/kyc/kyc-draft.ts';
import { invalidateKyc } from '../../domain/kyc/kyc-queries.ts';
import { NetworkFailure } from '../../lib/http/api.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { useText } from '../../lib/text/i18n.ts';

/** How the record stands after it was saved. */
export type OwnStanding = Pick<KycDraft, 'missing' | 'problems' | 'open'>;

export type SaveOwn = {
  readonly isSaving: boolean;
  /** What kept the last save away; what was typed is still there. */
  readonly problem: string | undefined;
  readonly forgetProblem: () => void;
  /** `unanswered`: nobody knows; saving the same again changes nothing twice. */
  readonly save: (items: KycItems) => Promise<OwnStanding | 'refused' | 'unanswered'>;
};

/** Items on their way to where they are sealed. */
export function useSaveOwn(draft: KycDraft): SaveOwn {
  const t = useText();
  const { send, isSending } = useIntent('kyc/save');
  const [problem, setProblem] = useState<string>();
  const { authNo } = draft;

  async function save(items: KycItems): Promise<OwnStanding | 'refused' | 'unanswered'> {
    if (Object.keys(items).length === 0) return draft;
    setProblem(undefined);
    try {
      const result = await send({ authNo, items }, { disableLoading: true, onFail: () => undefined });
      if (result.ok) {
        keepSavedKyc(items, result.data);
        // What it did to the record, and to the contacts that need no code, is read anew behind it.
        void invalidateKyc();
        return result.data;
      }
      if (result.kind === 'network') throw new NetworkFailure(result.isTimeout, undefined);
      if (result.kind === 'refusal' && result.refusal === 'already_applied') {
        await invalidateKyc();
        return draft;
      }
      setProblem(problemOf(result, { fields: [] })?.text);
      if (result.kind === 'refusal') void invalidateKyc();
      return 'refused';
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      setProblem(t('kycown.unanswered'));
      return 'unanswered';
    }
  }

  return { isSaving: isSending, problem, forgetProblem: () => setProblem(undefined), save };
}
