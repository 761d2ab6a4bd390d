/** The nodes of one chain: each is known to be of this chain before it is believed, and another answers where one fails. */
import { ChainUnavailable, WrongChain, type Hash } from '@marigold/chain/port';

import { createNode, NodeRefused, type EvmNode, type NodeOptions } from './node.ts';
import { readWireAmount, readHash, readRow } from './wire.ts';

export interface NodeIdentity {
  readonly networkId: bigint;
  readonly genesis: Hash;
}

/** What a node can do is learned from its first refusal. */
export interface Abilities {
  blockReceipts: boolean;
  /** How it tells inner calls: `parity` is `trace_block`, `geth` is `debug_traceBlockByHash`. */
  trace: 'parity' | 'geth' | 'none';
}

export interface Provider {
  readonly node: EvmNode;
  readonly abilities: Abilities;
  /** Asks the node which chain it is of. Throws WrongChain where that is another than ours. */
  readonly identify: () => Promise<NodeIdentity>;
  /** Runs something on the node, once it is known to be of our chain. */
  readonly run: <T>(work: (provider: Provider) => Promise<T>) => Promise<T>;
}

export interface Providers {
  readonly all: readonly Provider[];
  /** Asks the node that answered last, then the others. Throws ChainUnavailable where none can answer. */
  readonly ask: <T>(work: (provider: Provider) => Promise<T>) => Promise<T>;
}

export interface ProvidersOptions extends NodeOptions {
  readonly urls: readonly string[];
  /** Known from before: every node must be of this chain. Otherwise the first answer is what the others must be of. */
  readonly networkId?: bigint;
  readonly genesis?: Hash;
}

export function createProviders(options: ProvidersOptions): Providers {
  // Two names for one address would only agree with themselves.
  const urls = [...new Set(options.urls.map((url) => new URL(url).href))];
  if (urls.length === 0) throw new Error('Broken: a chain needs a node');
  const known: Partial<NodeIdentity> = {
    ...(options.networkId === undefined ? {} : { networkId: options.networkId }),
    ...(options.genesis === undefined ? {} : { genesis: options.genesis.toLowerCase() }),
  };
  const expect = createExpectation(known);
  const all = urls.map((url) => createProvider(createNode(url, options), expect));
  let current = 0;
  return {
    all,
    async ask(work) {
      const reasons: string[] = [];
      for (let tries = 0; tries < all.length; tries += 1) {
        const index = (current + tries) % all.length;
        const provider = all[index];
        if (provider === undefined) break;
        try {
          const answer = await provider.run(work);
          current = index;
          return answer;
        } catch (error) {
          if (!(error instanceof ChainUnavailable)) throw error;
          reasons.push(error.message);
        }
      }
      throw new ChainUnavailable(reasons.join('; '));
    },
  };
}

/** The method is not there, as opposed to: it could not be run. */
export function isUnknownMethod(error: unknown): boolean {
  return error instanceof NodeRefused && (error.code === -32601 || error.code === -32004);
}

type Expectation = (host: string, found: NodeIdentity) => void;

function createExpectation(
  known: Partial<{ -readonly [Field in keyof NodeIdentity]: NodeIdentity[Field] }>,
): Expectation {
  return (host, { networkId, genesis }) => {
    known.networkId ??= networkId;
    known.genesis ??= genesis;
    if (networkId === known.networkId && genesis === known.genesis) return;
    throw new WrongChain(
      `${host} is of network ${networkId} from ${genesis}, ours is ${known.networkId} from ${known.genesis}`,
    );
  };
}

function createProvider(node: EvmNode, expect: Expectation): Provider {
  let isKnown = false;
  const provider: Provider = {
    node,
    abilities: { blockReceipts: true, trace: 'parity' },
    async identify() {
      const [networkId, first] = await Promise.all([
        node.request('eth_chainId'),
        node.request('eth_getBlockByNumber', ['0x0', false]),
      ]);
      const found = { networkId: readWireAmount(networkId), genesis: readHash(readRow(first)['hash']) };
      expect(node.host, found);
      isKnown = true;
      return found;
    },
    async run(work) {
      try {
        if (!isKnown) await provider.identify();
        return await work(provider);
      } catch (error) {
        if (error instanceof NodeRefused) throw new ChainUnavailable(error.message);
        // Whoever answers after an outage may be another node behind the same name.
        if (error instanceof ChainUnavailable) isKnown = false;
        throw error;
      }
    },
  };
  return provider;
}
