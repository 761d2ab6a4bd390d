/** The states of one bill: those it went through, and those still to come. Pure. */
import type { BillDetail, BillStatus } from '@marigold/contract/bill';

import { litPetals } from './bill-look.ts';

export type BillStep = {
  readonly id: string;
  readonly status: BillStatus;
  readonly state: 'done' | 'now' | 'todo' | 'failed';
  /** Epoch ms; undefined for what has not happened. */
  readonly time: number | undefined;
  readonly lit: number | undefined;
};

/** What a payment passes on its way, by how it travels. */
const roads: Readonly<Record<BillDetail['payType'], readonly BillStatus[]>> = {
  internal: ['running', 'success'],
  onChain: ['running', 'waiting', 'pending', 'confirming', 'success'],
};

/** Oldest first. The last state that happened is the current one until the bill is over. */
export function stepsOf({ timeline, status, payType }: Pick<BillDetail, 'timeline' | 'status' | 'payType'>) {
  const past = timeline.map((step, index): BillStep => {
    const isLast = index === timeline.length - 1;
    const lit = isLast ? litPetals(step.status) : undefined;
    const state = step.status === 'failed' ? 'failed' : lit === undefined ? 'done' : 'now';
    return { id: `${index}`, status: step.status, state, time: step.time, lit };
  });
  const todo = comingAfter(status, roads[payType]).map((next): BillStep => ({
    id: next,
    status: next,
    state: 'todo',
    time: undefined,
    lit: undefined,
  }));
  return [...past, ...todo];
}

function comingAfter(status: BillStatus, road: readonly BillStatus[]): readonly BillStatus[] {
  if (litPetals(status) === undefined) return [];
  // A state beside the road, such as tradeable, has only its end before it.
  const place = road.indexOf(status);
  return place === -1 ? ['success'] : road.slice(place + 1);
}
