/** What the server knows of a typed text, asked once for each text: after a rest, on leaving the field, or by its button. */
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { Result } from './api.ts';
import { NetworkFailure } from './api.ts';

export type LookupAnswer<Found> =
  | { readonly kind: 'found'; readonly found: Found }
  /** The server's "no" to this text; asking again would only repeat it. */
  | { readonly kind: 'refused'; readonly text: string }
  /** Nothing was learnt; it can be tried again. */
  | { readonly kind: 'failed'; readonly text: string };

export type DebouncedLookup<Found> = {
  readonly answer: LookupAnswer<Found> | undefined;
  readonly isLooking: boolean;
  /** The text can be looked up and has not been yet, or the last try failed. */
  readonly canLook: boolean;
  /** Looks the text up unless that has been done; answers what was found. */
  readonly find: () => Promise<Found | undefined>;
  /** Looks a text up once more, because what is known of it may have changed; until then the answer from before stands. */
  readonly refresh: () => Promise<void>;
};

type Question<Found, P extends Path> = {
  /** What makes two texts the same question. */
  readonly key: string;
  /** Whether it can be asked at all. */
  readonly isReady: boolean;
  /** Typing has rested this long when it is asked by itself. */
  readonly restMs: number;
  /** Answers from before, by key. */
  readonly known?: readonly (readonly [string, Found])[];
  readonly ask: () => Promise<Result<P>>;
  readonly read: (data: WireOutput<Contract[P]>) => Found;
  /** What is said when nobody answered. */
  readonly failed: string;
};

export function useDebouncedLookup<Found, P extends Path>(
  question: Question<Found, P>,
): DebouncedLookup<Found> {
  const { key, isReady, restMs, known = [], ask, read, failed } = question;
  const [answers, setAnswers] = useState<ReadonlyMap<string, LookupAnswer<Found>>>(
    () => new Map(known.map(([name, found]) => [name, { kind: 'found', found }])),
  );
  const [looking, setLooking] = useState<string>();
  const running = useRef(new Map<string, Promise<LookupAnswer<Found>>>());
  const answer = answers.get(key);
  const canLook = isReady && (answer === undefined || answer.kind === 'failed');

  async function look(): Promise<LookupAnswer<Found>> {
    try {
      const result = await ask();
      if (result.ok) return { kind: 'found', found: read(result.data) };
      if (result.kind === 'network') return { kind: 'failed', text: failed };
      return { kind: result.kind === 'refusal' ? 'refused' : 'failed', text: result.msg };
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      return { kind: 'failed', text: failed };
    }
  }

  async function find(): Promise<Found | undefined> {
    if (!canLook) return answer?.kind === 'found' ? answer.found : undefined;
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
    return learnt.kind === 'found' ? learnt.found : undefined;
  }

  async function refresh(): Promise<void> {
    if (!isReady) return;
    const learnt = await look();
    if (learnt.kind !== 'failed') setAnswers((before) => new Map(before).set(key, learnt));
  }

  const findAfterRest = useEffectEvent(() => {
    // What failed is tried again only by the person, never by itself.
    if (answer === undefined) void find();
  });
  useEffect(() => {
    const timer = setTimeout(findAfterRest, restMs);
    return () => clearTimeout(timer);
  }, [key, isReady, restMs]);

  return { answer, isLooking: looking === key, canLook, find, refresh };
}

/** Busy, to be asked for by its button, found: what stands at the end of the field. */
export function lookUpOf({ answer, isLooking, canLook }: DebouncedLookup<unknown>) {
  if (isLooking) return 'busy';
  if (answer?.kind === 'found') return 'found';
  return canLook ? 'ask' : 'none';
}
