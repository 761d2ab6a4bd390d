import { type KeyboardEvent, useEffect, useRef } from 'react';
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua';

import { dayText, monthText } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { type BillsSearch, paths } from '../../lib/paths.ts';
import type { useBills } from '../../lib/queries.ts';
import { useToday } from '../../lib/today.ts';
import { ListEnd } from '../../ui/list-end.tsx';
import { List } from '../../ui/list.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { type BillGroup, groupBills } from './bill-groups.ts';
import { BillRow } from './bill-row.tsx';
import { keptSizes, keepSizes } from './list-sizes.ts';

type ListProps = {
  readonly bills: ReturnType<typeof useBills>;
  readonly search: BillsSearch;
  readonly selected: string | undefined;
  readonly isWide: boolean;
};

/** Pixels drawn before and after what is seen, so that a quick thumb meets rows and no gap. */
const bufferPx = 1600;

/** The endless list. Only what is near the reader is in the document, however long the list has become. */
export function BillList({ bills, search, selected, isWide }: ListProps) {
  const t = useText();
  const handle = useRef<WindowVirtualizerHandle>(null);
  const today = useToday();
  const groups = groupBills(bills.data?.pages.flatMap(({ list }) => list) ?? [], today);
  const { id: _id, ...filters } = search;
  const listKey = paths.bills(filters);
  const count = groups.length;
  useEffect(() => {
    const virtualizer = handle.current;
    return () => keepSizes(listKey, count, virtualizer?.cache);
  }, [listKey, count]);
  return (
    <div onKeyDown={moveFocus}>
      <WindowVirtualizer key={listKey} ref={handle} bufferSize={bufferPx} {...keptSizes(listKey, count)}>
        {groups.map((group) => (
          <Group
            key={group.key}
            group={group}
            today={today}
            selected={selected}
            addressOf={isWide ? (id) => paths.bills({ ...filters, id }) : paths.billDetail}
            isReplacing={isWide}
          />
        ))}
      </WindowVirtualizer>
      <ListEnd
        state={endOf(bills)}
        labels={{
          more: t('shell.loadMore'),
          busy: t('shell.loading'),
          retry: t('shell.tapToRetry'),
          end: t('shell.noMore'),
        }}
        onMore={() => void bills.fetchNextPage()}
      />
    </div>
  );
}

function endOf({ isFetchingNextPage, isFetchNextPageError, hasNextPage }: ListProps['bills']) {
  if (isFetchingNextPage) return 'busy';
  if (isFetchNextPageError) return 'failed';
  return hasNextPage ? 'more' : 'end';
}

type GroupProps = {
  readonly group: BillGroup;
  /** Epoch ms. */
  readonly today: number;
  readonly selected: string | undefined;
  readonly addressOf: (id: string) => string;
  /** A bill beside the list takes the place of the one before it; going back leaves the list. */
  readonly isReplacing: boolean;
};

/** One day, or a piece of a long one. */
function Group({ group, today, selected, addressOf, isReplacing }: GroupProps) {
  const { bills, startsDay, startsMonth, endsDay } = group;
  const time = bills[0]?.time ?? 0;
  const day = dayText(time, today);
  return (
    <>
      {startsMonth ? <h2 className="type-2 pt-6 px-1">{monthText(time)}</h2> : null}
      {startsDay ? <SectionHead title={day} isQuiet /> : null}
      <List label={day} className={`${startsDay ? '' : 'list-goes-on'} ${endsDay ? '' : 'list-to-go-on'}`}>
        {bills.map((bill) => (
          <BillRow
            key={bill.id}
            bill={bill}
            isSelected={bill.id === selected}
            link={linkTo(addressOf(bill.id), { isReplacing })}
          />
        ))}
      </List>
    </>
  );
}

/** Arrow keys walk through the rows; Enter opens the one that is reached. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLAnchorElement)) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a.li')];
  const next = rows[rows.indexOf(event.target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
