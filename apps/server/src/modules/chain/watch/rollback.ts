/** The way back to the last block that the node and we agree on. */
import type { ChainReader, Hash } from '@marigold/chain/port';
import { ChainUnavailable } from '@marigold/chain/port';

import type { Database } from '../../../platform/database.ts';
import type { ChainRow } from '../registry.ts';
import type { Cursor } from '../views.ts';
import { knownHash } from '../views.ts';
import type { BlockListener, Crash } from './listener.ts';
import { leaveBlocks, moveCursor } from './store.ts';

export type Ancestor = { readonly height: number; readonly hash: Hash };

/**
 * Undefined: none as far down as `lowest`, or as blocks were read. Throws ChainUnavailable where the node shows no other
 * block than ours, only none at the top: it is behind, and nothing says that the chain changed.
 */
export async function findAncestor(
  db: Database,
  reader: ChainReader,
  { chain, cursor, lowest }: { readonly chain: ChainRow; readonly cursor: Cursor; readonly lowest: number },
): Promise<Ancestor | undefined> {
  let isBehind = false;
  let isChanged = false;
  for (let height = cursor.height; height >= Math.max(0, lowest); height -= 1) {
    const ours = await knownHash(db, chain.code, height);
    if (ours === undefined) break;
    const theirs = await reader.block(height);
    if (theirs?.hash === ours) {
      if (isBehind && !isChanged) break;
      return { height, hash: ours };
    }
    if (theirs === null) isBehind = true;
    else isChanged = true;
  }
  if (isBehind && !isChanged) throw new ChainUnavailable(`the node has no block ${cursor.height} yet`);
  return undefined;
}

export type Retreat = {
  readonly db: Database;
  readonly listener: BlockListener;
  readonly chain: ChainRow;
  readonly cursor: Cursor;
  readonly ancestor: Ancestor;
  readonly now: number;
  readonly crash: Crash;
};

/** Moves the cursor back and marks what stood above; false where somebody else moved it meanwhile. */
export async function retreat(step: Retreat): Promise<boolean> {
  const { db, listener, chain, cursor, ancestor, now, crash } = step;
  await crash('rollback.before-commit');
  const isDone = await db.transaction().execute(async (transaction) => {
    if (!(await moveCursor(transaction, { chain: chain.code, from: cursor, to: ancestor, now })))
      return false;
    await leaveBlocks(transaction, chain.code, ancestor.height);
    await listener.unrecord(transaction, { chain, above: ancestor.height, now });
    await crash('rollback.in-commit');
    return true;
  });
  await crash('rollback.after-commit');
  return isDone;
}
