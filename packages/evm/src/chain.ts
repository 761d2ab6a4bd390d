/** Any chain that speaks Ethereum's JSON-RPC, as the port of packages/chain. */
import type { Chain, ChainCode, Hash } from '@marigold/chain/port';

import type { NodeOptions } from './node.ts';
import { createProviders } from './provider.ts';
import { createReader } from './reader.ts';
import { createWriter } from './writer.ts';

export interface EvmChainOptions extends NodeOptions {
  /** One node or more; two of independent providers where large deposits are to be believed. */
  readonly urls: readonly string[];
  readonly code: ChainCode;
  /** Known from before; without them the first node that answers says what the others must be of. */
  readonly networkId?: bigint;
  readonly genesis?: Hash;
  /** Where the chain does not say itself what is final: so many blocks below the head. */
  readonly finalityDepth?: number;
}

export interface EvmChain extends Chain {
  readonly code: ChainCode;
}

export function createEvmChain(options: EvmChainOptions): EvmChain {
  const providers = createProviders(options);
  return {
    code: options.code,
    ...createReader(providers, options.finalityDepth),
    ...createWriter(providers),
  };
}
