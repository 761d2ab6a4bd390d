/** How a case looks and how far it is. Pure. */
import type { RiskCase, RiskDetail } from '../../domain/chain/chain-queries.ts';
import type { IconName } from '../../ui/base/icon-names.ts';
import type { TagTone } from '../../ui/base/tag.tsx';

export type RiskState = RiskCase['state'];

/** An open case whose deadline has come takes no answer any more: a person decides without one. */
export type DisplayState = RiskState | 'late';

export function displayState(state: RiskState, isAhead: boolean): DisplayState {
  return state === 'open' && !isAhead ? 'late' : state;
}

export const riskTone: Readonly<Record<DisplayState, TagTone>> = {
  open: 'warn',
  late: 'info',
  answered: 'info',
  cleared: 'ok',
  refused: 'bad',
};

export const iconOf: Readonly<Record<RiskCase['object'], IconName>> = {
  deposit: 'arrow-down-left',
  transfer: 'arrow-up-right',
  trade: 'arrows-left-right',
};

export type RiskStep = {
  readonly name: RiskState | 'answer' | 'decision';
  readonly state: 'done' | 'now' | 'todo' | 'failed';
  readonly time: number | undefined;
  readonly lit: number | undefined;
};

/** What each state waits for. Three steps, four petals each: asked, answered, decided. */
const coming = { open: ['answer', 'decision'], answered: ['decision'], cleared: [], refused: [] } as const;
const petalsOf: Readonly<Record<RiskState, number>> = { open: 4, answered: 8, cleared: 12, refused: 12 };

/** Oldest first: what happened, what it waits for now, and what is still to come. `isAhead`: the deadline is. */
export function riskSteps(
  { state, timeline, asks }: Pick<RiskDetail, 'state' | 'timeline' | 'asks'>,
  isAhead: boolean,
): RiskStep[] {
  const past = timeline.map((step): RiskStep => {
    const how = step.state === 'refused' ? 'failed' : 'done';
    return { name: step.state, state: how, time: step.time, lit: undefined };
  });
  const isAwaitingAnswer = asks.length > 0 && displayState(state, isAhead) === 'open';
  const next = coming[state].filter((name) => name === 'decision' || isAwaitingAnswer);
  const todo = next.map((name, index): RiskStep => {
    const isNow = index === 0;
    const lit = isNow ? petalsOf[state] : undefined;
    return { name, state: isNow ? 'now' : 'todo', time: undefined, lit };
  });
  return [...past, ...todo];
}
