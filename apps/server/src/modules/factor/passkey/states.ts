import { defineStates } from '@marigold/money/states';

/** `doubtful`: its counter went back, so that somebody may have a copy; it never proves anything again. */
export const passkeyStates = defineStates({
  thing: 'a passkey',
  firsts: ['active'],
  finals: ['doubtful'],
  next: { active: ['doubtful'], doubtful: [] },
});
