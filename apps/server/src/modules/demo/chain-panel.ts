/** What the panel of the local chain may be told: a form's fields, checked. */
import * as z from 'zod';

import type { DemoChain } from './port.ts';

/** As deep as a chain's own limit of reorganisations, and a little deeper to see it halt. */
const depth = z.coerce.number().int().min(1).max(80);

export const ChainPanelOrder = z.discriminatedUnion('order', [
  z.strictObject({ order: z.literal('reorg'), depth }),
  z.strictObject({ order: z.literal('mine'), depth }),
  z.strictObject({ order: z.enum(['freeze', 'thaw']) }),
]);
export type ChainPanelOrder = z.output<typeof ChainPanelOrder>;

export async function obeyChainOrder(chain: DemoChain, order: ChainPanelOrder): Promise<void> {
  // Somebody stopped it in another window meanwhile.
  if (chain.isFrozen() && order.order !== 'thaw') return;
  switch (order.order) {
    case 'reorg':
      return await chain.reorg(order.depth);
    case 'mine':
      return await chain.mine(order.depth);
    case 'freeze':
      return await chain.freeze();
    case 'thaw':
      return await chain.thaw();
  }
}
