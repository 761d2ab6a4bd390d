import { defineStates } from '@marigold/money/states';

/** A second verification. `used`: by its operation. `void`: another operation asked for it, or its last try was wrong. */
export const challengeStates = defineStates({
  thing: 'a challenge',
  firsts: ['open'],
  finals: ['used', 'void'],
  next: { open: ['used', 'void'], used: [], void: [] },
});
