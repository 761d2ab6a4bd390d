/** The list of sanctioned persons that the settings name. */
import type { ScreeningList } from '@marigold/partners/screening-port';

import { createSimulatedScreening } from './adapters/screening/simulated.ts';
import { createYenteScreening } from './adapters/screening/yente.ts';
import type { Config } from './platform/process/config.ts';

/** Undefined: the company compares people by contract, or nobody is verified here. */
export function createScreening({
  mode,
  screening,
}: Pick<Config, 'mode' | 'screening'>): ScreeningList | undefined {
  if (screening.is === 'yente') return createYenteScreening(screening);
  return screening.is === 'simulated' ? createSimulatedScreening(mode) : undefined;
}
