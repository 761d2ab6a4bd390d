/** What a chain counts. It is a type of its own: the ledger may count the same coin in other units, and neither is the other. */
import { assert } from '@marigold/money/assert';
import type { Brand } from '@marigold/money/brand';

/** Base units of the chain (wei, the token's own), never of the ledger. */
export type ChainUnits = Brand<bigint, 'chain units'>;

export const noChainUnits = 0n as ChainUnits;

/** An amount as a node, a signer or one of our rows names it. Throws what is below zero. */
export function toChainUnits(amount: bigint): ChainUnits {
  assert(amount >= 0n, `an amount of a chain is not below zero, as ${amount} is`);
  return amount as ChainUnits;
}
