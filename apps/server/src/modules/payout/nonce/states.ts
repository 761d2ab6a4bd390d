import type { StateOf } from '@marigold/money/states';
import { defineStates } from '@marigold/money/states';

/**
 * A nonce of a sender. `reserved`: one payment has it, nothing is signed. `live`: signed bytes are stored, and may be on
 * their way or in a block. `final`: one of its attempts is in a block that stays.
 */
export const nonceStates = defineStates({
  thing: 'a nonce',
  firsts: ['reserved'],
  finals: ['final'],
  next: { reserved: ['live'], live: ['final'], final: [] },
});
export type NonceState = StateOf<typeof nonceStates>;
