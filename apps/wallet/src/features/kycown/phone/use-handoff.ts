import { useState } from 'react';

import { type KycDraft, useKycDraftOfPhone } from '../../../domain/kyc/kyc-draft.ts';
import { serverClock } from '../../../lib/device/clock.ts';
import { call } from '../../../lib/http/call.ts';
import type { Output } from '../../../lib/query/queries.ts';
import { useSecondsLeft } from '../../../lib/text/countdown.ts';
import { useText } from '../../../lib/text/i18n.ts';

type Offer = Output<'kyc/phone/handoff'>;

/** `opened`: a phone takes the photos. `done`: one did, and has finished. */
export type HandoffView = 'making' | 'failed' | 'code' | 'over' | 'opened' | 'done';

export type Handoff = {
  readonly view: HandoffView;
  readonly offer: Offer | undefined;
  readonly problem: string | undefined;
  /** Makes a code; one that was made before ends, and the phone that has it. */
  readonly make: () => Promise<void>;
  /** Makes one where none can be opened and no phone is there. */
  readonly begin: () => Promise<void>;
};

type HandoffOptions = {
  readonly isOpen: boolean;
  /** No photo is missing. */
  readonly isWhole: boolean;
};

/** A code for a phone, made when somebody first looks, and what became of it. */
export function useHandoff(draft: KycDraft, { isOpen, isWhole }: HandoffOptions): Handoff {
  const t = useText();
  const [offer, setOffer] = useState<Offer>();
  const [problem, setProblem] = useState<string>();
  const [isMaking, setMaking] = useState(false);
  /** Until when the phone that was seen last may take photos; that names it. And the one that a newer code has ended. */
  const [openedUntil, setOpenedUntil] = useState<number>();
  const [endedUntil, setEndedUntil] = useState<number>();
  const until = draft.phone?.isOpened === true ? draft.phone.expires : undefined;
  // What was read before the newer code still speaks of the phone of before.
  const isOpened = until !== undefined && until !== endedUntil;
  const wasOpened = openedUntil !== endedUntil;
  const isOver = useSecondsLeft(offer === undefined ? 0 : serverClock.onDevice(offer.expires)) === 0;
  useKycDraftOfPhone(draft.authNo, isOpen);
  // It is not heard of any more once it has finished.
  if (isOpened && until !== openedUntil) setOpenedUntil(until);

  async function make(): Promise<void> {
    setMaking(true);
    setProblem(undefined);
    try {
      const options = { disableLoading: true, onFail: () => undefined, showErrors: true };
      const result = await call('kyc/phone/handoff', { authNo: draft.authNo }, options);
      if (!result.ok) {
        setProblem(result.kind === 'network' ? t('kycown.phone.makeFailed') : result.msg);
        return;
      }
      setOffer(result.data);
      setEndedUntil(openedUntil);
    } finally {
      setMaking(false);
    }
  }
  const view = viewOf({ isOpened, isMaking, wasOpened, isOver, problem, offer, isWhole });
  return {
    view,
    offer,
    problem,
    make,
    async begin() {
      if (!isOpened && (offer === undefined || isOver)) await make();
    },
  };
}

type Facts = Pick<Handoff, 'offer' | 'problem'> & {
  readonly [Fact in 'isOpened' | 'isMaking' | 'wasOpened' | 'isOver' | 'isWhole']: boolean;
};

function viewOf(facts: Facts): HandoffView {
  if (facts.isMaking) return 'making';
  if (facts.isOpened) return 'opened';
  if (facts.problem !== undefined) return 'failed';
  if (facts.wasOpened) return facts.isWhole ? 'done' : 'over';
  if (facts.offer === undefined) return 'making';
  return facts.isOver ? 'over' : 'code';
}
