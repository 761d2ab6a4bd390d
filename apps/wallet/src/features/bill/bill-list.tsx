import type { useBills } from '../../domain/bill/bill-queries.ts';
import { listEnd } from '../../lib/query/list-end.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { type BillsSearch, paths } from '../../lib/route/paths.ts';
import { dayText, monthText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { useToday } from '../../lib/text/today.ts';
import { DayList } from '../../ui/list/day-list.tsx';
import { BillItem } from './bill-row.tsx';

type ListProps = {
  readonly bills: ReturnType<typeof useBills>;
  readonly search: BillsSearch;
  readonly selected: string | undefined;
  readonly isWide: boolean;
};

/** The endless list. A bill beside it takes the place of the one before; going back leaves the list. */
export function BillList({ bills, search, selected, isWide }: ListProps) {
  const t = useText();
  const { id: _id, ...filters } = search;
  return (
    <DayList
      listKey={paths.bills(filters)}
      rows={bills.data?.pages.flatMap(({ list }) => list) ?? []}
      end={listEnd(bills, t)}
      today={useToday()}
      dayText={dayText}
      monthText={monthText}
      row={(bill) => (
        <BillItem
          bill={bill}
          isSelected={bill.id === selected}
          link={linkTo(isWide ? paths.bills({ ...filters, id: bill.id }) : paths.billDetail(bill.id), {
            isReplacing: isWide,
          })}
        />
      )}
    />
  );
}
