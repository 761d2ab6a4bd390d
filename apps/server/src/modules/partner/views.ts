/** What other modules may know of wishes. */
export { hasOpenCall, wasSent } from './store.ts';
