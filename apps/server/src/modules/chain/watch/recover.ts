/** What only persons may do about a chain: let it go on, read a part of it again. */
import type { Chain, ChainCode } from '@marigold/chain/port';
import { ChainUnavailable, WrongChain } from '@marigold/chain/port';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import type { AuditDecision } from '../../audit/decision.ts';
import { assertTwoPersons } from '../../audit/decision.ts';
import { createAddressFeed } from '../address/pool.ts';
import { listHouseIds } from '../address/store.ts';
import type { ChainRow } from '../registry.ts';
import { findChain } from '../registry.ts';
import type { Cursor } from '../views.ts';
import { knownHash, lockCursor, readCursor } from '../views.ts';
import type { FoundBlock, FoundTransfer } from './found-block.ts';
import type { BlockListener } from './listener.ts';
import type { Ancestor } from './rollback.ts';
import { findAncestor } from './rollback.ts';
import { insertTransfers, leaveBlocks, listTransfersOf, moveCursor, updateWatchResumed } from './store.ts';

async function getChain(db: Database, code: ChainCode): Promise<ChainRow> {
  const row = await findChain(db, code);
  assert(row !== undefined, `the chain ${code} is in app.chain`);
  return row;
}

/** Where a halted chain can go on from. */
export type CommonBlock = { readonly chain: ChainRow; readonly cursor: Cursor; readonly ancestor: Ancestor };

/**
 * The last block that the node and we agree on, however deep that is, or why a chain cannot go on. Throws WrongChain where
 * the node is still of another one, and ChainUnavailable where it is behind.
 */
export async function findCommonBlock(
  db: Database,
  chain: Chain,
  code: ChainCode,
): Promise<CommonBlock | 'not_halted' | 'no_common_block'> {
  const row = await getChain(db, code);
  const cursor = await readCursor(db, code);
  if (cursor === undefined || cursor.haltedReason === null) return 'not_halted';
  await assertSameChain(chain, cursor);
  const ancestor = await findAncestor(db, chain, { chain: row, cursor, lowest: 0 });
  return ancestor === undefined ? 'no_common_block' : { chain: row, cursor, ancestor };
}

/** Lets a halted chain go on from there, in the caller's transaction; answers how many blocks were given up. */
export async function resumeChain(
  db: Database,
  { chain, cursor, ancestor }: CommonBlock,
  listener: BlockListener,
  decision: AuditDecision,
): Promise<number> {
  assertTwoPersons(decision);
  await letGo(db, chain, cursor, ancestor, listener, decision.now);
  return cursor.height - ancestor.height;
}

/** Throws WrongChain where the node is of another chain than the one that was read. */
async function assertSameChain(chain: Chain, cursor: Cursor): Promise<void> {
  const { networkId, genesis } = await chain.identity();
  if (networkId === cursor.networkId && genesis === cursor.genesis) return;
  throw new WrongChain(`the node is of network ${networkId} with the first block ${genesis}`);
}

async function letGo(
  db: Database,
  chain: ChainRow,
  cursor: Cursor,
  ancestor: Ancestor,
  listener: BlockListener,
  now: number,
): Promise<void> {
  await updateWatchResumed(db, chain.code, ancestor.height);
  const isMoved = await moveCursor(db, { chain: chain.code, from: cursor, to: ancestor, now });
  assert(isMoved, 'nobody moves the cursor of a halted chain');
  await leaveBlocks(db, chain.code, ancestor.height);
  await listener.unrecord(db, { chain, above: ancestor.height, now });
}

/** Books out of suspense what was found after it had been missed, in the transaction that writes it. */
export type ReleaseMissed = (
  db: Database,
  chain: ChainRow,
  missed: readonly FoundTransfer[],
  now: number,
) => Promise<void>;

export type Range = { readonly from: number; readonly to: number };

export type RescanDependencies = {
  readonly db: Database;
  readonly chain: Chain;
  readonly code: ChainCode;
  readonly listener: BlockListener;
  readonly releaseMissed: ReleaseMissed;
  readonly clock: Clock;
};

const rescanMax = 10_000;

/**
 * Reads blocks again that were read before, or that were final before reading began, and takes up what is missing; of
 * blocks that are not kept, only what came to people. What is known stays as it is; what was in suspense for it leaves
 * suspense. Answers how many transfers to us these blocks hold. Throws WrongChain where the node is of another chain.
 */
export async function rescan(
  { db, chain, code, listener, releaseMissed, clock }: RescanDependencies,
  { from, to }: Range,
): Promise<number> {
  assert(
    from >= 0 && to >= from && to - from < rescanMax,
    `at most ${rescanMax} blocks are read again at once`,
  );
  const row = await getChain(db, code);
  const begun = await readCursor(db, code);
  if (begun !== undefined) await assertSameChain(chain, begun);
  const feed = createAddressFeed(db, row.family);
  let transfers = 0;
  for (let height = from; height <= to; height += 1) {
    const block = await chain.block(height);
    if (block === null) break;
    await feed.reload();
    const found = (await chain.transfers(block, feed.isOurs)).transfers.map((transfer): FoundTransfer => ({
      ...transfer,
      addressId: feed.get(transfer.to),
    }));
    transfers += found.length;
    await db.transaction().execute(async (transaction) => {
      const cursor = await lockCursor(transaction, code);
      if (cursor === undefined || height > cursor.height) return;
      const known = await knownHash(transaction, code, height);
      if (known !== undefined && known !== block.hash) {
        throw new ChainUnavailable(`block ${height} is not the one that was read`);
      }
      assert(known !== undefined || height <= cursor.finalizedHeight, 'what was never read is final');
      const wanted = known === undefined ? await withoutHouse(transaction, found) : found;
      const blocks = [{ block, transfers: wanted }];
      const missed = await missedOf(transaction, row, { block, transfers: wanted });
      // One that is not kept stays so: the next time, what our own accounts got there would be taken for missing.
      await insertTransfers(transaction, code, blocks);
      await listener.record(transaction, { chain: row, blocks, now: clock() });
      await releaseMissed(transaction, row, missed, clock());
    });
  }
  return transfers;
}

/** What a block holds for us that was not written when it was read. */
async function missedOf(db: Database, { code }: ChainRow, block: FoundBlock): Promise<FoundTransfer[]> {
  const known = await listTransfersOf(db, code, block.block.hash);
  const names = new Set(known.map(({ tx_id: txId, position }) => `${txId} ${position}`));
  return block.transfers.filter(({ txId, position }) => !names.has(`${txId} ${position}`));
}

/** What our own accounts held when reading began is in the books already; so is what they got in a block that was read. */
async function withoutHouse(db: Database, found: readonly FoundTransfer[]): Promise<FoundTransfer[]> {
  const ids = new Set(await listHouseIds(db));
  return found.filter(({ addressId }) => !ids.has(addressId));
}
