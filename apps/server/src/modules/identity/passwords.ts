/** Password hashes: argon2id over a peppered password. The only place that knows either. */
import { createHmac } from 'node:crypto';

import { hash, verify } from '@node-rs/argon2';

import { TransportError } from '../../platform/http/transport-error.ts';

/** reliability.md 7.8: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/** Each hash keeps a core and 19 MiB busy; more at once would only take turns. */
const hashesAtOnce = 2;
/** About four seconds of work; whoever comes later is told to try again. */
const hashesWaitingMax = 200;

/** Made with the cost above from a password nobody knows: an account that does not exist costs the same time. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$I0pIv+Yqj0Jf+NSama4QGg$dp6EK9Ef/UU8iZkNuNnsL4+iyJyBJWeH23yrcytStsU';

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes the same time with no hash, which nothing matches. Throws 503 when too many wait. */
  matches(stored: string | undefined, password: string): Promise<boolean>;
};

/** `secretKey` peppers every hash: a stolen table alone cannot be guessed at. */
export function createPasswords(secretKey: string): Passwords {
  const pepper = createHmac('sha256', secretKey).update('password pepper').digest();
  // NFKC, so that the same characters from two keyboards are the same password.
  const peppered = (password: string) =>
    createHmac('sha256', pepper).update(password.normalize('NFKC'), 'utf8').digest('base64');
  return {
    hash: async (password) => await inTurn(async () => await hash(peppered(password), cost)),
    async matches(stored, password) {
      const isRight = await inTurn(async () => await verify(stored ?? nobodysHash, peppered(password)));
      return stored !== undefined && isRight;
    },
  };
}

let running = 0;
const waiting: (() => void)[] = [];

/** At most two hashes at once in the process; the rest wait in order. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < hashesAtOnce) {
    running += 1;
  } else {
    if (waiting.length >= hashesWaitingMax) throw new TransportError(503, 'unavailable', { seconds: 2 });
    // Whoever ends hands its place over, so that nobody new slips in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
