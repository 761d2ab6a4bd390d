/** The live line of this visit, and how it is doing; diagnostics shows it. */
import type { Live, LiveState } from './live.ts';
import { createStore } from './store.ts';

export const liveState = createStore<LiveState>('off');

/** Undefined until it has begun. */
export const liveLine = createStore<Pick<Live, 'carry'> | undefined>(undefined);
