import { defineStates } from '@marigold/money/states';

/** `earned`: what was paid for was done. `refunded`: it was not, and the whole price went back. */
export const purchaseStates = defineStates({
  thing: 'a purchase',
  firsts: ['paid'],
  finals: ['earned', 'refunded'],
  next: { paid: ['earned', 'refunded'], earned: [], refunded: [] },
});
