/**
 * The person's own channel: it tells what changed; what is true is fetched again by calls. A snapshot (the server sends
 * one for each subscription: the first, after a gap, on a new connection) therefore means: fetch everything this channel
 * speaks of. The first one too: what happened between the page's first calls and the subscription was announced to
 * nobody.
 */
import type { HintsOf, UserEvent } from '@marigold/contract/events';

import { isRecord } from '../device/storage.ts';
import type { Frame, SendFrame } from './line.ts';
import { isUserEvent } from './live-reads.ts';
import { followOf } from './sequence.ts';

export const ownChannel = 'user';

/** What the channel may announce of a person, as the contract has it; a hint may be missing. */
export type LiveEvent = {
  readonly [Event in UserEvent]: { readonly event: Event; readonly hints: Partial<HintsOf<Event>> };
}[UserEvent];

type OwnChannelDependencies = {
  readonly say: SendFrame;
  /** Something may have been missed: fetch everything again. */
  readonly onSnapshot: () => void;
  readonly onEvent: (event: LiveEvent) => void;
};

export type OwnChannel = {
  /** Sends the bearer on a connection that does not have it yet, and subscribes. */
  readonly begin: (token: string) => void;
  /** A frame of this channel with its number. */
  readonly hear: (frame: Frame, seq: number) => void;
};

export function createOwnChannel({ say, onSnapshot, onEvent }: OwnChannelDependencies): OwnChannel {
  /** The number of the frame that was heard last; undefined while a snapshot is awaited. */
  let lastSeq: number | undefined;
  let nextId = 1;

  function subscribe(): void {
    lastSeq = undefined;
    say({ op: 'sub', id: nextId++, ch: [ownChannel] });
  }

  return {
    begin(token) {
      say({ op: 'auth', id: nextId++, token });
      subscribe();
    },
    hear(frame, seq) {
      const follow = followOf(lastSeq, frame);
      if (follow === 'gap') {
        say({ op: 'unsub', id: nextId++, ch: [ownChannel] });
        return subscribe();
      }
      lastSeq = seq;
      if (follow === 'snapshot') return onSnapshot();
      // One that overtook its snapshot is a hint all the same: whoever hears it only fetches.
      const event = readEvent(frame['data']);
      if (event !== undefined) onEvent(event);
    },
  };
}

/** The name of the event and its hints stand side by side in `data`; one that this app does not know changes nothing. */
function readEvent(value: unknown): LiveEvent | undefined {
  if (!isRecord(value)) return undefined;
  const { event, ...hints } = value;
  return isUserEvent(event) ? ({ event, hints } as LiveEvent) : undefined;
}
