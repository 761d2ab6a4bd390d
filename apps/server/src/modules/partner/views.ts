/** What other modules may know of wishes. */
export { hasOpenCall } from './store.ts';
