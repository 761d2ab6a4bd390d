/**
 * Work puzzles of altcha-lib: the browser looks for the number from which PBKDF2 makes a key that begins as the puzzle says.
 * The server chose the number and signed the key, so that a check derives nothing, whatever it is sent.
 */
import { puzzlePurposes } from '@marigold/contract/calls/puzzle';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod';

import type { HumanCheck } from '../../modules/human/port.ts';
import { purposeKey } from '../../platform/process/purpose-key.ts';

const algorithm = 'PBKDF2/SHA-256';
/** Iterations of one try: 1.5 ms here on one of two slow cores, some 3 ms on a phone, and the server's own price of making. */
const cost = 5000;
/** The lightest number lies between 1 and this one: 100 tries in the mean, 0.3 s of such a phone. */
const numberMax = 200;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));

/** What a client sends back, which is nothing that we know until its signature was checked. */
const SolvedChallenge = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal(algorithm),
      cost: z.literal(cost),
      data: z.strictObject({ scene: z.enum(puzzlePurposes), network: z.string(), until: z.int() }),
      keyLength: z.literal(32),
      keyPrefix: hex(16),
      // Without it the library would derive the key anew, on our cores.
      keySignature: hex(32),
      nonce: hex(16),
      salt: hex(16),
    }),
    signature: hex(32),
  }),
  solution: z.strictObject({ counter: z.int(), derivedKey: hex(32), time: z.number().optional() }),
});

export function createAltchaCheck(secretKey: string): HumanCheck {
  const secrets = {
    hmacSignatureSecret: purposeKey(secretKey, 'puzzle').toString('base64url'),
    hmacKeySignatureSecret: purposeKey(secretKey, 'puzzle answer').toString('base64url'),
  };
  return {
    isOn: true,
    async make({ scene, network }, { effort, until }) {
      const counter = randomInt(Math.round(numberMax * effort));
      // Its end is our own field: the library would ask the machine's clock.
      const data = { scene, network, until };
      return JSON.stringify(await createChallenge({ algorithm, cost, counter, data, deriveKey, ...secrets }));
    },
    async check(answer, { scene, network }, now) {
      const { data } = SolvedChallenge.safeParse(parse(answer));
      if (data === undefined) return undefined;
      const { nonce, data: bounds } = data.challenge.parameters;
      if (bounds.scene !== scene || bounds.network !== network || bounds.until <= now) return undefined;
      const { challenge } = data;
      const { counter, derivedKey } = data.solution;
      const solution = { counter, derivedKey };
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
      return verified ? { nonce: Buffer.from(nonce, 'hex'), until: bounds.until } : undefined;
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
