/** Chains as the app shows them, and what the program prepares on one before it sends: a local chain, accounts of ours. */
import type { Family } from '@marigold/chain/account';
import { writeAccount } from '@marigold/chain/account';
import type { WatchKey } from '@marigold/chain/hd';
import { watchKey } from '@marigold/chain/hd';
import type { ChainAccount, ChainCode } from '@marigold/chain/port';
import type { SignerAccounts } from '@marigold/chain/signer-port';

import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import type { Leased } from '../../platform/jobs/leased.ts';
import { runLeased } from '../../platform/jobs/leased.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { Log } from '../../platform/process/log.ts';
import { entryScale, sayUnits } from '../asset/asset.ts';
import { addHouseAccount, fillPool } from './address/pool.ts';
import type { ChainAsset, ChainRow } from './registry.ts';
import { bytesOf, listChainAssets, listChainRows } from './registry.ts';
import type { ChainProgress } from './state/progress.ts';
import { isRead, readProgress, chainState } from './state/progress.ts';
import { listCurrencyRows, updateContract, updateLocalChain, updateOwnNode } from './store.ts';

export function createChains(): Pick<Handlers, 'base/currency' | 'base/chain'> {
  return {
    async 'base/currency'(_input, { db }) {
      const [currencies, chains, assets, progress] = await Promise.all([
        listCurrencyRows(db),
        listChainRows(db),
        listChainAssets(db),
        readProgress(db),
      ]);
      const list = currencies.map(({ transfer_min, ...row }) => ({
        ...row,
        scale: entryScale(row),
        transferMin: sayUnits(row, BigInt(transfer_min)),
        chains: assets
          .filter(({ asset }) => asset === row.code)
          .flatMap((asset) => {
            const chain = chains.find(({ code }) => code === asset.chain);
            return chain === undefined ? [] : [currencyChain(chain, asset, progress.get(asset.chain))];
          }),
      }));
      return { list };
    },

    async 'base/chain'(_input, { db, now }) {
      const [chains, progress] = await Promise.all([listChainRows(db), readProgress(db)]);
      const list = chains.map((chain) => {
        const read = progress.get(chain.code);
        return {
          chain: chain.code,
          name: chain.name,
          standard: chain.standard,
          family: chain.family,
          networkId: chain.family === 'evm' ? (read?.networkId ?? null) : null,
          confirmations: chain.confirmations,
          blockMs: chain.blockMs,
          explorerTransaction: chain.explorerTransaction,
          explorerAccount: chain.explorerAccount,
          height: read?.height ?? null,
          state: chainState(read, chain.blockMs, now),
        };
      });
      return { list };
    },
  };
}

function currencyChain(chain: ChainRow, asset: ChainAsset, progress: ChainProgress | undefined) {
  const say = (units: bigint) => sayUnits(asset, units);
  return {
    chain: chain.code,
    name: chain.name,
    standard: chain.standard,
    contract: asset.coin === 'native' ? null : writeAccount(asset.coin, chain.family),
    scale: asset.chainScale,
    depositOpen: asset.depositIsOpen && isRead(asset, progress),
    payoutOpen: asset.payoutIsOpen && isRead(asset, progress),
    depositMin: say(asset.depositMin),
    payoutMin: say(asset.payoutMin),
    payoutMax: say(asset.payoutMax),
    fee: say(asset.feeUnits),
    feeMode: asset.feeMode,
    minutes: asset.minutes,
    confirmations: chain.confirmations,
  };
}

export type LocalChainListing = {
  readonly code: ChainCode;
  readonly blockMs: number;
  /** Where the tokens stand, by asset. */
  readonly tokens: Readonly<Record<string, ChainAccount>>;
};

/** On a chain of this machine the tokens stand elsewhere, blocks come faster, and no explorer knows them. */
export async function listLocalChain(
  owner: Database,
  { code, blockMs, tokens }: LocalChainListing,
): Promise<void> {
  await owner.transaction().execute(async (db) => {
    await updateLocalChain(db, { code, blockMs });
    for (const [asset, token] of Object.entries(tokens)) {
      await updateContract(db, { chain: code, asset, contract: bytesOf(token) });
    }
    // Our own node is believed alone.
    await updateOwnNode(db, code);
  });
}

export type OwnAccountsDependencies = {
  readonly db: Database;
  readonly family: Family;
  /** As whoever holds the keys names them. */
  readonly accounts: SignerAccounts;
  readonly clock: Clock;
  readonly log: Log;
};

export type OwnAccounts = {
  /** The public half of what addresses are derived from. */
  readonly key: WatchKey;
  /** Fills the pool until so many free addresses wait for people, again and again, in one process at a time. */
  startFilling(size: number, everyMs: number): Leased;
};

/** Writes the accounts of the house down, and derives the first addresses that people draw. */
export async function createOwnAccounts(
  { db, family, accounts, clock, log }: OwnAccountsDependencies,
  firstSize: number,
): Promise<OwnAccounts> {
  const { depositKey, hot, gas } = accounts;
  await addHouseAccount(db, { family, purpose: 'hot', account: hot, now: clock() });
  await addHouseAccount(db, { family, purpose: 'gas', account: gas, now: clock() });
  const key = watchKey(depositKey);
  const fill = async (size: number) => await fillPool(db, { ...key, family, size, now: clock() });
  await fill(firstSize);
  return {
    key,
    startFilling: (size, everyMs) =>
      runLeased({
        db,
        name: `chain-pool:${family}`,
        everyMs,
        round: async () => void (await fill(size)),
        log,
      }),
  };
}
