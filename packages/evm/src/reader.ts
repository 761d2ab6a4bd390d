/** Reading a chain: whole blocks only, each belonging to exactly its hash. */
import {
  ChainUnavailable,
  originOf,
  type ChainAccount,
  type BlockRef,
  type ChainReader,
  type Coin,
  type Hash,
  type TransactionState,
} from '@marigold/chain/port';
import { type ChainUnits, toChainUnits } from '@marigold/chain/units';

import type { Provider, Providers } from './provider.ts';
import { balanceData } from './token-abi.ts';
import { listTracedPayments } from './trace.ts';
import { findHeader, readWholeBlock, type Header, type WholeBlock } from './whole-block.ts';
import { readWireAmount, readBytes, readHash, readNumber, readRow } from './wire.ts';

/** Of each provider, by hash: transactions are asked for again until they are deep. */
const blocksCached = 64;
/** A header is asked for just before its transfers are. */
const headersCached = 16;
/** An account that lets a contract act for it (EIP-7702) is still the account of a person with a key. */
const delegation = /^0xef0100[0-9a-f]{40}$/i;

export function createReader(providers: Providers, finalityDepth?: number): ChainReader {
  const { ask, all } = providers;
  const headers = createMemory<Header>(headersCached);
  const read = createBlockReader();
  return {
    identity: async () => await ask(async (provider) => await provider.identify()),
    head: async () => await ask(getHead),
    async finalized() {
      return await ask(async (provider) => {
        if (finalityDepth === undefined)
          return refOf(await findHeader(provider, 'finalized'), 'a final block');
        const head = await getHead(provider);
        return refOf(await findHeader(provider, Math.max(0, head.height - finalityDepth)), 'a final block');
      });
    },
    async block(height) {
      return await ask(async (provider) => {
        const header = await findHeader(provider, height);
        if (header !== null) headers.keep(provider, header.ref.hash, header);
        return header?.ref ?? null;
      });
    },
    async transfers(block, isOurs) {
      const whole = await ask(async (provider) => {
        const known = headers.find(provider, block.hash);
        // The receipts of a height say whether the block is still there; of an empty block there are none to say it.
        const isEnough = known !== undefined && known.ids.length > 0;
        const read = await readWholeBlock(provider, isEnough ? known : await getHeader(provider, block));
        refuseHalf(provider, all, read);
        return read;
      });
      const moved = [...whole.transactions.flatMap((one) => one.transfers), ...whole.direct];
      // What an account pays itself moves nothing.
      const transfers = moved.filter(({ from, to }) => from !== to && isOurs(to));
      return { block: whole.ref, transfers };
    },
    seesInner: createSight(all),
    async transaction(txId) {
      return await ask(async (provider) => await readTransaction(provider, txId, read));
    },
    async isAgreed(txId, block) {
      if (all.length < 2) return false;
      const answers = await Promise.allSettled(
        all.map(
          async (one) => await one.run(async (provider) => await testimony(provider, txId, block, read)),
        ),
      );
      return haveTwoAlike(answers);
    },
    async balance(account, coin, at) {
      return await ask(async (provider) => await readBalance(provider, account, coin, at));
    },
    async hasCode(account) {
      const code = await ask(async ({ node }) =>
        readBytes(await node.request('eth_getCode', [account, 'latest'])),
      );
      return code !== '0x' && !delegation.test(code);
    },
    async nonce(account) {
      return await ask(async ({ node }) =>
        readWireAmount(await node.request('eth_getTransactionCount', [account, 'latest'])),
      );
    },
  };
}

/** A node that tells no inner payments is not asked where another one would tell them: late is better than half. */
function refuseHalf(provider: Provider, all: readonly Provider[], { transactions }: WholeBlock): void {
  if (transactions.length === 0 || provider.abilities.trace !== 'none') return;
  if (all.every(({ abilities }) => abilities.trace === 'none')) return;
  throw new ChainUnavailable(
    `${provider.node.host} tells no payments from within contracts, another node may`,
  );
}

/**
 * Asks each node once with its newest block, until one tells inner payments; then nobody waits for the others. Throws where
 * none does and one cannot be asked.
 */
function createSight(all: readonly Provider[]): () => Promise<boolean> {
  const traced = new WeakSet<Provider>();
  const hasTraces = ({ abilities }: Provider): boolean => abilities.trace !== 'none';
  const look = async (provider: Provider): Promise<boolean> => {
    const { ref, ids } = headerOf(await findHeader(provider, 'latest'), 'a newest block');
    await listTracedPayments(provider, ref, ids);
    traced.add(provider);
    return hasTraces(provider);
  };
  return async () => {
    if (all.some((provider) => traced.has(provider) && hasTraces(provider))) return true;
    const others = all.filter((provider) => !traced.has(provider));
    const answers = await Promise.allSettled(others.map(async (one) => await one.run(look)));
    if (answers.some((answer) => answer.status === 'fulfilled' && answer.value)) return true;
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
    return false;
  };
}

async function getHead(provider: Provider): Promise<BlockRef> {
  return refOf(await findHeader(provider, 'latest'), 'a newest block');
}

function refOf(header: Header | null, what: string): BlockRef {
  return headerOf(header, what).ref;
}

function headerOf(header: Header | null, what: string): Header {
  if (header === null) throw new ChainUnavailable(`the node has not got ${what}`);
  return header;
}

type BlockName = Pick<BlockRef, 'height' | 'hash'>;
type ReadBlock = (provider: Provider, block: BlockName) => Promise<WholeBlock>;

/** Reads a block of the chain as it is now; one that is on it no more is unavailable, however well it is remembered. */
function createBlockReader(): ReadBlock {
  const blocks = createMemory<WholeBlock>(blocksCached);
  return async (provider, block) => {
    const header = await getHeader(provider, block);
    const whole = blocks.find(provider, block.hash) ?? (await readWholeBlock(provider, header));
    blocks.keep(provider, block.hash, whole);
    return whole;
  };
}

async function getHeader(provider: Provider, { height, hash }: BlockName): Promise<Header> {
  const header = await findHeader(provider, height);
  if (header?.ref.hash !== hash) throw new ChainUnavailable(`block ${hash} is not on the chain`);
  return header;
}

interface Memory<T> {
  readonly find: (provider: Provider, hash: Hash) => T | undefined;
  readonly keep: (provider: Provider, hash: Hash, value: T) => void;
}

/** What each provider said and proved; what was used longest ago is forgotten first. */
function createMemory<T>(max: number): Memory<T> {
  const cache = new WeakMap<Provider, Map<Hash, T>>();
  return {
    find: (provider, hash) => cache.get(provider)?.get(hash),
    keep(provider, hash, value) {
      const mine = cache.get(provider) ?? new Map<Hash, T>();
      cache.set(provider, mine);
      mine.delete(hash);
      mine.set(hash, value);
      for (const oldest of mine.keys()) {
        if (mine.size <= max) break;
        mine.delete(oldest);
      }
    },
  };
}

async function readTransaction(provider: Provider, txId: Hash, read: ReadBlock): Promise<TransactionState> {
  const answer = await provider.node.request('eth_getTransactionByHash', [txId]);
  if (answer === null) return { state: 'unknown' };
  const { blockHash, blockNumber } = readRow(answer);
  if (blockHash === null || blockHash === undefined) return { state: 'pool' };
  const whole = await read(provider, { hash: readHash(blockHash), height: readNumber(blockNumber) });
  const found = whole.transactions.find(({ id }) => id === txId.toLowerCase());
  if (found === undefined) throw new ChainUnavailable(`${txId} is not in the block that was named`);
  const { isGood, transfers, feePaid } = found;
  return { state: 'mined', block: whole.ref, isGood, transfers, feePaid };
}

/** All that a provider says of a movement in exactly this block, as one text; nothing where it stands in another. */
async function testimony(provider: Provider, txId: Hash, block: BlockRef, read: ReadBlock): Promise<string> {
  const answer =
    originOf(txId) === 'transaction'
      ? await testifyTransaction(provider, txId, block, read)
      : await testifyDirect(provider, txId, block, read);
  if (answer === undefined) return '';
  return JSON.stringify([answer, block.hash], (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

async function testifyTransaction(provider: Provider, txId: Hash, block: BlockRef, read: ReadBlock) {
  const state = await readTransaction(provider, txId, read);
  if (state.state !== 'mined' || state.block.hash !== block.hash) return undefined;
  return [state.isGood, state.transfers];
}

/** What came without a transaction cannot be asked for by its name: it is looked for in the block. */
async function testifyDirect(provider: Provider, name: Hash, block: BlockRef, read: ReadBlock) {
  if ((await findHeader(provider, block.height))?.ref.hash !== block.hash) return undefined;
  const { direct } = await read(provider, block);
  return direct.find(({ txId }) => txId === name);
}

/** Throws where too few answered to know. */
function haveTwoAlike(answers: readonly PromiseSettledResult<string>[]): boolean {
  const counts = new Map<string, number>();
  for (const answer of answers) {
    if (answer.status === 'fulfilled') counts.set(answer.value, (counts.get(answer.value) ?? 0) + 1);
  }
  if ([...counts].some(([answer, count]) => answer !== '' && count >= 2)) return true;
  for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
  return false;
}

async function readBalance(
  { node }: Provider,
  account: ChainAccount,
  coin: Coin,
  at: BlockRef | undefined,
): Promise<ChainUnits> {
  const when = at === undefined ? 'latest' : { blockHash: at.hash, requireCanonical: true };
  if (coin === 'native')
    return toChainUnits(readWireAmount(await node.request('eth_getBalance', [account, when])));
  const answer = readBytes(await node.request('eth_call', [{ to: coin, data: balanceData(account) }, when]));
  // Where no contract lies a call answers nothing, which is not the same as zero.
  if (answer.length < 66) throw new ChainUnavailable(`there is no token at ${coin}`);
  return toChainUnits(readWireAmount(answer.slice(0, 66)));
}
