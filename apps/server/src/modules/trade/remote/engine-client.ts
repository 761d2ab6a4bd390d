/** A connection to the process that runs markets: pipelined, and made again when it breaks. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect } from 'node:net';

import type { Log } from '../../../platform/process/log.ts';
import type { Answer, Command } from '../command.ts';
import { unavailable } from '../command.ts';
import type { EstimateRequest, Estimated } from '../port.ts';
import type { FeedHub } from './feed-hub.ts';
import type { AskFrame, TellFrame } from './frames.ts';
import {
  engineKey,
  greetingBytesMax,
  greetingMs,
  isProof,
  lineBytesMax,
  proofOf,
  readAnswer,
  readLines,
  sendLine,
  textOf,
} from './frames.ts';

export type EngineClient = {
  readonly address: string;
  readonly ask: (command: Command) => Promise<Answer>;
  readonly estimate: (order: EstimateRequest) => Promise<Answer | Estimated>;
  readonly follow: (symbol: string) => void;
  readonly unfollow: (symbol: string) => void;
  readonly stop: () => void;
};

type AskedFrame = {
  readonly resolve: (answer: Answer | Estimated) => void;
  readonly reject: (error: unknown) => void;
};

const answerMs = 20_000;
const waitingMax = 10_000;
const againMs = 200;

/** Connects when it is needed. Whatever is on its way when the connection breaks is answered 503: it may have been done. */
export function createEngineClient(
  address: string,
  {
    secretKey,
    hubOf,
    log,
  }: { readonly secretKey: string; readonly hubOf: (symbol: string) => FeedHub; readonly log: Log },
): EngineClient {
  const key = engineKey(secretKey);
  const asked = new Map<number, AskedFrame>();
  const followed = new Set<string>();
  let socket: Socket | undefined;
  let isReady = false;
  let isStopped = false;
  let lastId = 0;
  let waiting: AskFrame[] = [];
  let again: NodeJS.Timeout | undefined;

  function open(): void {
    if (socket !== undefined || isStopped) return;
    const made = connect(placeOf(address));
    socket = made;
    const timer = setTimeout(() => made.destroy(), greetingMs);
    greet(made, key, {
      onReady() {
        clearTimeout(timer);
        isReady = true;
        for (const symbol of followed) sendLine(made, { follow: symbol });
        for (const frame of waiting) sendLine(made, frame);
        waiting = [];
      },
      onFrame: heard,
    });
    made.on('error', (error) => log.debug({ err: error }, 'the connection to a market broke'));
    made.once('close', () => {
      clearTimeout(timer);
      closed();
    });
  }

  function closed(): void {
    socket = undefined;
    isReady = false;
    waiting = [];
    for (const { reject } of asked.values()) reject(unavailable());
    asked.clear();
    for (const symbol of followed) hubOf(symbol).away();
    if (isStopped || followed.size === 0) return;
    clearTimeout(again);
    again = setTimeout(open, againMs);
  }

  function heard(frame: TellFrame): void {
    if ('snapshot' in frame) return hubOf(frame.snapshot.symbol).snapshot(frame.snapshot);
    if ('update' in frame) return hubOf(frame.update.symbol).update(frame.update);
    if ('away' in frame) return hubOf(frame.away).away();
    const one = asked.get(frame.id);
    asked.delete(frame.id);
    one?.resolve(readAnswer(frame));
  }

  async function send(frame: (id: number) => AskFrame): Promise<Answer | Estimated> {
    if (isStopped || asked.size >= waitingMax) throw unavailable();
    open();
    const id = (lastId += 1);
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        asked.delete(id);
        reject(unavailable());
      }, answerMs);
      const end =
        <Value>(then: (value: Value) => void) =>
        (value: Value): void => {
          clearTimeout(timer);
          then(value);
        };
      asked.set(id, { resolve: end(resolve), reject: end(reject) });
      if (isReady && socket !== undefined) sendLine(socket, frame(id));
      else waiting.push(frame(id));
    });
  }

  return {
    address,
    ask: async (command) => (await send((id) => ({ id, command }))) as Answer,
    estimate: async (order) => await send((id) => ({ id, estimate: order })),
    follow(symbol) {
      followed.add(symbol);
      if (isReady && socket !== undefined) sendLine(socket, { follow: symbol });
      else open();
    },
    unfollow(symbol) {
      followed.delete(symbol);
      if (isReady && socket !== undefined) sendLine(socket, { unfollow: symbol });
    },
    stop() {
      isStopped = true;
      clearTimeout(again);
      socket?.destroy();
    },
  };
}

/** `unix:/path` or `tcp:host:port`. */
function placeOf(address: string): { path: string } | { host: string; port: number } {
  const rest = address.slice(address.indexOf(':') + 1);
  if (address.startsWith('unix:')) return { path: rest };
  const at = rest.lastIndexOf(':');
  return { host: rest.slice(0, at), port: Number(rest.slice(at + 1)) };
}

/** Proves to know the secret, and believes nothing before the other side has. */
function greet(
  socket: Socket,
  key: Buffer,
  { onReady, onFrame }: { readonly onReady: () => void; readonly onFrame: (frame: TellFrame) => void },
): void {
  const mine = randomBytes(32).toString('hex');
  let theirs: string | undefined;
  let isKnown = false;
  readLines(
    socket,
    () => (isKnown ? lineBytesMax : greetingBytesMax),
    (frame) => {
      if (isKnown) return onFrame(frame as TellFrame);
      if (theirs === undefined) {
        theirs = textOf(frame, 'nonce');
        if (theirs === undefined) socket.destroy();
        else sendLine(socket, { nonce: mine, proof: proofOf(key, 'asks', [theirs, mine]) });
        return;
      }
      isKnown = isProof(textOf(frame, 'proof'), proofOf(key, 'runs', [theirs, mine]));
      if (isKnown) onReady();
      else socket.destroy();
    },
  );
}
