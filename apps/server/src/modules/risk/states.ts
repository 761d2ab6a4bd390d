import type { RiskState } from '@marigold/contract/calls/risk';
import { defineStates } from '@marigold/money/states';

/** A case: a person of the house decides with or without the answers of whom it asks. */
export const caseStates = defineStates<RiskState>({
  thing: 'a case',
  firsts: ['open'],
  finals: ['cleared', 'refused'],
  next: {
    open: ['answered', 'cleared', 'refused'],
    answered: ['cleared', 'refused'],
    cleared: [],
    refused: [],
  },
});
