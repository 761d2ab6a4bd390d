import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { type BillsSearch, paths } from '../../lib/paths.ts';
import { useBills } from '../../lib/queries.ts';
import { readFailed } from '../../lib/read-failed.ts';
import { useToday } from '../../lib/today.ts';
import { useWide } from '../../lib/wide.ts';
import { Screen } from '../../screen/screen.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TwoPane } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
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
  const isWide = useWide();
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
    >
      {isWide ? null : filters}
      <TwoPane
        asideWidth={380}
        narrow="hidden"
        aside={selected === undefined ? null : <BillPane key={selected} id={selected} />}
      >
        <BillTotals filter={filter} />
        <Bills bills={bills} search={search} selected={selected} isWide={isWide} />
      </TwoPane>
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
  if (bills.data === undefined) {
    if (bills.isPending)
      return (
        <div className="pt-5">
          <SkeletonRows label={t('shell.loading')} count={7} />
        </div>
      );
    return (
      <ErrorState
        title={readFailed(bills.error)}
        reason={t('bill.failed')}
        retry={{ label: t('shell.tapToRetry'), onPress: bills.refetch }}
      />
    );
  }
  if (bills.data.pages[0]?.list.length === 0) return <NoBills search={search} />;
  return <BillList bills={bills} search={search} selected={selected} isWide={isWide} />;
}
