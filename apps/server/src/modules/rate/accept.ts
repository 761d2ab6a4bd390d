import type { Queryable } from '@marigold/ledger/queryable';

import { takeJump } from './store.ts';

export type AcceptedJump = { readonly usd: string; readonly sources: number; readonly since: number };

/** Takes the price of an asset that jumped and waits, as its last round left it; undefined when none waits. */
export async function acceptJump(db: Queryable, asset: string): Promise<AcceptedJump | undefined> {
  const jump = await takeJump(db, asset);
  if (jump === undefined) return undefined;
  return { usd: jump.usd, sources: jump.sources, since: new Date(jump.since).getTime() };
}
