import { useState } from 'react';

import { type CardApplication, invalidateCards } from '../../../domain/card/card-queries.ts';
import { invalidateKyc, type KycRecordItem, useKycRecords } from '../../../domain/kyc/kyc-queries.ts';
import { NetworkFailure } from '../../../lib/http/api.ts';
import { problemOf } from '../../../lib/http/form-problem.ts';
import { useIntent } from '../../../lib/intents/intent.ts';
import { wasApplied } from '../../../lib/intents/once.ts';
import type { ReadError } from '../../../lib/query/queries.ts';
import { useText } from '../../../lib/text/i18n.ts';

export type LinkIdentity = {
  /** Of this person, approved and not used; undefined while they are not known. */
  readonly records: readonly KycRecordItem[] | undefined;
  readonly error: ReadError | null;
  readonly refetch: () => unknown;
  /** The number of the one that is chosen. */
  readonly chosen: string | undefined;
  readonly choose: (authNo: string) => void;
  readonly problem: string | undefined;
  readonly isSending: boolean;
  readonly send: () => Promise<void>;
};

/** The identity that a card is for: chosen among one's own, and linked once. */
export function useLinkIdentity({ applicationId, authNo }: CardApplication): LinkIdentity {
  const t = useText();
  const read = useKycRecords({ status: 'notBound', use: 'notUsed' }, authNo === null);
  const { send, isSending } = useIntent('card/apply/complete');
  const [picked, setPicked] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const records = read.data?.pages.flatMap(({ list }) => list).filter(({ review }) => review === 'approved');
  const chosen =
    records?.find((one) => one.authNo === picked) ?? (records?.length === 1 ? records[0] : undefined);

  async function sendChosen(number: string): Promise<void> {
    const input = { applicationId, authNo: number };
    const result = await send(input, { disableLoading: true, onFail: () => undefined });
    if (!result.ok && result.kind === 'network') return setProblem(t('card.unanswered'));
    if (!wasApplied(result)) setProblem(problemOf(result, { fields: [] })?.text);
    await Promise.all([invalidateCards(), invalidateKyc()]);
  }

  return {
    records,
    error: read.error,
    refetch: read.refetch,
    chosen: chosen?.authNo,
    choose(number) {
      setPicked(number);
      setProblem(undefined);
    },
    problem,
    isSending,
    async send() {
      if (chosen === undefined) return;
      setProblem(undefined);
      try {
        await sendChosen(chosen.authNo);
      } catch (error) {
        if (!(error instanceof NetworkFailure)) throw error;
        void invalidateCards();
        setProblem(t('card.unanswered'));
      }
    },
  };
}
