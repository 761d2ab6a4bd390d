import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { puzzle, time } from '../fields.ts';

/** What a work puzzle may be wanted for: the code that proves a new contact, and the way back to an account. */
export const puzzlePurposes = ['register', 'forget'] as const;
export type PuzzlePurpose = (typeof puzzlePurposes)[number];

export const makePuzzle = endpoint({
  path: 'user/puzzle',
  does: 'Answers a work puzzle for one scene and the network of the caller in a flood; null otherwise: no work is wanted.',
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: false,
  input: z.strictObject({ scene: z.enum(puzzlePurposes) }),
  output: z.strictObject({
    /** Null: calls are heard without an answer now. */
    puzzle: puzzle.nullable(),
    /** Until then an answer is good, and nobody need ask again. */
    expires: time,
  }),
  refusals: [],
  limits: [{ per: 'address', count: 100, seconds: 3600 }],
});
