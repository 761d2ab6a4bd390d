/**
 * Reads a chain block by block. Each block is one database transaction: the cursor moves, the block and its transfers are
 * written, deposits follow. A process that dies in between has written nothing; of two that read at once, the slower one
 * finds the cursor moved and writes nothing.
 */
import type { BlockRef, BlockTransfers, Chain, ChainCode } from '@marigold/chain/port';
import { ChainUnavailable, WrongChain } from '@marigold/chain/port';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import type { Log } from '../../../platform/process/log.ts';
import type { AddressFeed } from '../address/pool.ts';
import { createAddressFeed } from '../address/pool.ts';
import type { ChainRow } from '../registry.ts';
import { findChain } from '../registry.ts';
import { haltChain } from '../state/halt.ts';
import type { Cursor } from '../views.ts';
import { knownHash, readCursor } from '../views.ts';
import type { BlockListener, Crash } from './listener.ts';
import type { BookOpening } from './opening.ts';
import { readOpening } from './opening.ts';
import type { Read } from './read-ahead.ts';
import { createReadAhead } from './read-ahead.ts';
import { findAncestor, retreat } from './rollback.ts';
import {
  highestKnown,
  insertBlocks,
  moveCursor,
  moveFinality,
  openCursor,
  setSight,
  touchCursor,
} from './store.ts';

export type WatcherDependencies = {
  readonly db: Database;
  readonly chain: Chain;
  readonly code: ChainCode;
  readonly listener: BlockListener;
  readonly bookOpening: BookOpening;
  readonly clock: Clock;
  readonly log: Log;
  readonly crash?: Crash;
  /** Blocks that are read while the one before is written; 1 reads one after the other. */
  readonly readAhead?: number;
};

/** halted: a person has to look, nothing is read until then. */
export type StepOutcome = 'moved' | 'rolled back' | 'idle' | 'halted';

export interface ChainWatcher {
  /** Reads one block, or goes back to the common ancestor. Throws ChainUnavailable: nothing happened, ask again later. */
  step(): Promise<StepOutcome>;
  /** Reads what there is and settles: credits, locks, losses. Many blocks behind, it comes back before it is at the head. */
  catchUp(): Promise<Extract<StepOutcome, 'moved' | 'idle' | 'halted'>>;
}

const stepsPerCatchUp = 500;
/** Far behind, a few blocks are one transaction; at the head each is its own. */
const blocksPerCommit = 8;
/** Credits do not wait for the end of a long way. */
const blocksPerSettle = 50;
const readAheadUsual = 8;

/** What every part of a watcher needs. */
type Watch = Required<WatcherDependencies> & { readonly feed: AddressFeed; readonly row: ChainRow };

export function createWatcher(dependencies: WatcherDependencies): ChainWatcher {
  const { db, code } = dependencies;
  let begun: Promise<Watch> | undefined;
  const begin = async (): Promise<Watch> => {
    begun ??= prepare(dependencies);
    try {
      return await begun;
    } catch (error) {
      begun = undefined;
      throw error;
    }
  };
  return {
    async step() {
      if (await isHalted(db, code)) return 'halted';
      const watch = await begin();
      return await makeStep(watch, async function* (height) {
        const next = await read(watch, height);
        if (next !== null) yield next;
      });
    },
    async catchUp() {
      if (await isHalted(db, code)) return 'halted';
      return await catchUp(await begin());
    },
  };
}

async function isHalted(db: Database, code: ChainCode): Promise<boolean> {
  const cursor = await readCursor(db, code);
  return cursor !== undefined && cursor.haltedReason !== null;
}

/** Makes sure that the node is of the chain we know, and begins the first time where nothing can change any more. */
async function prepare(dependencies: WatcherDependencies): Promise<Watch> {
  const { db, code } = dependencies;
  const row = await findChain(db, code);
  assert(row !== undefined, `the chain ${code} is in app.chain`);
  const feed = createAddressFeed(db, row.family);
  await feed.reload();
  const watch: Watch = { crash: () => undefined, readAhead: readAheadUsual, ...dependencies, feed, row };
  const cursor = await readCursor(db, code);
  const { networkId, genesis } = await identify(watch);
  if (cursor === undefined) {
    await open(watch, { networkId, genesis });
    return watch;
  }
  if (cursor.networkId !== networkId || cursor.genesis !== genesis) {
    await stop(watch, `the node is of network ${networkId} with the first block ${genesis}`);
  }
  return watch;
}

/** Reading begins at a block that can never change; what our own accounts hold there is where the books begin. */
async function open(
  { db, chain, code, row, bookOpening, clock, log }: Watch,
  identity: Awaited<ReturnType<Chain['identity']>>,
): Promise<void> {
  const block = await chain.finalized();
  const balances = await readOpening(db, chain, row, block);
  const now = clock();
  const isFirst = await db.transaction().execute(async (transaction) => {
    if (!(await openCursor(transaction, code, { ...identity, block, now }))) return false;
    await bookOpening(transaction, row, balances, now);
    return true;
  });
  if (isFirst) log.info({ chain: code, height: block.height }, 'A chain is read from here on.');
}

async function identify(watch: Watch) {
  try {
    return await watch.chain.identity();
  } catch (error) {
    if (error instanceof WrongChain) await stop(watch, error.message);
    throw error;
  }
}

async function stop({ db, code, clock, log }: Watch, reason: string): Promise<never> {
  await haltChain(db, { chain: code, reason, now: clock() });
  log.fatal({ chain: code, reason }, 'A chain is halted until operators resume it.');
  throw new WrongChain(reason);
}

/** An account is known from the moment on at which it could be shown, and this block was mined before now. */
async function read({ chain, feed }: Watch, height: number): Promise<Read> {
  const block = await chain.block(height);
  if (block === null) return null;
  await feed.reload();
  return await chain.transfers(block, feed.isOurs);
}

/** Blocks are asked for by their heights, lowest first, until there is none or so many are enough. */
type ReadBlocks = (height: number) => AsyncIterable<BlockTransfers>;

async function makeStep(watch: Watch, readBlocks: ReadBlocks): Promise<StepOutcome> {
  const { db, chain, code, clock } = watch;
  const cursor = await readCursor(db, code);
  assert(cursor !== undefined, `the chain ${code} has a cursor`);
  if (cursor.haltedReason !== null) return 'halted';
  const blocks: BlockTransfers[] = [];
  for await (const next of readBlocks(cursor.height + 1)) {
    const last = blocks.at(-1)?.block.hash;
    // What follows another block than ours is looked at when it is the first.
    if (last !== undefined && next.block.parent !== last) break;
    blocks.push(next);
  }
  const [next] = blocks;
  if (next === undefined) {
    const same = await chain.block(cursor.height);
    if (same?.hash !== cursor.hash) return await goBack(watch, cursor);
    await touchCursor(db, code, clock());
    return 'idle';
  }
  if (next.block.parent !== cursor.hash) return await goBack(watch, cursor);
  await goOn(watch, cursor, blocks);
  return 'moved';
}

async function goOn(watch: Watch, cursor: Cursor, blocks: readonly BlockTransfers[]): Promise<void> {
  const { db, listener, row, feed, clock, crash } = watch;
  const found = blocks.map(({ block, transfers }, place) => {
    assert(block.height === cursor.height + place + 1, 'blocks are read one after the other');
    return {
      block,
      transfers: transfers.map((transfer) => ({ ...transfer, addressId: feed.get(transfer.to) })),
    };
  });
  const to = found.at(-1)?.block;
  assert(to !== undefined, 'a step reads a block at least');
  await crash('watch.before-commit');
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    if (!(await moveCursor(transaction, { chain: row.code, from: cursor, to, now }))) return;
    await insertBlocks(transaction, row.code, found);
    await listener.record(transaction, { chain: row, blocks: found, now });
    await crash('watch.in-commit');
  });
  await crash('watch.after-commit');
}

/** Decisions.md: a deeper reorganisation than the chain ever makes, or one of what was final, is for a person. */
async function goBack(watch: Watch, cursor: Cursor): Promise<StepOutcome> {
  const { db, chain, listener, row, clock, log, crash } = watch;
  const lowest = Math.max(cursor.height - row.reorgMax, cursor.finalizedHeight);
  const ancestor = await findAncestor(db, chain, { chain: row, cursor, lowest });
  if (ancestor === undefined) {
    const reason = `the chain changed below block ${lowest}, read up to block ${cursor.height}`;
    if (await haltChain(db, { chain: row.code, reason, now: clock() })) {
      log.fatal({ chain: row.code, reason }, 'A chain is halted until operators resume it.');
    }
    return 'halted';
  }
  if (ancestor.height === cursor.height) {
    throw new ChainUnavailable('the node answered in the middle of its own change');
  }
  const depth = cursor.height - ancestor.height;
  if (await retreat({ db, listener, chain: row, cursor, ancestor, now: clock(), crash })) {
    log.info({ chain: row.code, depth, height: ancestor.height }, 'A chain was reorganised.');
  }
  return 'rolled back';
}

async function catchUp(watch: Watch): Promise<'moved' | 'idle' | 'halted'> {
  const { db, chain, code, listener, row, readAhead } = watch;
  const head = await chain.head();
  await followSight(watch);
  const ahead = createReadAhead(async (height) => await read(watch, height), readAhead);
  let settled = (await readCursor(db, code))?.height ?? 0;
  for (let steps = 0; steps < stepsPerCatchUp; steps += 1) {
    const outcome = await makeStep(watch, (height) => ahead.blocks(height, head.height, blocksPerCommit));
    if (outcome === 'halted') return 'halted';
    if (outcome === 'rolled back') ahead.forget();
    if (outcome === 'idle') {
      await followFinality(watch);
      await listener.settle(row, { isAtHead: await isAtHead(watch) });
      return 'idle';
    }
    const height = (await readCursor(db, code))?.height ?? 0;
    if (height - settled < blocksPerSettle) continue;
    settled = height;
    await followFinality(watch);
    await listener.settle(row, { isAtHead: false });
  }
  return 'moved';
}

/** Without a node that tells inner payments the rest is read all the same; people are told what is not credited. */
async function followSight({ db, chain, code, log }: Watch): Promise<void> {
  const cursor = await readCursor(db, code);
  const seesInner = await chain.seesInner();
  if (cursor === undefined || cursor.seesInner === seesInner) return;
  await setSight(db, code, seesInner);
  if (seesInner) log.info({ chain: code }, 'What contracts pay from within is credited again.');
  else
    log.warn({ chain: code }, 'No node tells what contracts pay from within: it is not credited by itself.');
}

/** A node that is behind, or a branch that still grows, shows less than was known before: it says nothing of the rest. */
async function isAtHead({ db, code }: Watch): Promise<boolean> {
  const cursor = await readCursor(db, code);
  return cursor !== undefined && cursor.height >= (await highestKnown(db, code));
}

/** What is final for the node is final for us as soon as we have read the very same block. */
async function followFinality({ db, chain, code }: Watch): Promise<void> {
  const finalized: BlockRef = await chain.finalized();
  const cursor = await readCursor(db, code);
  if (cursor === undefined) return;
  const height = Math.min(finalized.height, cursor.height);
  if (height <= cursor.finalizedHeight) return;
  const theirs = height === finalized.height ? finalized : await chain.block(height);
  const ours = await knownHash(db, code, height);
  if (ours === undefined || theirs?.hash !== ours) return;
  await moveFinality(db, code, height);
}
