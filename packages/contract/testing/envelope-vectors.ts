import type { AppRequest } from '../src/envelope.ts';
/** The golden vectors of protocol.md "Calls" for the tests of both sides; nothing of this reaches a program. */
import vectors from './envelope-vectors.json' with { type: 'json' };

export type GoldenVector = {
  readonly name: string;
  readonly secret: string;
  readonly appRequest: AppRequest;
  readonly stringToSign: string;
  readonly apiSign: string;
  /** What is sent. */
  readonly body: { readonly data: string };
};

export const goldenVectors: readonly GoldenVector[] = vectors;
