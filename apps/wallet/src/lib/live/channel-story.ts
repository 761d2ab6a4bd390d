/**
 * One public channel as its watchers get it: a snapshot, then changes. A gap, a new connection and a second watcher all
 * begin with a snapshot again, so no watcher continues from an incomplete state.
 */
import { isRecord } from '../device/storage.ts';
import type { Frame, LineParts } from './line.ts';
import { followOf } from './sequence.ts';

/** A snapshot that does not come is asked for again. */
export const askAgainAfterMs = 5_000;

export type ChannelWatcher<Data> = {
  readonly onSnapshot: (data: Data) => void;
  readonly onUpdate: (data: Data) => void;
  /** True from the first snapshot on until something may have been missed. */
  readonly onState?: (isLive: boolean) => void;
};

type StoryDependencies = Pick<LineParts, 'setTimer' | 'clearTimer'> & {
  /** Says it of this channel; false where there is no line. */
  readonly request: (op: 'sub' | 'unsub') => boolean;
};

export type ChannelStory = {
  readonly watchers: Set<ChannelWatcher<unknown>>;
  /** Begins with a snapshot, on a line that knows nothing of this channel. */
  readonly ask: () => void;
  /** The same on a line that tells it already. */
  readonly askAnew: () => void;
  /** There is no line any more. */
  readonly interrupt: () => void;
  readonly hear: (frame: Frame) => void;
  /** What was told does not fit together. */
  readonly renew: () => void;
  /** Nobody watches any more. */
  readonly end: () => void;
};

export function createChannelStory({ request, setTimer, clearTimer }: StoryDependencies): ChannelStory {
  const watchers = new Set<ChannelWatcher<unknown>>();
  /** Of the last frame; undefined while a snapshot is awaited. */
  let lastSeq: number | undefined;
  let asking: unknown;

  function ask(): void {
    lastSeq = undefined;
    clearTimer(asking);
    // Without a line nothing is asked; the next one begins with it.
    if (request('sub')) asking = setTimer(askAnew, askAgainAfterMs);
  }

  function askAnew(): void {
    request('unsub');
    ask();
  }

  function interrupt(): void {
    clearTimer(asking);
    if (lastSeq === undefined) return;
    lastSeq = undefined;
    for (const { onState } of watchers) onState?.(false);
  }

  function renew(): void {
    // Where a snapshot is on its way already, nothing else helps.
    if (lastSeq === undefined) return;
    interrupt();
    askAnew();
  }

  function begin(seq: number, data: unknown): void {
    const wasLive = lastSeq !== undefined;
    clearTimer(asking);
    lastSeq = seq;
    for (const { onSnapshot, onState } of watchers) {
      onSnapshot(data);
      if (!wasLive) onState?.(true);
    }
  }

  return {
    watchers,
    ask,
    askAnew,
    interrupt,
    renew,
    hear(frame) {
      const { seq, data } = frame;
      // What has no number is an answer to `sub`: a refused one is asked for again by its timer.
      if (typeof seq !== 'number' || !isRecord(data)) return;
      const follow = followOf(lastSeq, frame);
      if (follow === 'snapshot') return begin(seq, data);
      if (follow === 'gap') return renew();
      if (follow === 'early') return;
      lastSeq = seq;
      for (const { onUpdate } of watchers) onUpdate(data);
    },
    end() {
      clearTimer(asking);
      request('unsub');
    },
  };
}
