import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { NetworkFailure } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { useText } from '../../lib/i18n.ts';
import type { FoundPayee } from './draft.ts';
import { isPayee, payeeKey, readPayee } from './payee.ts';

/** A person has 20 lookups an hour: one is spent when typing has rested this long, not on every letter. */
const restMs = 900;

type Answer =
  | { readonly kind: 'found'; readonly payee: FoundPayee }
  /** The server's "no" to this text; asking again would only repeat it. */
  | { readonly kind: 'refused'; readonly text: string }
  /** Nothing was learnt; it can be tried again. */
  | { readonly kind: 'failed'; readonly text: string };

export type PayeeSearch = {
  readonly answer: Answer | undefined;
  readonly isLooking: boolean;
  /** The text can be looked up and has not been yet, or the last try failed. */
  readonly canLook: boolean;
  /** Looks the text up unless that has been done; answers the payee when there is one. */
  readonly find: () => Promise<FoundPayee | undefined>;
};

/** Who the typed text means, asked for once per text: after a rest, on leaving the field, or by its button. */
export function usePayee(typed: string, known: FoundPayee | undefined): PayeeSearch {
  const t = useText();
  const to = readPayee(typed);
  const key = payeeKey(to);
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(
    () => new Map(known === undefined ? [] : [[payeeKey(known.to), { kind: 'found', payee: known }]]),
  );
  const [looking, setLooking] = useState<string>();
  const running = useRef(new Map<string, Promise<Answer>>());
  const answer = answers.get(key);
  const canLook = isPayee(to) && (answer === undefined || answer.kind === 'failed');

  async function look(): Promise<Answer> {
    try {
      const result = await call('payee/lookup', { to }, { disableLoading: true, onFail: () => undefined });
      if (result.ok) return { kind: 'found', payee: { to, masked: result.data.masked } };
      if (result.kind === 'network') return { kind: 'failed', text: t('transfer.toFindFailed') };
      return { kind: result.kind === 'refusal' ? 'refused' : 'failed', text: result.msg };
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      return { kind: 'failed', text: t('transfer.toFindFailed') };
    }
  }

  async function find(): Promise<FoundPayee | undefined> {
    if (!canLook) return answer?.kind === 'found' ? answer.payee : undefined;
    const same = running.current.get(key);
    const promise = same ?? look();
    if (same === undefined) {
      running.current.set(key, promise);
      setLooking(key);
    }
    const learnt = await promise;
    running.current.delete(key);
    setAnswers((before) => new Map(before).set(key, learnt));
    setLooking((before) => (before === key ? undefined : before));
    return learnt.kind === 'found' ? learnt.payee : undefined;
  }

  const findAfterRest = useEffectEvent(() => {
    // What failed is tried again only by the person, never by itself.
    if (answer === undefined) void find();
  });
  useEffect(() => {
    const timer = setTimeout(findAfterRest, restMs);
    return () => clearTimeout(timer);
  }, [key]);

  return { answer, isLooking: looking === key, canLook, find };
}
