import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { puzzle } from '../fields.ts';

/** What a work puzzle may be wanted for: the code that proves a new contact, and the way back to an account. */
export const puzzlePurposes = ['register', 'forget'] as const;
export type PuzzlePurpose = (typeof puzzlePurposes)[number];

export const makePuzzle = endpoint({
  path: 'user/puzzle',
  does: 'Answers a work puzzle for one scene and the network of the caller; calls want its answer only in a flood.',
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: false,
  input: z.strictObject({ scene: z.enum(puzzlePurposes) }),
  output: z.strictObject({ puzzle }),
  refusals: [],
  limits: [{ per: 'address', count: 100, seconds: 3600 }],
});
