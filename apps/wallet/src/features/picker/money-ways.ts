/** The ways that money can come or go: each currency on each of its networks, and inside Marigold. Pure. */
import { chainName, type Currency, type CurrencyChain } from '../../domain/chain/deposit-queries.ts';
import { pageAt } from '../../lib/route/paths.ts';
import type { CurrencyRow } from './currency-rows.tsx';

/** What stands for a chain where none is meant, as the asking pages read it. */
export const internalWay = 'internal';

export type MoneyWay = CurrencyRow & {
  /** Undefined: inside Marigold. */
  readonly chain: CurrencyChain | undefined;
  /** The smallest internal transfer. */
  readonly transferMin: string;
};

/** Receiving costs nothing and has another minimum than sending; everybody but the receive pages sends. */
export function isReceiving(back: string | undefined): boolean {
  const page = pageAt(back?.split(/[?#]/, 1)[0] ?? '');
  return page === '/pages/index/collection' || page === '/pages/exchange/addressqrcode';
}

/** On networks first, then inside; what is searched in names the network as well. */
export function moneyWaysOf(
  rows: readonly CurrencyRow[],
  currencies: readonly Currency[],
): readonly MoneyWay[] {
  const all = rows.flatMap((row) => {
    const currency = currencies.find(({ code }) => code === row.code);
    return currency === undefined ? [] : [{ row, currency }];
  });
  const onChains = all.flatMap(({ row, currency }) =>
    currency.chains.map((chain) => ({
      ...row,
      name: `${row.name} ${chainName(chain)}`,
      chain,
      transferMin: currency.transferMin,
    })),
  );
  const inside = all.map(({ row, currency }) => ({
    ...row,
    chain: undefined,
    transferMin: currency.transferMin,
  }));
  return [...onChains, ...inside];
}
