import { riskAnswerMax } from '@marigold/contract/limits';
import { describe, expect, it } from 'vitest';

import { findMissing, questionsOf, readAnswerText, startOf } from './answers.ts';

describe('the answers to a case', () => {
  it('miss what was asked and not answered, each at its own place', () => {
    const asks = ['origin', 'purpose', 'document'] as const;
    expect(findMissing(asks, { origin: 'Salary', purpose: ' \n' }, 0)).toEqual({
      purpose: 'missing',
      document: 'missing',
    });
    expect(findMissing(asks, { origin: 'Salary', purpose: 'Rent' }, 1)).toEqual({});
  });

  it('need no document that nobody asked for', () => {
    expect(findMissing(['relation'], { relation: 'Friend' }, 0)).toEqual({});
  });

  it('are bounded', () => {
    expect(findMissing(['origin'], { origin: 'x'.repeat(riskAnswerMax + 1) }, 0)).toEqual({
      origin: 'long',
    });
    expect(findMissing(['origin'], { origin: 'x'.repeat(riskAnswerMax) }, 0)).toEqual({});
  });

  it('start with what was answered before', () => {
    expect(startOf({ answers: [{ ask: 'origin', text: 'Salary' }] })).toEqual({ origin: 'Salary' });
    expect(questionsOf(['document', 'origin'])).toEqual(['origin']);
  });

  it('keep their lines and lose hidden commands', () => {
    expect(readAnswerText(' one\r\ntwo\u202ethree\u0000 ')).toBe('one\ntwo three');
  });
});
