import type { Handlers } from '../../../platform/http/call.ts';
import { type DraftDependencies, readDraft, saveDraft } from './draft.ts';
import { resubmitDraft, type SubmitDependencies, submitDraft } from './submit.ts';

export function createDraftHandlers(
  dependencies: DraftDependencies & SubmitDependencies,
): Pick<Handlers, 'kyc/draft' | 'kyc/save' | 'kyc/submit' | 'kyc/resubmit'> {
  return {
    'kyc/draft': async ({ authNo }, call) => await readDraft(dependencies, authNo, call),
    'kyc/save': async (input, call) => await saveDraft(dependencies, input, call),
    'kyc/submit': async (input, call) => await submitDraft(dependencies, input, call),
    'kyc/resubmit': async (input, call) => await resubmitDraft(dependencies, input, call),
  };
}
