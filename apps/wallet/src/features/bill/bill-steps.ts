/** The states of one bill: those it went through, and those still to come. Pure. */
import type { BillDetail, BillStatus } from '@marigold/contract/calls/bill';

import { litPetalsOfBill } from './bill-look.ts';

/** What a step says: a status, or what one means for a deposit from a chain. */
export type StepWord = BillStatus | 'seen' | 'replaced' | 'credited' | 'final';

export type BillStep = {
  readonly id: string;
  readonly word: StepWord;
  readonly state: 'done' | 'now' | 'todo' | 'failed';
  /** Epoch ms; undefined for what has not happened. */
  readonly time: number | undefined;
  readonly lit: number | undefined;
};

/** What a payment passes on its way, by how it travels. */
const roads: Readonly<Record<BillDetail['payType'], readonly BillStatus[]>> = {
  internal: ['running', 'success'],
  purchase: ['running', 'success'],
  onChain: ['running', 'waiting', 'pending', 'confirming', 'success'],
};

type SteppedBill = Pick<
  BillDetail,
  'timeline' | 'status' | 'payType' | 'type' | 'confirmations' | 'required'
>;

/** Oldest first. The last state that happened is the current one until the bill is over. */
export function billSteps(bill: SteppedBill): readonly BillStep[] {
  return isDeposit(bill) ? depositSteps(bill) : paymentSteps(bill);
}

/** Money that came from a chain: there is no road before its first block. */
export function isDeposit({ payType, type }: Pick<BillDetail, 'payType' | 'type'>): boolean {
  return payType === 'onChain' && type === 'COLLECTION';
}

function paymentSteps({ timeline, status, payType, ...counts }: SteppedBill): readonly BillStep[] {
  const past = timeline.map((step, index): BillStep => {
    const isLast = index === timeline.length - 1;
    const lit = isLast ? litPetalsOfBill({ ...counts, status: step.status }) : undefined;
    const state = step.status === 'failed' ? 'failed' : lit === undefined ? 'done' : 'now';
    return { id: `${index}`, word: step.status, state, time: step.time, lit };
  });
  const isOver = litPetalsOfBill({ ...counts, status }) === undefined;
  const todo = isOver ? [] : comingAfter(status, roads[payType]);
  return [...past, ...todo.map(toCome)];
}

function comingAfter(status: BillStatus, road: readonly BillStatus[]): readonly BillStatus[] {
  // A state beside the road, such as tradeable, has only its end before it.
  const place = road.indexOf(status);
  return place === -1 ? ['success'] : road.slice(place + 1);
}

/** Seen, counted block by block, credited; a large one is tradeable before it is final. */
function depositSteps({ timeline, status, confirmations, required }: SteppedBill): readonly BillStep[] {
  const wasTradeable = timeline.some((step) => step.status === 'can-trade');
  const isCounting = status === 'confirming';
  const past = timeline.map((step, index): BillStep => {
    const isNow = index === timeline.length - 1 && (status === 'pending' || status === 'can-trade');
    const lit = isNow ? litPetalsOfBill({ status: step.status, confirmations, required }) : undefined;
    const state = step.status === 'failed' ? 'failed' : isNow ? 'now' : 'done';
    return { id: `${index}`, word: depositWord(step.status, wasTradeable), state, time: step.time, lit };
  });
  const counted: BillStep = {
    id: 'counting',
    word: 'confirming',
    state: isCounting ? 'now' : 'todo',
    time: undefined,
    lit: isCounting ? litPetalsOfBill({ status, confirmations, required }) : undefined,
  };
  if (isCounting || status === 'pending') return [...past, counted, toCome('credited')];
  return status === 'can-trade' ? [...past, toCome('final')] : past;
}

function depositWord(status: BillStatus, wasTradeable: boolean): StepWord {
  if (status === 'confirming') return 'seen';
  if (status === 'pending') return 'replaced';
  if (status === 'success') return wasTradeable ? 'final' : 'credited';
  return status;
}

function toCome(word: StepWord): BillStep {
  return { id: word, word, state: 'todo', time: undefined, lit: undefined };
}
