import type { BillDetail, BillStatus } from '@marigold/contract/calls/bill';
import { describe, expect, it } from 'vitest';

import { billSteps } from './bill-steps.ts';

type SteppedBill = Parameters<typeof billSteps>[0];

function words(statuses: readonly BillStatus[], more: Partial<SteppedBill> = {}): readonly string[] {
  const timeline: BillDetail['timeline'] = statuses.map((status, index) => ({ status, time: index + 1 }));
  return billSteps({
    timeline,
    status: statuses.at(-1) ?? 'running',
    type: 'TRANSFER',
    payType: 'onChain',
    confirmations: null,
    required: null,
    ...more,
  }).map(({ word, state, lit }) => [word, state, ...(lit === undefined ? [] : [lit])].join(' '));
}

describe('the steps of a payment', () => {
  it('are all done when it succeeded', () => {
    expect(words(['running', 'success'], { payType: 'internal' })).toEqual(['running done', 'success done']);
  });

  it('show the current one with its petals and what is still to come', () => {
    expect(words(['running', 'waiting', 'pending'], { confirmations: 0, required: 12 })).toEqual([
      'running done',
      'waiting done',
      'pending now 0',
      'confirming todo',
      'success todo',
    ]);
  });

  it('count blocks while they are confirmed, again after a block was replaced', () => {
    const counted = { confirmations: 3, required: 12 };
    expect(words(['waiting', 'pending', 'confirming', 'pending', 'confirming'], counted)).toEqual([
      'waiting done',
      'pending done',
      'confirming done',
      'pending done',
      'confirming now 3',
      'success todo',
    ]);
  });

  it('end with the failure', () => {
    expect(words(['running', 'failed'])).toEqual(['running done', 'failed failed']);
  });
});

describe('the steps of a deposit', () => {
  const deposit = { type: 'COLLECTION', confirmations: 7, required: 12 } as const;

  it('are seen, counted, credited', () => {
    expect(words(['confirming'], deposit)).toEqual(['seen done', 'confirming now 7', 'credited todo']);
    expect(words(['confirming', 'success'], deposit)).toEqual(['seen done', 'credited done']);
  });

  it('go back to waiting when its block was replaced', () => {
    expect(words(['confirming', 'pending'], { ...deposit, confirmations: 0 })).toEqual([
      'seen done',
      'replaced now 0',
      'confirming todo',
      'credited todo',
    ]);
  });

  it('are tradeable before they are final, where it is large', () => {
    expect(words(['confirming', 'can-trade'], deposit)).toEqual([
      'seen done',
      'can-trade now 12',
      'final todo',
    ]);
    expect(words(['confirming', 'can-trade', 'success'], deposit)).toEqual([
      'seen done',
      'can-trade done',
      'final done',
    ]);
  });

  it('of a person of Marigold are those of a payment', () => {
    expect(words(['running', 'success'], { type: 'COLLECTION', payType: 'internal' })).toEqual([
      'running done',
      'success done',
    ]);
  });
});
