import { defineStates } from '@marigold/money/states';

/** Two-step verification of a person: a seed is offered, then bound by a code of it; unbinding takes its row away. */
export const googleStates = defineStates({
  thing: 'two-step verification',
  firsts: ['offered'],
  finals: ['bound'],
  next: { offered: ['bound'], bound: [] },
});
