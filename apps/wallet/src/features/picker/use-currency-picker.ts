import { useBalances, useCurrencies } from '../../domain/asset/asset-queries.ts';
import { useSession } from '../../lib/device/session.ts';
import { paths } from '../../lib/route/paths.ts';
import { chosenBefore, handBack, recents, type WayBack } from '../../lib/route/picker.ts';
import type { CurrencyRow } from './currency-rows.tsx';
import { type PickedCurrency, currencyName } from './find-currencies.ts';

/** What the currency pickers know: every currency with its balance, the recent ones, and the way back. */
export function useCurrencyPicker(back: string | undefined) {
  const { user } = useSession();
  const currencies = useCurrencies();
  const balances = useBalances();
  const available = new Map(balances.data?.list.map((row) => [row.currency, row.available]));
  const all = currencies.data?.list;
  const wayBack: WayBack = { back, otherwise: paths.transfer() };
  const recent = recents.list('currency', user?.uid);
  const rows = all?.map((currency) => rowOf(currency, available.get(currency.code)));
  return {
    rows,
    currencies: all,
    recent: recent.flatMap((code) => rows?.find((row) => row.code === code) ?? []),
    isBalanceKnown: balances.data !== undefined,
    failure: currencies.error,
    balanceFailure: balances.data === undefined ? balances.error : null,
    retry: async () => await Promise.all([currencies.refetch(), balances.refetch()]),
    chosen: chosenBefore(back, 'currency'),
    wayBack,
    /** `chain` where the picker offers one. */
    pick: (code: string | undefined, chain?: string): void => {
      if (code !== undefined) recents.add('currency', code, user?.uid);
      handBack({ currency: code, ...(chain === undefined ? {} : { chain }) }, wayBack);
    },
  };
}

function rowOf(currency: PickedCurrency, available: string | undefined): CurrencyRow {
  const { code, kind, decimals } = currency;
  return { code, kind, decimals, name: currencyName(currency), available };
}
