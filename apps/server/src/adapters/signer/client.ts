/** The signer as the port knows it, over its socket: one line asks, one line answers, and a lost connection is made again. */
import { createConnection, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

import type { TransactionDraft, Signed } from '@marigold/chain/port';
import {
  SignerRefused,
  SignerUnavailable,
  type SigningApproval,
  type Signer,
  type SignerAccounts,
  type SignerRefusal,
} from '@marigold/chain/signer-port';
import * as z from 'zod';

/** A signature takes milliseconds; after this the caller does not know whether it was made, and asks again later. */
const answerTimeoutMs = 10_000;

const refusals = [
  'not_approved',
  'nonce_taken',
  'over_payment_cap',
  'over_hour_cap',
  'over_day_cap',
  'fee_cap',
  'demo_seed_on_public_chain',
  'foreign_account',
  'malformed',
] as const satisfies readonly SignerRefusal[];

const hex = (bytes: number) =>
  z.templateLiteral(['0x', z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`))]);
const answer = z.union([
  z.object({
    id: z.int(),
    accounts: z.object({ depositKey: z.string(), hot: hex(20), gas: hex(20), isDemoSeed: z.boolean() }),
  }),
  z.object({
    id: z.int(),
    signed: z.object({ txId: hex(32), raw: z.templateLiteral(['0x', z.string().regex(/^([0-9a-f]{2})+$/)]) }),
  }),
  z.object({ id: z.int(), refusal: z.enum(refusals) }),
  z.object({ id: z.int(), unavailable: z.string() }),
]);
type Answer = z.infer<typeof answer>;

export type SignerClient = Signer & { readonly close: () => void };

type Waiting = { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void };
type Connection = { readonly socket: Socket; readonly waiting: Map<number, Waiting> };

/** Connects with the first question; `path` is the socket of the signer's process. */
export function createSignerClient(path: string): SignerClient {
  let connection: Connection | undefined;
  let nextId = 0;

  function connect(): Connection {
    const socket = createConnection(path);
    const made: Connection = { socket, waiting: new Map() };
    const lose = (why: string): void => {
      if (connection === made) connection = undefined;
      socket.destroy();
      for (const { reject } of made.waiting.values()) reject(new SignerUnavailable(why));
      made.waiting.clear();
    };
    socket.on('error', (error) => lose(`the signer cannot be reached: ${error.message}`));
    socket.on('close', () => lose('the signer closed the connection'));
    // The connection alone keeps no process alive.
    socket.unref();
    const lines = createInterface({ input: socket });
    lines.on('error', () => undefined);
    lines.on('line', (line) => {
      const reply = readAnswer(line);
      if (reply === undefined) return lose('the signer said something that we do not understand');
      made.waiting.get(reply.id)?.resolve(reply);
      made.waiting.delete(reply.id);
    });
    return made;
  }

  async function ask(question: object): Promise<Answer> {
    connection ??= connect();
    const { socket, waiting } = connection;
    const id = (nextId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting.set(id, { resolve, reject });
    const timer = setTimeout(() => {
      waiting.delete(id);
      reject(new SignerUnavailable('the signer did not answer in time'));
    }, answerTimeoutMs);
    socket.write(`${JSON.stringify({ id, ...question }, digits)}\n`);
    try {
      const reply = await promise;
      if ('refusal' in reply) throw new SignerRefused(reply.refusal);
      if ('unavailable' in reply) throw new SignerUnavailable(reply.unavailable);
      return reply;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async accounts(): Promise<SignerAccounts> {
      const reply = await ask({ op: 'accounts' });
      if (!('accounts' in reply)) throw new SignerUnavailable('the signer answered another question');
      return reply.accounts;
    },
    async sign(draft: TransactionDraft, approval: SigningApproval): Promise<Signed> {
      const reply = await ask({ op: 'sign', draft, approval });
      if (!('signed' in reply)) throw new SignerUnavailable('the signer answered another question');
      return reply.signed;
    },
    close: () => connection?.socket.destroy(),
  };
}

function digits(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function readAnswer(line: string): Answer | undefined {
  try {
    return answer.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
