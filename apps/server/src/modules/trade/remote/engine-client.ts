/** A connection to the process that runs markets: pipelined, and made again when it breaks. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect } from 'node:net';

import type { Log } from '../../../platform/process/log.ts';
import type { CommandAnswer, TradeCommand } from '../command.ts';
import { unavailable } from '../command.ts';
import type { EstimateRequest, Estimated } from '../port.ts';
import type { FeedFanout } from './feed-fanout.ts';
import type { AskFrame, FeedFrame } from './frames.ts';
import {
  engineKey,
  greetingBytesMax,
  greetingMs,
  isProof,
  lineBytesMax,
  proofOf,
  readAnswerFrame,
  readLines,
  sendLine,
  textOf,
} from './frames.ts';

export type EngineClient = {
  readonly address: string;
  readonly ask: (command: TradeCommand) => Promise<CommandAnswer>;
  readonly estimate: (order: EstimateRequest) => Promise<CommandAnswer | Estimated>;
  readonly follow: (symbol: string) => void;
  readonly unfollow: (symbol: string) => void;
  readonly stop: () => void;
};

type PendingCall = {
  readonly resolve: (answer: CommandAnswer | Estimated) => void;
  readonly reject: (error: unknown) => void;
};

const answerMs = 20_000;
const waitingMax = 10_000;
const againMs = 200;

type ClientState = {
  readonly address: string;
  readonly key: Buffer;
  readonly feedOf: (symbol: string) => FeedFanout;
  readonly log: Log;
  /** What was asked and is not answered, by the id of its frame. */
  readonly pending: Map<number, PendingCall>;
  readonly followed: Set<string>;
  /** Undefined: it is made when it is needed. */
  socket: Socket | undefined;
  /** Both sides have proven to know the secret. */
  isReady: boolean;
  isStopped: boolean;
  lastId: number;
  /** Asked before it was ready. */
  waiting: AskFrame[];
  again: NodeJS.Timeout | undefined;
};

/** Connects when it is needed. Whatever is on its way when the connection breaks is answered 503: it may have been done. */
export function createEngineClient(
  address: string,
  {
    secretKey,
    feedOf,
    log,
  }: { readonly secretKey: string; readonly feedOf: (symbol: string) => FeedFanout; readonly log: Log },
): EngineClient {
  const client: ClientState = {
    address,
    key: engineKey(secretKey),
    feedOf,
    log,
    pending: new Map(),
    followed: new Set(),
    socket: undefined,
    isReady: false,
    isStopped: false,
    lastId: 0,
    waiting: [],
    again: undefined,
  };
  return {
    address,
    ask: async (command) => (await ask(client, (id) => ({ id, command }))) as CommandAnswer,
    estimate: async (order) => await ask(client, (id) => ({ id, estimate: order })),
    follow(symbol) {
      client.followed.add(symbol);
      if (!sendNow(client, { follow: symbol })) open(client);
    },
    unfollow(symbol) {
      client.followed.delete(symbol);
      sendNow(client, { unfollow: symbol });
    },
    stop() {
      client.isStopped = true;
      clearTimeout(client.again);
      client.socket?.destroy();
    },
  };
}

function open(client: ClientState): void {
  if (client.socket !== undefined || client.isStopped) return;
  const made = connect(endpointOf(client.address));
  client.socket = made;
  const timer = setTimeout(() => made.destroy(), greetingMs);
  greet(made, client.key, {
    onReady() {
      clearTimeout(timer);
      client.isReady = true;
      for (const symbol of client.followed) sendLine(made, { follow: symbol });
      for (const frame of client.waiting) sendLine(made, frame);
      client.waiting = [];
    },
    onFrame: (frame) => heard(client, frame),
  });
  made.on('error', (error) => client.log.debug({ err: error }, 'the connection to a market broke'));
  made.once('close', () => {
    clearTimeout(timer);
    closed(client);
  });
}

/** Nothing that was asked will be answered; whoever follows is told, and the connection is made again for them. */
function closed(client: ClientState): void {
  const { pending, followed, feedOf } = client;
  client.socket = undefined;
  client.isReady = false;
  client.waiting = [];
  for (const { reject } of pending.values()) reject(unavailable());
  pending.clear();
  for (const symbol of followed) feedOf(symbol).away();
  if (client.isStopped || followed.size === 0) return;
  clearTimeout(client.again);
  client.again = setTimeout(() => open(client), againMs);
}

function heard({ pending, feedOf }: ClientState, frame: FeedFrame): void {
  if ('snapshot' in frame) return feedOf(frame.snapshot.symbol).snapshot(frame.snapshot);
  if ('update' in frame) return feedOf(frame.update.symbol).update(frame.update);
  if ('away' in frame) return feedOf(frame.away).away();
  const one = pending.get(frame.id);
  pending.delete(frame.id);
  one?.resolve(readAnswerFrame(frame));
}

async function ask(
  client: ClientState,
  frameOf: (id: number) => AskFrame,
): Promise<CommandAnswer | Estimated> {
  const { pending } = client;
  if (client.isStopped || pending.size >= waitingMax) throw unavailable();
  open(client);
  const id = (client.lastId += 1);
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      pending.delete(id);
      reject(unavailable());
    }, answerMs);
    const end =
      <Value>(then: (value: Value) => void) =>
      (value: Value): void => {
        clearTimeout(timer);
        then(value);
      };
    pending.set(id, { resolve: end(resolve), reject: end(reject) });
    const frame = frameOf(id);
    if (!sendNow(client, frame)) client.waiting.push(frame);
  });
}

/** False where nothing can be sent yet. */
function sendNow({ isReady, socket }: ClientState, frame: AskFrame): boolean {
  if (!isReady || socket === undefined) return false;
  sendLine(socket, frame);
  return true;
}

/** `unix:/path` or `tcp:host:port`. */
function endpointOf(address: string): { path: string } | { host: string; port: number } {
  const rest = address.slice(address.indexOf(':') + 1);
  if (address.startsWith('unix:')) return { path: rest };
  const at = rest.lastIndexOf(':');
  return { host: rest.slice(0, at), port: Number(rest.slice(at + 1)) };
}

/** Proves to know the secret, and believes nothing before the other side has. */
function greet(
  socket: Socket,
  key: Buffer,
  { onReady, onFrame }: { readonly onReady: () => void; readonly onFrame: (frame: FeedFrame) => void },
): void {
  const mine = randomBytes(32).toString('hex');
  let theirs: string | undefined;
  let isKnown = false;
  readLines(
    socket,
    () => (isKnown ? lineBytesMax : greetingBytesMax),
    (frame) => {
      if (isKnown) return onFrame(frame as FeedFrame);
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
