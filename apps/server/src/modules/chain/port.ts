/** The chains as handlers and jobs reach them: by code, undefined where none is configured. */
import type { Family } from '@marigold/chain/account';
import type { WatchKey } from '@marigold/chain/hd';
import type { Chain, ChainCode } from '@marigold/chain/port';

export type ChainPorts = {
  readonly chain: (code: ChainCode) => Chain | undefined;
  /**
   * The public half of what deposit addresses are derived from, where this program knows it: then an address is derived
   * again before it is first shown.
   */
  readonly watchKey?: (family: Family) => WatchKey | undefined;
};

/** No chain at all: what a program without any configured answers. */
export const noChains: ChainPorts = { chain: () => undefined };
