/** How far an on-chain transfer is, as steps and petals. Pure. */
import type { TransferDetail } from '../../../domain/chain/chain-queries.ts';

export type TransferState = TransferDetail['state'];
export type StepProgress = Pick<TransferDetail, 'state' | 'confirmations' | 'required'> & {
  readonly timeline: readonly TransferDetail['timeline'][number][];
};
/** What a step says: a state, or the money that is back. */
export type TransferStepName = TransferState | 'refunded';

export type TransferStep = {
  readonly name: TransferStepName;
  readonly state: 'done' | 'now' | 'todo' | 'failed';
  /** Epoch ms; undefined for what has not happened. */
  readonly time: number | undefined;
  readonly lit: number | undefined;
};

const road = ['waiting', 'sending', 'confirming', 'completed'] as const;

/** Which stretch of the road a state belongs to. */
const indexOf: Readonly<Record<TransferState, number>> = {
  waiting: 0,
  review: 0,
  'no-liquidity': 0,
  sending: 1,
  stuck: 1,
  confirming: 2,
  completed: 3,
  settled: 3,
  cancelled: 1,
  rejected: 1,
  failed: 2,
};

const isOver: ReadonlySet<TransferState> = new Set(['cancelled', 'rejected', 'failed']);

export function isRefunded(state: TransferState): boolean {
  return isOver.has(state);
}

export function isCompleted(state: TransferState): boolean {
  return state === 'completed' || state === 'settled';
}

/** Oldest first: what was passed, where it is, what is still to come. A transfer that failed ends with its refund. */
export function transferSteps(detail: StepProgress): TransferStep[] {
  const { state, timeline } = detail;
  const timeOf = (name: TransferState) => timeline.findLast((step) => step.state === name)?.time;
  const place = indexOf[state];
  const passed = road.slice(0, place).map((name): TransferStep => done(name, timeOf(name)));
  if (isRefunded(state)) {
    const time = timeOf(state);
    return [
      ...passed.filter((step) => step.time !== undefined),
      { name: state, state: 'failed', time, lit: undefined },
      done('refunded', time),
    ];
  }
  if (isCompleted(state)) return [...passed, done('completed', timeOf('completed'))];
  const now: TransferStep = { name: state, state: 'now', time: timeOf(state), lit: petalsOfState(detail) };
  const todo = road.slice(place + 1).map((name): TransferStep => {
    return { name, state: 'todo', time: undefined, lit: undefined };
  });
  return [...passed, now, ...todo];
}

function done(name: TransferStepName, time: number | undefined): TransferStep {
  return { name, state: 'done', time, lit: undefined };
}

const petals = 12;

/** One petal for each twelfth of the confirmations that are needed; twelve are needed, so one for each. */
export function petalsOfState({ state, confirmations, required }: Omit<StepProgress, 'timeline'>): number {
  if (isCompleted(state)) return petals;
  if (isRefunded(state) || required <= 0) return 0;
  return Math.min(petals, Math.floor((confirmations * petals) / required));
}
