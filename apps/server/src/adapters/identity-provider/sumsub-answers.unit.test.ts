import { hostedItems, kycLabels } from '@marigold/partners/kyc-states';
import { sumsubLabelOf } from '@marigold/partners/simulator/sumsub-shapes';
import { describe, expect, it } from 'vitest';

import { documentedApplicant, documentedRetry, documentedSteps } from '../../../testing/sumsub-examples.ts';
import { Applicant, readReview, StepsStatus } from './sumsub-answers.ts';
import { itemsOfLabel, kycLabelOf } from './sumsub-labels.ts';

function review(change: Record<string, unknown>, steps: unknown = documentedSteps) {
  const applicant = { ...documentedApplicant, review: { ...documentedApplicant.review, ...change } };
  return readReview(Applicant.parse(applicant), StepsStatus.parse(steps));
}

describe('what Sumsub documents, in our words', () => {
  it('is an approval with what was read off the document', () => {
    const found = review(
      {},
      { IDENTITY: { ...documentedSteps.IDENTITY, reviewResult: { reviewAnswer: 'GREEN' } } },
    );
    expect(found).toMatchObject({
      ref: '5b594ade0a975a36c9349e66',
      phase: 'done',
      outcome: 'passed',
      decidedAt: Date.UTC(2020, 5, 24, 5, 12, 58),
      read: {
        firstName: 'CHRISTIAN',
        lastName: 'SMITH',
        birthday: '1989-07-16',
        nationality: 'DE',
        idType: 'idCard',
        idNumber: 'LGXX359T8',
        issuingRegion: 'DE',
        expiry: '2028-09-04',
      },
    });
    expect(found?.items.map(({ item }) => item)).toContain('idBack');
    expect(new Set(found?.items.map(({ verdict }) => verdict))).toEqual(new Set(['accepted']));
  });

  it('names what is asked again, with the words for the person and none of those for us', () => {
    const found = review({ reviewResult: documentedRetry });
    expect(found?.outcome).toBe('again');
    expect(found?.items.filter(({ verdict }) => verdict === 'again')).toEqual([
      {
        item: 'idFront',
        verdict: 'again',
        label: 'wrongSide',
        words: 'Please upload a photo of the front of your ID card.',
      },
    ]);
    expect(found?.items.find(({ item }) => item === 'liveness')?.verdict).toBe('open');
    expect(JSON.stringify(found)).not.toContain('nobody may know');
  });

  it('asks for something even where no step was refused', () => {
    const found = review({ reviewResult: { ...documentedRetry, rejectLabels: ['WRONG_ADDRESS'] } }, {});
    expect(found?.items).toEqual([
      { item: 'addressProof', verdict: 'again', label: 'addressDiffers', words: null },
    ]);
    const unknown = review({ reviewResult: { ...documentedRetry, rejectLabels: ['SOMETHING_NEW'] } }, {});
    expect(unknown?.items).toEqual([{ item: 'idFront', verdict: 'again', label: 'other', words: null }]);
  });

  it('is final only where it says so', () => {
    expect(review({ reviewResult: { ...documentedRetry, reviewRejectType: 'FINAL' } })?.outcome).toBe(
      'final',
    );
    expect(review({ reviewResult: { reviewAnswer: 'RED' } })?.outcome).toBe('again');
  });

  it.each([
    ['init', 'open'],
    ['pending', 'checking'],
    ['prechecked', 'checking'],
    ['queued', 'checking'],
    ['awaitingService', 'checking'],
    ['awaitingUser', 'open'],
    ['onHold', 'held'],
  ])('has not decided while it is %s', (reviewStatus, phase) => {
    expect(review({ reviewStatus })).toMatchObject({ phase, outcome: null, decidedAt: null, read: null });
  });

  it('says nothing where it contradicts itself', () => {
    expect(review({ reviewResult: {} })).toBeUndefined();
    expect(review({ reviewDate: 'yesterday' })).toBeUndefined();
  });

  it('has a word for each of its labels, and one for those that come later', () => {
    for (const label of kycLabels) expect(kycLabels).toContain(kycLabelOf(sumsubLabelOf[label]));
    for (const label of ['blurred', 'screen', 'expired', 'faceDiffers', 'underAge', 'regionClosed'] as const)
      expect(kycLabelOf(sumsubLabelOf[label])).toBe(label);
    expect(kycLabelOf('SANCTIONS')).toBe('other');
    expect(kycLabelOf('constructor')).toBe('other');
    expect(itemsOfLabel('constructor')).toEqual([]);
    for (const label of Object.values(sumsubLabelOf))
      for (const item of itemsOfLabel(label)) expect(hostedItems).toContain(item);
  });
});
