/** Public channels on a made-up line: who is asked for what, when it begins again, and when nothing is said any more. */
import { expect, it } from 'vitest';

import { askAgainAfterMs } from './channel-story.ts';
import type { Passenger } from './live.ts';
import { createMarketStream, lingerMs } from './market-stream.ts';

type Timer = { readonly run: () => void; readonly at: number };

function arrange() {
  const timers = new Set<Timer>();
  const sent: string[] = [];
  let now = 0;
  let aboard: Passenger | undefined;
  let isUp = true;
  const say = ({ op, ch }: Readonly<Record<string, unknown>>) =>
    void sent.push(`${String(op)} ${String(ch)}`);
  const stream = createMarketStream({
    carry(passenger) {
      aboard = passenger;
      if (isUp) aboard?.onUp(say);
    },
    setTimer(run, delayMs) {
      const timer = { run, at: now + delayMs };
      timers.add(timer);
      return timer;
    },
    clearTimer: (timer) => void timers.delete(timer as Timer),
  });

  function watcher(name = '') {
    const heard: unknown[] = [];
    return {
      heard,
      watcher: {
        onSnapshot: (data: unknown) => void heard.push([`${name}snapshot`, data]),
        onUpdate: (data: unknown) => void heard.push([`${name}update`, data]),
        onState: (isLive: boolean) => void heard.push(isLive),
      },
    };
  }

  return {
    stream,
    sent,
    watcher,
    isAboard: () => aboard !== undefined,
    push: (frame: Readonly<Record<string, unknown>>) => aboard?.onFrame(frame),
    lose: () => {
      isUp = false;
      aboard?.onDown();
    },
    find: () => {
      isUp = true;
      aboard?.onUp(say);
    },
    pass: (durationMs: number) => {
      const until = now + durationMs;
      for (let next = earliest(); next !== undefined && next.at <= until; next = earliest()) {
        now = next.at;
        timers.delete(next);
        next.run();
      }
      now = until;
    },
    timers,
  };

  function earliest(): Timer | undefined {
    return [...timers].toSorted((a, b) => a.at - b.at)[0];
  }
}

const depth = 'depth:BTC_USDT';

/** One watcher of the depth, with its first snapshot heard. */
function arrangeWatched() {
  const all = arrange();
  const first = all.watcher();
  const leave = all.stream.watch(depth, first.watcher);
  all.push({ ch: depth, seq: 7, snapshot: true, data: { bids: [] } });
  first.heard.length = 0;
  all.sent.length = 0;
  return { ...all, heard: first.heard, leave };
}

it('a snapshot comes first, updates follow it', () => {
  const { stream, push, sent, watcher } = arrange();
  const { heard, watcher: one } = watcher();
  stream.watch(depth, one);
  expect(sent).toEqual([`sub ${depth}`]);
  push({ op: 'ack', id: 'm1' });
  push({ ch: depth, seq: 6, prev: 5, data: { tooEarly: true } });
  push({ ch: depth, seq: 7, snapshot: true, data: { whole: true } });
  push({ ch: depth, seq: 8, prev: 7, data: { changed: true } });
  push({ ch: 'tickers', seq: 1, snapshot: true, data: {} });
  expect(heard).toEqual([['snapshot', { whole: true }], true, ['update', { changed: true }]]);
});

it('a gap begins with a snapshot again, and what showed it is not told', () => {
  const { push, heard, sent } = arrangeWatched();
  push({ ch: depth, seq: 9, prev: 8, data: { missed: true } });
  expect(sent).toEqual([`unsub ${depth}`, `sub ${depth}`]);
  push({ ch: depth, seq: 10, prev: 9, data: { missed: true } });
  push({ ch: depth, seq: 11, snapshot: true, data: { whole: true } });
  expect(heard).toEqual([false, ['snapshot', { whole: true }], true]);
});

it('a snapshot in the middle is taken as it is', () => {
  const { push, heard, sent } = arrangeWatched();
  push({ ch: depth, seq: 20, snapshot: true, data: { whole: true } });
  push({ ch: depth, seq: 21, prev: 20, data: { changed: true } });
  expect(heard).toEqual([
    ['snapshot', { whole: true }],
    ['update', { changed: true }],
  ]);
  expect(sent).toEqual([]);
});

it('who finds that something does not fit gets a snapshot, once', () => {
  const { stream, sent, heard } = arrangeWatched();
  stream.renew(depth);
  stream.renew(depth);
  stream.renew('tickers');
  expect(sent).toEqual([`unsub ${depth}`, `sub ${depth}`]);
  expect(heard).toEqual([false]);
});

it('a snapshot that does not come is asked for again and again', () => {
  const { stream, sent, watcher, pass, push } = arrange();
  stream.watch(depth, watcher().watcher);
  push({ op: 'error', id: 'm1', error: 'unavailable' });
  pass(2 * askAgainAfterMs);
  expect(sent).toEqual([
    `sub ${depth}`,
    ...Array(2)
      .fill([`unsub ${depth}`, `sub ${depth}`])
      .flat(),
  ]);
  push({ ch: depth, seq: 1, snapshot: true, data: {} });
  pass(2 * askAgainAfterMs);
  expect(sent).toHaveLength(5);
});

it('a new line begins with everything that is watched', () => {
  const { stream, lose, find, heard, sent, pass, push, watcher } = arrangeWatched();
  stream.watch('tickers', watcher().watcher);
  sent.length = 0;
  lose();
  pass(10 * askAgainAfterMs);
  expect(sent).toEqual([]);
  find();
  expect(sent).toEqual([`sub ${depth}`, 'sub tickers']);
  push({ ch: depth, seq: 1, snapshot: true, data: {} });
  expect(heard).toEqual([false, ['snapshot', {}], true]);
});

it('a second watcher gets a snapshot too, and the channel stays as long as one of them', () => {
  const { stream, push, heard, watcher, sent, leave, pass } = arrangeWatched();
  const second = watcher();
  const leaveToo = stream.watch(depth, second.watcher);
  push({ ch: depth, seq: 12, snapshot: true, data: {} });
  expect(heard).toEqual([['snapshot', {}], true]);
  expect(second.heard).toEqual([['snapshot', {}], true]);
  sent.length = 0;
  leave();
  leave();
  pass(10 * lingerMs);
  push({ ch: depth, seq: 13, prev: 12, data: {} });
  expect(second.heard.at(-1)).toEqual(['update', {}]);
  expect(sent).toEqual([]);
  leaveToo();
});

it('nothing is said any more, and the line is left, once nobody has watched for a moment', () => {
  const { stream, leave, sent, pass, isAboard, timers, watcher } = arrangeWatched();
  leave();
  pass(lingerMs - 1);
  const leaveAgain = stream.watch(depth, watcher().watcher);
  pass(lingerMs);
  expect(isAboard()).toBe(true);
  sent.length = 0;
  leaveAgain();
  pass(lingerMs);
  expect(sent).toEqual([`unsub ${depth}`]);
  expect(isAboard()).toBe(false);
  expect(timers.size).toBe(0);
});
