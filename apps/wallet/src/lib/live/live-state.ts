import { createStore } from '../device/store.ts';
/** The live line of this visit, and how it is doing; diagnostics shows it. */
import type { Live, LiveState } from './live.ts';
import type { LiveEvent } from './own-channel.ts';

export const liveState = createStore<LiveState>('off');

/** Undefined until it has begun. */
export const liveLine = createStore<Pick<Live, 'carry'> | undefined>(undefined);

/** The event that came last; a subscriber gets each one as it comes. */
export const liveEvent = createStore<LiveEvent | undefined>(undefined);
