import { writeAccount } from '@marigold/chain/account';
import { formatUnitsTrimmed } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import { entryScale } from '../asset/asset.ts';
import type { ChainAsset, ChainRow } from './registry.ts';
import { listChainAssets, listChains } from './registry.ts';
import type { Progress } from './state/progress.ts';
import { isRead, readProgress, stateOf } from './state/progress.ts';

type CurrencyRow = {
  code: string;
  name: string;
  kind: 'coin' | 'fiat';
  scale: number;
  decimals: number;
  symbol: string | null;
  transfer_min: string;
};

export function createChains(): Pick<Handlers, 'base/currency' | 'base/chain'> {
  return {
    async 'base/currency'(_input, { db }) {
      const [currencies, chains, assets, progress] = await Promise.all([
        sql<CurrencyRow>`
          select a.code, a.name, a.kind, l.scale, a.decimals, a.symbol, a.transfer_min
          from app.asset a join ledger.asset l on l.id = a.ledger_id
          where a.is_open order by a.position limit 200`.execute(db),
        listChains(db),
        listChainAssets(db),
        readProgress(db),
      ]);
      const list = currencies.rows.map(({ transfer_min, ...row }) => ({
        ...row,
        scale: entryScale(row),
        transferMin: formatUnitsTrimmed(BigInt(transfer_min), row.scale, Math.min(row.decimals, row.scale)),
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
      const [chains, progress] = await Promise.all([listChains(db), readProgress(db)]);
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
          state: stateOf(read, chain.blockMs, now),
        };
      });
      return { list };
    },
  };
}

function currencyChain(chain: ChainRow, asset: ChainAsset, progress: Progress | undefined) {
  const say = (units: bigint) =>
    formatUnitsTrimmed(units, asset.scale, Math.min(asset.decimals, asset.scale));
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
