import { pairText } from '@marigold/contract/rules/pair';

import { billRanges, isBillRange, lengthOf } from '../../domain/bill/bill-kinds.ts';
import { useMarkets } from '../../domain/market/market-queries.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths, type TradeBillsSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { type FilterChoice, FilterChips } from '../../ui/sheet/filter-chips.tsx';
import { type FilterName, filtersOf, isStatus, statuses } from './trade-filter.ts';

/** No choice of a filter; never a value of the address. */
const everything = 'all';

/** Writes the filters into the address, in place: filters are no steps to go back through. */
function apply(search: TradeBillsSearch, name: FilterName, value: string): void {
  const { [name]: _old, id: _id, ...others } = search;
  go(paths.tradeBills(value === everything ? others : { ...others, [name]: value }), { isReplacing: true });
}

/** The filters of the list that is shown. */
export function TradeFilters({ search }: { readonly search: TradeBillsSearch }) {
  const t = useText();
  const choices = useChoices(search);
  return (
    <FilterChips
      label={t('orders.filters')}
      choices={filtersOf[search.tab ?? 'open'].map((name) => choices[name])}
      onPick={(name, value) => apply(search, name, value)}
      clearLabel={t('shell.clear')}
      closeLabel={t('shell.close')}
    />
  );
}

function useChoices({
  pair,
  side,
  status,
  range,
}: TradeBillsSearch): Readonly<Record<FilterName, FilterChoice<FilterName>>> {
  const t = useText();
  const { data } = useMarkets();
  const all = (label: string) => ({ value: everything, label });
  const listed = data?.list.map(({ symbol }) => symbol) ?? [];
  // A market that is not listed any more is still one that somebody traded in.
  const markets = pair === undefined || listed.includes(pair) ? listed : [pair, ...listed];
  const rangeText = (one: (typeof billRanges)[number]) => {
    const length = lengthOf(one);
    return 'days' in length ? t('orders.period.days', length) : t('orders.period.months', length);
  };
  const choice = (
    name: FilterName,
    title: string,
    value: string | undefined,
    options: FilterChoice<FilterName>['options'],
  ) => ({ name, title, value: value ?? everything, options, everything });
  return {
    pair: choice('pair', t('orders.column.pair'), pair, [
      all(t('orders.market.all')),
      ...markets.map((one) => ({ value: one, label: pairText(one) })),
    ]),
    side: choice('side', t('orders.side'), side, [
      all(t('orders.side.all')),
      ...(['buy', 'sell'] as const).map((one) => ({ value: one, label: t(`orders.side.${one}`) })),
    ]),
    status: choice('status', t('orders.state'), isStatus(status) ? status : undefined, [
      all(t('orders.status.all')),
      ...statuses.map((one) => ({ value: one, label: t(`orders.status.${one}`) })),
    ]),
    range: {
      ...choice('range', t('orders.period'), isBillRange(range) ? range : undefined, [
        ...billRanges.map((one) => ({ value: one, label: rangeText(one) })),
        all(t('orders.period.all')),
      ]),
      isSticky: true,
    },
  };
}
