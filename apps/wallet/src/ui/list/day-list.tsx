import './list.css';
import { Fragment, type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react';
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua';

import { SectionHead } from '../base/section-head.tsx';
import { type DayGroup, type DayRow, groupByDay } from './day-groups.ts';
import { ListEnd, type ListEndProps } from './list-end.tsx';
import { keepSizes, storedSizes } from './list-sizes.ts';
import { List } from './list.tsx';

interface DayListProps<Row extends DayRow> extends DayHeads {
  /** Tells this list from every other: with it, coming back finds the place where it was. */
  listKey: string;
  /** Newest first. */
  rows: readonly Row[];
  /** The foot. */
  end: ListEndProps;
  /** Draws one child of `List`. */
  row: (row: Row) => ReactElement;
}

interface DayHeads {
  /** A moment of today, epoch ms: the month of now needs no head. */
  today: number;
  dayText: (timeMs: number, todayMs: number) => string;
  monthText: (timeMs: number) => string;
}

/** Pixels drawn before and after what is seen, so that a quick thumb meets rows and no gap. */
const bufferPx = 1600;

/** An endless list by days. Only what is near the reader is in the document, however long the list has become. */
export function DayList<Row extends DayRow>({ listKey, rows, end, row, ...heads }: DayListProps<Row>) {
  const handle = useRef<WindowVirtualizerHandle>(null);
  const groups = groupByDay(rows, heads.today);
  const count = groups.length;
  useEffect(() => {
    const virtualizer = handle.current;
    return () => keepSizes(listKey, count, virtualizer?.cache);
  }, [listKey, count]);
  return (
    <div onKeyDown={moveFocus}>
      <WindowVirtualizer key={listKey} ref={handle} bufferSize={bufferPx} {...storedSizes(listKey, count)}>
        {groups.map((group) => (
          <Group key={group.key} group={group} row={row} {...heads} />
        ))}
      </WindowVirtualizer>
      <ListEnd {...end} />
    </div>
  );
}

interface GroupProps<Row extends DayRow> extends DayHeads {
  group: DayGroup<Row>;
  row: (row: Row) => ReactElement;
}

/** One day, or a piece of a long one. */
function Group<Row extends DayRow>({ group, row, today, dayText, monthText }: GroupProps<Row>) {
  const { rows, startsDay, startsMonth, endsDay } = group;
  const time = rows[0]?.time ?? 0;
  const day = dayText(time, today);
  return (
    <>
      {startsMonth ? <h2 className="type-2 pt-6 px-1">{monthText(time)}</h2> : null}
      {startsDay ? <SectionHead title={day} isQuiet /> : null}
      <List label={day} className={`${startsDay ? '' : 'list-goes-on'} ${endsDay ? '' : 'list-to-go-on'}`}>
        {rows.map((one) => (
          <Fragment key={one.id}>{row(one)}</Fragment>
        ))}
      </List>
    </>
  );
}

/** Arrow keys walk through the rows; Enter opens the one that is reached. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLAnchorElement)) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a.list-row')];
  const next = rows[rows.indexOf(event.target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
