/** How the wallet fetches its texts: each bundle in each language is a file of its own. */
export { bundles } from '../generated/bundles.ts';
