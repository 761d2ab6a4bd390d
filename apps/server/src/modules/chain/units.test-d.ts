/** What must not compile: what a chain counts is not what the ledger counts. Checked by the type step. */
import type { ChainPayment } from '@marigold/chain/port';
import { type ChainUnits, toChainUnits } from '@marigold/chain/units';
import type { Posting } from '@marigold/ledger/journal';
import { plus } from '@marigold/money/brand';

import { toChain, toLedger } from './registry.ts';

const ether = { scale: 8, chainScale: 18 };
const wei = toChainUnits(1_500_000_000_000_000_000n);
const { units } = toLedger(ether, wei);

export const both: ChainUnits = plus(wei, toLedger(ether, wei).rest);
export const paid: Posting = { from: 1n, to: 2n, assetId: 1, units };

// @ts-expect-error A ledger that is given wei would credit ten thousand million times too much.
export const credited: Posting = { from: 1n, to: 2n, assetId: 1, units: wei };

// @ts-expect-error A payment of ledger units would send next to nothing.
export const sent: ChainPayment = { coin: 'native', to: '0x00', amount: units };

// @ts-expect-error They add up to nothing that anybody counts.
plus(wei, units);

// @ts-expect-error What is in chain units already is not turned into them again.
toChain(ether, wei);

// @ts-expect-error Nor is what the ledger counts turned into its own units.
toLedger(ether, units);
