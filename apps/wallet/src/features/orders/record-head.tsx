import type { ReactNode } from 'react';

import { go } from '../../lib/route/navigation.ts';
import { paths, type TradeBillsSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Segmented } from '../../ui/field/segmented.tsx';
import { tradeTabs } from './trade-filter.ts';
import { TradeFilters } from './trade-filters.tsx';

type HeadProps = ListProps & {
  /** What can be done with all that is listed. */
  readonly action?: ReactNode;
};

/** Which list, and beneath it on phones what it is filtered by. */
export function Head({ search, isWide, action }: HeadProps) {
  const t = useText();
  return (
    <>
      <Segmented
        label={t('orders.tabs')}
        value={search.tab ?? 'open'}
        options={tradeTabs.map((value) => ({ value, label: t(`orders.tab.${value}`) }))}
        onChange={(value) => show(search, value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-3 pt-3">
        <div className="min-w-0">{isWide ? null : <TradeFilters search={search} />}</div>
        {action}
      </div>
    </>
  );
}

/** Another list of the same market, in place: lists are no steps to go back through. */
function show({ pair }: TradeBillsSearch, tab: (typeof tradeTabs)[number]): void {
  const search = pair === undefined ? {} : { pair };
  go(paths.tradeBills(tab === 'open' ? search : { ...search, tab }), { isReplacing: true });
}

export type ListProps = { readonly search: TradeBillsSearch; readonly isWide: boolean };
