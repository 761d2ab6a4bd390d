/** What persons do about chains and what is listed on them. */
import type { Chain, ChainCode } from '@marigold/chain/port';
import type {
  haltAsset,
  haltChain,
  rescanChain,
  resumeAsset,
  resumeChain,
  setLimit,
} from '@marigold/operations/rows/chain';

import type { Database } from '../../platform/database/database.ts';
import type { Deed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import { changeLimit } from './operate/limits.ts';
import { resumeAsset as letAssetGo, stopAsset, stopChain } from './state/halt.ts';
import { isListed } from './store.ts';
import type { BlockListener } from './watch/listener.ts';
import type { ReleaseMissed } from './watch/recover.ts';
import { findCommonBlock, rescan, resumeChain as letChainGo } from './watch/recover.ts';

/** Closed ones too: what was ordered of them is still paid. */
export const haltAssetDeed: Deed<typeof haltAsset> = {
  async act(db, { chain, asset }, { reason, now }) {
    if (!(await isListed(db, { chain, asset }))) return new RefusedDeed('not_listed');
    const isDone = await stopAsset(db, { chain, asset, reason, now });
    return isDone ? { subject: `${chain}/${asset}` } : new RefusedDeed('halted');
  },
};

export const resumeAssetDeed: Deed<typeof resumeAsset> = {
  async act(db, { chain, asset }, authority) {
    const isDone = await letAssetGo(db, { chain, asset }, authority);
    return isDone ? { subject: `${chain}/${asset}` } : new RefusedDeed('not_halted');
  },
};

export const haltChainDeed: Deed<typeof haltChain> = {
  async act(db, { chain }, { reason, now }) {
    return (await stopChain(db, { chain, reason, now })) ? { subject: chain } : new RefusedDeed('halted');
  },
};

/** Closed ones too, so that one can be put right before it opens. */
export const setLimitDeed: Deed<typeof setLimit, { readonly before: string }> = {
  async act(db, input) {
    const changed = await changeLimit(db, input);
    if (changed instanceof RefusedDeed) return changed;
    return { subject: `${input.chain}/${input.asset}`, detail: changed, facts: changed };
  },
};

/** A node of a chain; undefined where none is configured. */
export type ChainOf = (code: ChainCode) => Promise<Chain | undefined>;

/**
 * What reading a chain again needs from other modules: the listener of its blocks, and the booking of what had been
 * missed.
 */
export type Rereading = {
  readonly chainOf: ChainOf;
  readonly listenerOf: (parts: {
    readonly db: Database;
    readonly chain: Chain;
    readonly clock: () => number;
  }) => BlockListener;
  readonly releaseMissed: ReleaseMissed;
};

export type RereadingDeeds = {
  readonly resumeChain: Deed<typeof resumeChain, { readonly left: number }>;
  readonly rescanChain: Deed<typeof rescanChain, { readonly found: number }>;
};

export function createRereadingDeeds({ chainOf, listenerOf, releaseMissed }: Rereading): RereadingDeeds {
  return {
    resumeChain: {
      async look(outside, { chain: code }, { now }) {
        const chain = await chainOf(code);
        if (chain === undefined) return new RefusedDeed('no_node');
        const common = await findCommonBlock(outside, chain, code);
        if (typeof common === 'string') return new RefusedDeed(common);
        return async (db, _input, authority) => {
          const listener = listenerOf({ db, chain, clock: () => now });
          const left = await letChainGo(db, common, listener, authority);
          return { subject: code, facts: { left } };
        };
      },
    },
    rescanChain: {
      async look(db, { chain: code, from, to }, { now }) {
        const chain = await chainOf(code);
        if (chain === undefined) return new RefusedDeed('no_node');
        const clock = () => now;
        const listener = listenerOf({ db, chain, clock });
        const found = await rescan({ db, chain, code, listener, releaseMissed, clock }, { from, to });
        return async () => ({ subject: code, facts: { found } });
      },
    },
  };
}
