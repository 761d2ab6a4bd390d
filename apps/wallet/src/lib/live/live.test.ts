/** The live channel against a made-up server and clock: what is said, what is heard, and when it starts over. */
import { describe, expect, it } from 'vitest';

import { deadAfterMs, pingEveryMs, reconnectMaxMs, reconnectMinMs, type Socket } from './line.ts';
import { createLive, type Passenger } from './live.ts';

type Timer = { readonly run: () => void; readonly at: number };

function arrange() {
  const sockets: (Socket & { sent: Record<string, unknown>[]; isClosed: boolean })[] = [];
  const timers = new Set<Timer>();
  const heard: unknown[] = [];
  const states: string[] = [];
  let now = 0;

  function open(): Socket {
    const socket = {
      sent: [] as Record<string, unknown>[],
      isClosed: false,
      send: (text: string) => void socket.sent.push(JSON.parse(text) as Record<string, unknown>),
      close: () => void (socket.isClosed = true),
      onopen: null,
      onmessage: null,
      onclose: null,
    };
    sockets.push(socket);
    return socket;
  }

  const live = createLive({
    open,
    setTimer(run, delayMs) {
      const timer = { run, at: now + delayMs };
      timers.add(timer);
      return timer;
    },
    clearTimer: (timer) => void timers.delete(timer as Timer),
    random: () => 1,
    onEvent: (event) => void heard.push(event),
    onGap: () => void heard.push('gap'),
    onRefused: (token) => void heard.push(`refused ${token}`),
    onState: (state) => void states.push(state),
  });

  const last = () => {
    const socket = sockets.at(-1);
    if (socket === undefined) throw new Error('nothing was opened');
    return socket;
  };

  return {
    live,
    sockets,
    heard,
    states,
    last,
    /** What was said since the socket opened, pings left out. */
    subscriptions: () => last().sent.filter(({ op }) => op !== 'ping'),
    connect: () => last().onopen?.(),
    push: (frame: object) => last().onmessage?.({ data: JSON.stringify(frame) }),
    close: (code: number) => last().onclose?.({ code }),
    /** Lets time pass, timer by timer. */
    pass: (durationMs: number) => {
      const until = now + durationMs;
      for (let next = earliest(); next !== undefined && next.at <= until; next = earliest()) {
        now = next.at;
        timers.delete(next);
        next.run();
      }
      now = until;
    },
  };

  function earliest(): Timer | undefined {
    return [...timers].toSorted((a, b) => a.at - b.at)[0];
  }
}

/** Connected, authorised and subscribed, with the first snapshot heard. */
function arrangeLive() {
  const all = arrange();
  all.live.start('token');
  all.connect();
  all.push({ ch: 'user', seq: 1, snapshot: true, data: {} });
  all.heard.length = 0;
  return all;
}

describe('connecting', () => {
  it('authorises, then subscribes to the user channel', () => {
    const { live, connect, subscriptions } = arrange();
    live.start('token');
    connect();
    expect(subscriptions()).toEqual([
      { op: 'auth', id: 1, token: 'token' },
      { op: 'sub', id: 2, ch: ['user'] },
    ]);
  });

  it('fetches everything once it counts: what came after the page asked and before this was told to nobody', () => {
    const { live, connect, push, heard } = arrange();
    live.start('token');
    connect();
    expect(heard).toEqual([]);
    push({ ch: 'user', seq: 1, snapshot: true, data: {} });
    expect(heard).toEqual(['gap']);
  });

  it('once more with the same token changes nothing; another token replaces the connection', () => {
    const { live, sockets } = arrangeLive();
    live.start('token');
    expect(sockets).toHaveLength(1);
    live.start('another');
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });
});

it('says how it is doing', () => {
  const { live, states, close } = arrangeLive();
  expect(states).toEqual(['connecting', 'live']);
  close(1006);
  expect(states.slice(2)).toEqual(['connecting']);
  live.wake();
  live.stop();
  expect(states.slice(3)).toEqual(['off']);
});

describe('events', () => {
  it('are told in order with their hints', () => {
    const { push, heard } = arrangeLive();
    push({ ch: 'user', seq: 2, prev: 1, data: { event: 'balance', currency: 'USDT' } });
    push({ ch: 'user', seq: 3, prev: 2, data: { event: 'bill' } });
    expect(heard).toEqual([
      { event: 'balance', hints: { currency: 'USDT' } },
      { event: 'bill', hints: {} },
    ]);
  });

  it('that are no events are ignored', () => {
    const { push, heard, last } = arrangeLive();
    last().onmessage?.({ data: 'not json' });
    last().onmessage?.({ data: new ArrayBuffer(1) });
    push({ op: 'pong' });
    push({ ch: 'depth:BTC_USDT', seq: 9, prev: 1, data: {} });
    push({ ch: 'user', seq: 'x', data: {} });
    push({ ch: 'user', seq: 2, prev: 1, data: { event: 7 } });
    expect(heard).toEqual([]);
  });
});

describe('a gap', () => {
  it('subscribes again and fetches everything, instead of telling the event that showed it', () => {
    const { push, heard, subscriptions } = arrangeLive();
    push({ ch: 'user', seq: 5, prev: 4, data: { event: 'bill' } });
    expect(heard).toEqual([]);
    expect(subscriptions().slice(2)).toEqual([
      { op: 'unsub', id: 3, ch: ['user'] },
      { op: 'sub', id: 4, ch: ['user'] },
    ]);
    push({ ch: 'user', seq: 1, snapshot: true, data: {} });
    push({ ch: 'user', seq: 2, prev: 1, data: { event: 'bill' } });
    expect(heard).toEqual(['gap', { event: 'bill', hints: {} }]);
  });

  it('is also what a snapshot in the middle says', () => {
    const { push, heard } = arrangeLive();
    push({ ch: 'user', seq: 7, snapshot: true, data: {} });
    push({ ch: 'user', seq: 8, prev: 7, data: { event: 'bill' } });
    expect(heard).toEqual(['gap', { event: 'bill', hints: {} }]);
  });

  it('is what lies between two connections', () => {
    const { close, pass, connect, push, heard } = arrangeLive();
    close(1006);
    pass(reconnectMinMs);
    connect();
    expect(heard).toEqual([]);
    push({ ch: 'user', seq: 1, snapshot: true, data: {} });
    expect(heard).toEqual(['gap']);
  });
});

describe('staying connected', () => {
  it('pings every 20 seconds', () => {
    const { pass, push, last } = arrangeLive();
    for (let round = 1; round <= 3; round += 1) {
      pass(pingEveryMs);
      push({ op: 'pong' });
      expect(last().sent.filter(({ op }) => op === 'ping')).toHaveLength(round);
    }
  });

  it('counts a line as dead after 45 silent seconds and opens another', () => {
    const { pass, sockets } = arrangeLive();
    pass(deadAfterMs - 1);
    expect(sockets).toHaveLength(1);
    pass(1 + reconnectMinMs);
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });

  it('gives up on a line that never opens', () => {
    const { live, pass, sockets } = arrange();
    live.start('token');
    pass(deadAfterMs + reconnectMinMs);
    expect(sockets).toHaveLength(2);
  });

  it('waits twice as long after each failure, up to half a minute', () => {
    const { live, pass, close, sockets } = arrange();
    live.start('token');
    const waits = [1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * 1_000);
    for (const wait of waits) {
      const before = sockets.length;
      close(1006);
      pass(wait - 1);
      expect(sockets).toHaveLength(before);
      pass(1);
      expect(sockets).toHaveLength(before + 1);
    }
    expect(waits.at(-1)).toBe(reconnectMaxMs);
  });

  it('begins with short waits again once something was heard', () => {
    const { live, pass, close, connect, push, sockets } = arrange();
    live.start('token');
    close(1006);
    pass(1_000);
    close(1006);
    pass(2_000);
    connect();
    push({ ch: 'user', seq: 1, snapshot: true, data: {} });
    close(1006);
    pass(reconnectMinMs);
    expect(sockets).toHaveLength(4);
  });

  it('keeps waiting longer while the server answers with errors', () => {
    const { live, pass, connect, push, sockets } = arrange();
    live.start('token');
    for (const wait of [1_000, 2_000, 4_000]) {
      connect();
      push({ op: 'error', id: 1, error: 'unavailable' });
      const before = sockets.length;
      pass(wait - 1);
      expect(sockets).toHaveLength(before);
      pass(1);
      expect(sockets).toHaveLength(before + 1);
    }
  });

  it('tries at once when woken while it waits, and only asks for a sign of life otherwise', () => {
    const { live, close, sockets, last } = arrangeLive();
    live.wake();
    expect(sockets).toHaveLength(1);
    expect(last().sent.at(-1)).toEqual({ op: 'ping' });
    close(1006);
    live.wake();
    expect(sockets).toHaveLength(2);
  });
});

describe('the end', () => {
  it('of the session is told with its token, and nothing is opened again', () => {
    const { close, pass, heard, sockets, live } = arrangeLive();
    close(4401);
    live.wake();
    pass(10 * reconnectMaxMs);
    expect(heard).toEqual(['refused token']);
    expect(sockets).toHaveLength(1);
  });

  it('asked for closes the line and leaves no timer', () => {
    const { live, pass, sockets } = arrangeLive();
    live.stop();
    live.wake();
    pass(10 * reconnectMaxMs);
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true]);
  });
});

describe('a passenger', () => {
  function arrangePassenger() {
    const all = arrange();
    const story: unknown[] = [];
    const passenger: Passenger = {
      onUp: (say) => {
        story.push('up');
        say({ op: 'sub', id: 'm1', ch: ['tickers'] });
      },
      onDown: () => void story.push('down'),
      onFrame: (frame) => void story.push(frame),
    };
    return { ...all, story, passenger };
  }

  it('gets a line of its own where nobody is logged in, and only while it rides', () => {
    const { live, passenger, sockets, connect, subscriptions, last, close, pass } = arrangePassenger();
    live.stop();
    live.wake();
    expect(sockets).toHaveLength(0);
    live.carry(passenger);
    connect();
    expect(subscriptions()).toEqual([{ op: 'sub', id: 'm1', ch: ['tickers'] }]);
    close(1006);
    pass(reconnectMinMs);
    expect(sockets).toHaveLength(2);
    live.carry(undefined);
    expect(last().isClosed).toBe(true);
    pass(10 * reconnectMaxMs);
    expect(sockets).toHaveLength(2);
  });

  it('rides on the line that is there, and leaves it as it was', () => {
    const { live, passenger, sockets, connect, push, subscriptions, last, heard } = arrangePassenger();
    live.start('token');
    connect();
    live.carry(passenger);
    expect(subscriptions().at(-1)).toEqual({ op: 'sub', id: 'm1', ch: ['tickers'] });
    live.carry(undefined);
    push({ ch: 'user', seq: 1, snapshot: true, data: {} });
    expect(heard).toEqual(['gap']);
    expect(last().isClosed).toBe(false);
    expect(sockets).toHaveLength(1);
  });

  it('hears what is not of the person, and its refusals do not end the line', () => {
    const { live, passenger, connect, push, story, last } = arrangePassenger();
    live.carry(passenger);
    connect();
    push({ op: 'error', id: 'm1', error: 'unknown_channel' });
    push({ ch: 'tickers', seq: 4, snapshot: true, data: {} });
    push({ ch: 'user', seq: 1, snapshot: true, data: {} });
    expect(story).toEqual([
      'up',
      { op: 'error', id: 'm1', error: 'unknown_channel' },
      { ch: 'tickers', seq: 4, snapshot: true, data: {} },
    ]);
    expect(last().isClosed).toBe(false);
  });

  it('goes on without a name when the person leaves, and under the name when one comes', () => {
    const { live, passenger, connect, subscriptions, story, sockets, close } = arrangePassenger();
    live.carry(passenger);
    connect();
    live.start('token');
    connect();
    expect(subscriptions().map(({ op }) => op)).toEqual(['auth', 'sub', 'sub']);
    live.stop();
    live.stop();
    connect();
    expect(subscriptions()).toEqual([{ op: 'sub', id: 'm1', ch: ['tickers'] }]);
    live.start('another');
    connect();
    close(4401);
    connect();
    expect(subscriptions()).toEqual([{ op: 'sub', id: 'm1', ch: ['tickers'] }]);
    expect(sockets).toHaveLength(5);
    expect(story).toEqual(['up', 'down', 'up', 'down', 'up', 'down', 'up', 'down', 'up']);
  });
});
