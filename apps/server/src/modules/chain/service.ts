import { writeAccount } from '@marigold/chain/account';

import type { Handlers } from '../../platform/http/call.ts';
import { entryScale, sayUnits } from '../asset/asset.ts';
import type { ChainAsset, ChainRow } from './registry.ts';
import { listChainAssets, listChainRows } from './registry.ts';
import type { ChainProgress } from './state/progress.ts';
import { isRead, readProgress, chainState } from './state/progress.ts';
import { listCurrencyRows } from './store.ts';

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
