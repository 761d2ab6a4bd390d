import { useState } from 'react';

import { invalidateCards } from '../../../domain/card/card-queries.ts';
import { NetworkFailure } from '../../../lib/http/api.ts';
import { type FormProblem, problemOf } from '../../../lib/http/form-problem.ts';
import { useIntent } from '../../../lib/intents/intent.ts';
import type { OnceInput } from '../../../lib/intents/once.ts';
import { go } from '../../../lib/route/navigation.ts';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import type { CardFormField } from './order-check.ts';

type Place = CardFormField | 'agreement';

const places = {
  fields: ['latinName', 'phone'],
  byRefusal: {
    delivery_unserved: 'country',
    delivery_missing: 'country',
    agreement_missing: 'agreement',
  },
} as const satisfies Parameters<typeof problemOf<Place>>[1];

export type ApplyCard = {
  readonly isSending: boolean;
  readonly isUnanswered: boolean;
  readonly problem: FormProblem<Place> | undefined;
  readonly forgetProblem: () => void;
  /** True once there is an application; the page is about it then. */
  readonly send: (input: OnceInput<'card/apply'>) => Promise<boolean>;
};

/** Begins an application once, and goes on to its payment. `onOtherAgreement`: what was accepted does not hold any more. */
export function useApplyCard(onOtherAgreement: () => void): ApplyCard {
  const t = useText();
  const { send, isSending, isUnanswered } = useIntent('card/apply');
  const [problem, setProblem] = useState<FormProblem<Place>>();

  async function apply(input: OnceInput<'card/apply'>): Promise<boolean> {
    const result = await send(input, { disableLoading: true, onFail: () => undefined });
    if (!result.ok && result.kind === 'network')
      return no({ field: undefined, text: t('card.order.unanswered') });
    // At once: what is ticked while the new text is read stays ticked.
    if (!result.ok && result.kind === 'refusal' && result.refusal === 'agreement_missing') onOtherAgreement();
    // A new application, or what stands in its way by now: stock, an agreement, an application of another phone.
    await invalidateCards();
    if (result.ok) return goOn(result.data.applicationId);
    const { id } = result.facts;
    if (result.kind === 'refusal' && result.refusal === 'already_applied' && typeof id === 'string')
      return goOn(id);
    return no(problemOf<Place>(result, places));
  }

  function no(next: FormProblem<Place> | undefined): false {
    setProblem(next);
    return false;
  }

  return {
    isSending,
    isUnanswered,
    problem,
    forgetProblem: () => setProblem(undefined),
    async send(input) {
      setProblem(undefined);
      try {
        return await apply(input);
      } catch (error) {
        if (!(error instanceof NetworkFailure)) throw error;
        // Whether the server is there again says the next read, and with it the button.
        void invalidateCards();
        return no({ field: undefined, text: t('card.order.unanswered') });
      }
    },
  };
}

function goOn(id: string): true {
  go(paths.cardOrder({ id }), { isReplacing: true });
  return true;
}
