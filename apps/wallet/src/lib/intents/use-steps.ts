import { useState } from 'react';

import { useStore } from '../device/store.ts';
import { createSteps, type StepTable, type Steps } from './step-table.ts';

/** The steps of one table for as long as the component is there; it renders again with each. */
export function useSteps<
  State extends { readonly step: string },
  Event extends string,
  Effect extends string,
>(
  table: StepTable<State['step'], Event, Effect>,
  first: State,
): { readonly state: State; readonly take: Steps<State, Event, Effect>['take'] } {
  const [steps] = useState(() => createSteps<State, Event, Effect>(table, first));
  return { state: useStore(steps.state), take: steps.take };
}
