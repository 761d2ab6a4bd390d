/** Large deposits are credited only in blocks on which two providers agree; whatever happens meanwhile, in no other. */
import { ChainUnavailable, WrongChain } from '@marigold/chain/port';
import { assert } from '@marigold/money/assert';

import type { ChainRow } from '../../chain/registry.ts';
import type { DepositContext } from '../context.ts';
import type { DepositRow } from '../store.ts';
import { listLarge } from './store.ts';

/** Providers are asked about so many at once; the others wait for the next block. */
const proofsPerPass = 50;
/** More than ever wait for each other; who was doubted longest ago is forgotten first. */
const doubtsMax = 1000;

type DeepEnough = {
  /** The head as it was read, and how high a block may be that has its confirmations. */
  readonly height: number;
  readonly deep: number;
  /** Those that are credited now. */
  readonly assets: readonly string[];
};

/**
 * Of those that are deep enough, of assets that are credited now, the ones that may be credited, each with its block. Who
 * was doubted before waits behind those who were never asked about, longest ago first.
 */
export async function findProven(
  { db, chain: port, log, doubts }: DepositContext,
  chain: ChainRow,
  { height, deep, assets }: DeepEnough,
): Promise<readonly string[]> {
  const large = await listLarge(db, chain.code, {
    deep,
    assets,
    doubted: [...doubts.keys()],
    count: proofsPerPass,
  });
  const proven: string[] = [];
  for (const deposit of large) {
    if (doubts.get(deposit.id) === height) continue;
    doubts.delete(deposit.id);
    if (await agree(port, deposit)) {
      proven.push(`${deposit.id} ${deposit.blockHash}`);
      continue;
    }
    doubts.set(deposit.id, height);
    log.warn({ chain: chain.code, deposit: deposit.id }, 'A large deposit waits for a second provider.');
  }
  for (const id of [...doubts.keys()].slice(0, -doubtsMax)) doubts.delete(id);
  return proven;
}

/** False too where somebody cannot be asked, or is of another chain: that one deposit waits, and nothing else does. */
async function agree(
  port: DepositContext['chain'],
  { txId, height, blockHash }: DepositRow,
): Promise<boolean> {
  assert(height !== null && blockHash !== null, 'what is deep enough is in a block');
  try {
    const block = await port.block(height);
    return block?.hash === blockHash && (await port.isAgreed(txId, block));
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof WrongChain) return false;
    throw error;
  }
}
