import { useBills } from '../../domain/bill/bill-queries.ts';
import { useWideLayout } from '../../lib/device/use-wide-layout.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { type BillsSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { useToday } from '../../lib/text/today.ts';
import { Screen } from '../../screen/screen.tsx';
import { WaitingRows, WhenRead } from '../../screen/when-read.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { filterOf } from './bill-filter.ts';
import { BillFilters } from './bill-filters.tsx';
import { BillList } from './bill-list.tsx';
import { BillPane } from './bill-pane.tsx';
import { BillTotals } from './bill-totals.tsx';
import { NoBills } from './no-bills.tsx';

/** Rows that are fetched at once. */
const pageSize = 50;

/** The person's bills, newest first, by type, coin and period; on wide screens with one bill beside them (spec 2). */
export function BillsPage(search: BillsSearch) {
  const t = useText();
  const isWide = useWideLayout();
  const filter = filterOf(search, useToday());
  const bills = useBills(filter, pageSize);
  const first = bills.data?.pages[0]?.list[0];
  const selected = isWide ? (search.id ?? first?.id) : undefined;
  const filters = <BillFilters search={search} />;
  const { id: _, ...chosen } = search;
  const toExport = (
    <IconButton icon="export" label={t('bill.export')} link={linkTo(paths.exportBills(chosen))} />
  );
  return (
    <Screen
      back={paths.home()}
      actions={
        <>
          {isWide ? filters : null}
          {toExport}
        </>
      }
      head={isWide ? null : filters}
      detail={selected === undefined ? null : <BillPane key={selected} id={selected} />}
    >
      <BillTotals filter={filter} />
      <Bills bills={bills} search={search} selected={selected} isWide={isWide} />
    </Screen>
  );
}

type BillsProps = {
  readonly bills: ReturnType<typeof useBills>;
  readonly search: BillsSearch;
  readonly selected: string | undefined;
  readonly isWide: boolean;
};

function Bills({ bills, search, selected, isWide }: BillsProps) {
  const t = useText();
  const waiting = (
    <div className="pt-5">
      <WaitingRows rows={7} />
    </div>
  );
  return (
    <WhenRead read={bills} waiting={waiting} failed={t('bill.failed')}>
      {({ pages }) =>
        pages[0]?.list.length === 0 ? (
          <NoBills search={search} />
        ) : (
          <BillList bills={bills} search={search} selected={selected} isWide={isWide} />
        )
      }
    </WhenRead>
  );
}
