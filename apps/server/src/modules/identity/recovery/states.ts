import { defineStates } from '@marigold/money/states';

/**
 * A forgotten login password on its way back. `open`: a code may be asked for. `proven`: the new password may be set.
 * `void`: another recovery of that person was used.
 */
export const recoveryStates = defineStates({
  thing: 'a recovery',
  firsts: ['open'],
  finals: ['used', 'void'],
  next: { open: ['proven', 'void'], proven: ['used', 'void'], used: [], void: [] },
});
