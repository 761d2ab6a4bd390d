import type { Level } from '@marigold/contract/calls/market';
/**
 * The scripted live line in place of the server's `/stream` (protocol.md "Live updates"): it takes subscriptions, tells a
 * person's events and public channels when the test says so, and is silent otherwise.
 */
import type { UserEvent } from '@marigold/contract/events';

import { type BookLevels, checksumOf } from '../src/domain/market/book.ts';
import type { Socket } from '../src/lib/live/line.ts';
import type { Channel, ChannelData } from '../src/lib/live/market-stream.ts';

type Frame = Readonly<Record<string, unknown>>;

const own = 'user';
const open = new Set<ScriptedSocket>();
/** What a channel begins with when somebody subscribes. */
let snapshots = new Map<string, object>();
let books = new Map<string, BookLevels>();
let lives = new Map<string, number>();

/** Stands where the browser's WebSocket stood, for `/stream` alone. */
export class ScriptedSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  readonly #seqs = new Map<string, number>();

  constructor() {
    open.add(this);
    queueMicrotask(() => this.onopen?.());
  }

  send(text: string): void {
    const { op, ch = [] } = JSON.parse(text) as { readonly op: string; readonly ch?: readonly string[] };
    for (const channel of ch) {
      if (op === 'unsub') this.#seqs.delete(channel);
      if (op !== 'sub') continue;
      this.#seqs.set(channel, 1);
      const data = channel === own ? {} : snapshots.get(channel);
      if (data !== undefined) queueMicrotask(() => this.#say({ ch: channel, seq: 1, snapshot: true, data }));
    }
  }

  close(): void {
    open.delete(this);
  }

  hears(channel: string): boolean {
    return this.#seqs.has(channel);
  }

  begin(channel: string, data: object): void {
    if (this.hears(channel)) this.#say({ ch: channel, seq: this.#next(channel), snapshot: true, data });
  }

  publish(channel: string, data: object): void {
    const prev = this.#seqs.get(channel);
    if (prev !== undefined) this.#say({ ch: channel, prev, seq: this.#next(channel), data });
  }

  #next(channel: string): number {
    const next = (this.#seqs.get(channel) ?? 0) + 1;
    this.#seqs.set(channel, next);
    return next;
  }

  #say(frame: Frame): void {
    if (open.has(this)) this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

/** Begins a test with an empty line. */
export function beginLine(): void {
  snapshots = new Map();
  books = new Map();
  lives = new Map();
}

/** Tells the person on screen of an event; hints stand beside its name. */
export function publish(event: UserEvent, hints: Frame = {}): void {
  const listening = [...open].filter((socket) => socket.hears(own));
  if (listening.length === 0) throw new Error(`nobody listens to "${event}": no line of a person is up`);
  for (const socket of listening) socket.publish(own, { event, ...hints });
}

/** What a public channel stands at: whoever watches it now or later begins with this. */
export function openChannelWith<C extends Channel>(channel: C, data: ChannelData[C]): void {
  snapshots.set(channel, data);
  for (const socket of open) socket.begin(channel, data);
}

/** The server tells each book something as often as this, in ms. */
const signOfLifeMs = 2_000;

/** A book from its levels, best first; it stays alive until `fallSilent`. */
export function showBook(symbol: string, book: BookLevels): void {
  books.set(symbol, book);
  openChannelWith(`depth:${symbol}`, depthOf(book));
  clearInterval(lives.get(symbol));
  lives.set(
    symbol,
    window.setInterval(() => changeLevels(symbol), signOfLifeMs),
  );
}

/** The server says nothing of a book any more; `showBook` wakes it. */
export function fallSilent(symbol: string): void {
  clearInterval(lives.get(symbol));
}

/** Changes levels of a book that stands; amount 0 takes a level away. Nothing to change is a sign of life. */
export function changeLevels(symbol: string, bids: readonly Level[] = [], asks: readonly Level[] = []): void {
  const before = books.get(symbol) ?? { bids: [], asks: [] };
  const after = { bids: mergeSide(before.bids, bids, -1), asks: mergeSide(before.asks, asks, 1) };
  books.set(symbol, after);
  snapshots.set(`depth:${symbol}`, depthOf(after));
  for (const socket of open) {
    socket.publish(`depth:${symbol}`, { bids, asks, checksum: checksumOf(after) });
  }
}

function mergeSide(levels: readonly Level[], changes: readonly Level[], order: 1 | -1): Level[] {
  const amounts = new Map(levels);
  for (const [price, amount] of changes) {
    if (Number(amount) === 0) amounts.delete(price);
    else amounts.set(price, amount);
  }
  return [...amounts].toSorted(([left], [right]) => order * (Number(left) - Number(right)));
}

function depthOf({ bids, asks }: BookLevels): ChannelData['depth:'] {
  return { bids: [...bids], asks: [...asks], checksum: checksumOf({ bids, asks }) };
}

/** Every line breaks; the app tries again by itself a moment later. */
export function drop(): void {
  for (const socket of open) {
    open.delete(socket);
    socket.onclose?.({ code: 1006 });
  }
}
