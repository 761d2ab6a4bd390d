import { describe, expect, it } from 'vitest';

import type { KycRecordDetail } from '../../domain/kyc/kyc-queries.ts';
import { historySteps, litPetals, type Review, reviewFace, reviewSteps, sortItems } from './review-look.ts';

function stepsOf(...reviews: Review[]): string[] {
  return stepsBy(false, reviews);
}

function stepsBy(isOwn: boolean, reviews: readonly Review[]): string[] {
  const timeline = reviews.map((review, index) => ({ review, time: index + 1 }));
  const review = reviews.at(-1) ?? 'draft';
  return reviewSteps({ review, timeline }, isOwn).map(
    ({ name, state, time }) => `${name} ${state} ${time ?? '–'}`,
  );
}

function items(...states: KycRecordDetail['items'][number]['state'][]): KycRecordDetail['items'] {
  return states.map((state) => ({ item: 'names', state, label: null, words: null }));
}

describe('the steps of a review', () => {
  it('name what is done, with its time, what is now and what may come', () => {
    expect(stepsOf('draft')).toEqual(['received todo –', 'automatic todo –', 'person todo –']);
    expect(stepsOf('draft', 'submitted')).toEqual(['received done 2', 'automatic todo –', 'person todo –']);
    expect(stepsOf('draft', 'submitted', 'review')).toEqual([
      'received done 2',
      'automatic now –',
      'person todo –',
    ]);
    expect(stepsOf('draft', 'submitted', 'review', 'held')).toEqual([
      'received done 2',
      'automatic done 4',
      'person now –',
    ]);
  });

  it('leave the person away where none looked', () => {
    expect(stepsOf('draft', 'review', 'approved')).toEqual([
      'received done 2',
      'automatic done 3',
      'approved done 3',
    ]);
    expect(stepsOf('draft', 'review', 'held', 'final')).toEqual([
      'received done 2',
      'automatic done 3',
      'person done 4',
      'final failed 4',
    ]);
  });

  it('are those of the last round: what was given before is not what is checked now', () => {
    expect(stepsOf('draft', 'review', 'again')).toEqual([
      'received done 2',
      'automatic done 3',
      'again failed 3',
    ]);
    expect(stepsOf('draft', 'review', 'held', 'again', 'submitted', 'review')).toEqual([
      'received done 5',
      'automatic now –',
      'person todo –',
    ]);
  });

  it('of the house end with a person, who looks at everything that it has received', () => {
    const house = (...reviews: Review[]) => stepsBy(true, reviews);
    expect(house('draft', 'submitted')).toEqual(['received done 2', 'automatic now –', 'person todo –']);
    expect(house('draft', 'submitted', 'review')).toEqual([
      'received done 2',
      'automatic done 3',
      'person now –',
    ]);
    expect(house('draft', 'submitted', 'review', 'again')).toEqual([
      'received done 2',
      'automatic done 3',
      'person done 4',
      'again failed 4',
    ]);
    const review = { review: 'review', status: 'notBound', silentSince: null } as const;
    expect([reviewFace(review, true), reviewFace(review)]).toEqual(['person', 'automatic']);
    expect(litPetals({ review: 'review', items: [] }, true)).toBe(8);
  });

  it('know no time of what was never told', () => {
    expect(stepsOf('draft', 'approved')).toEqual(['received done –', 'automatic done 2', 'approved done 2']);
  });
});

describe('the bloom of a review', () => {
  it('lights four petals for each step that is done', () => {
    expect(
      (['submitted', 'review', 'held', 'approved'] as const).map((review) =>
        litPetals({ review, items: [] }),
      ),
    ).toEqual([4, 4, 8, 12]);
  });

  it('lights the share that was accepted while something is to be given, and never all of them', () => {
    expect(litPetals({ review: 'draft', items: [] })).toBe(0);
    expect(litPetals({ review: 'again', items: items('accepted', 'accepted', 'again') })).toBe(8);
    expect(litPetals({ review: 'again', items: [...items('again'), ...items(...ten)] })).toBe(10);
  });
});

const ten = Array.from({ length: 10 }, () => 'accepted' as const);

describe('the face of a review', () => {
  it('tells of silence only where somebody waits', () => {
    expect(reviewFace({ review: 'review', status: 'notBound', silentSince: 1 })).toBe('silent');
    expect(reviewFace({ review: 'approved', status: 'notBound', silentSince: 1 })).toBe('approved');
    expect(reviewFace({ review: 'again', status: 'notBound', silentSince: 1 })).toBe('again');
  });

  it('is that of a record that does not hold, however far its review came', () => {
    expect(reviewFace({ review: 'approved', status: 'disabled', silentSince: null })).toBe('disabled');
    expect(reviewFace({ review: 'final', status: 'disabled', silentSince: null })).toBe('final');
  });
});

it('what is asked once more stands first', () => {
  expect(sortItems(items('accepted', 'given', 'again', 'missing')).map(({ state }) => state)).toEqual([
    'again',
    'missing',
    'given',
    'accepted',
  ]);
});

it('the history goes on where somebody waits', () => {
  const timeline = [
    { review: 'draft', time: 1 },
    { review: 'again', time: 2 },
    { review: 'review', time: 3 },
  ] as const;
  expect(historySteps({ review: 'review', timeline: [...timeline] }).map(({ state }) => state)).toEqual([
    'done',
    'failed',
    'now',
  ]);
  expect(
    historySteps({ review: 'approved', timeline: [{ review: 'approved', time: 4 }] }).map(
      ({ state }) => state,
    ),
  ).toEqual(['done']);
});
