import './market-table.css';
import './market-tokens.css';
import './tone.css';
import type { ReactNode } from 'react';

import { Coin } from '../ui/base/coin.tsx';
import { Icon } from '../ui/base/icon.tsx';
import type { LinkRender } from '../ui/base/pressable.tsx';
import { Sparkline } from '../ui/base/sparkline.tsx';

export type MarketColumn = 'volume' | 'price' | 'change';
export type MarketSort = { readonly column: MarketColumn; readonly isUp: boolean };

export type MarketHeads = Readonly<
  Record<'pair' | 'volume' | 'trend' | 'price' | 'change' | 'high' | 'low' | 'turnover', string>
>;

interface MarketTableProps {
  label: string;
  heads: MarketHeads;
  sort: MarketSort | undefined;
  onSort: (column: MarketColumn) => void;
  /** The last column of wide screens, such as a star; its head is for readers. */
  endHead?: string | undefined;
  children: ReactNode;
}

/** Markets in rows that lead to them, sorted by the buttons of their heads. Wide screens have more columns. */
export function MarketTable({ label, heads, sort, onSort, endHead, children }: MarketTableProps) {
  const sorted = { sort, onSort };
  return (
    <div className="mkt" role="table" aria-label={label}>
      <div role="rowgroup">
        <div className="mkt-row mkt-head" role="row">
          <SortHead column="volume" text={`${heads.pair} · ${heads.volume}`} {...sorted} />
          <span role="columnheader" className="mkt-trend">
            <span className="vh">{heads.trend}</span>
          </span>
          <SortHead column="price" text={heads.price} {...sorted} />
          <SortHead column="change" text={heads.change} {...sorted} />
          {[heads.high, heads.low, heads.turnover].map((head) => (
            <span key={head} role="columnheader" className="mkt-wide">
              {head}
            </span>
          ))}
          {endHead === undefined ? null : (
            <span role="columnheader" className="mkt-wide">
              <span className="vh">{endHead}</span>
            </span>
          )}
        </div>
      </div>
      <div className="mkt-body" role="rowgroup">
        {children}
      </div>
    </div>
  );
}

interface SortHeadProps {
  column: MarketColumn;
  text: string;
  sort: MarketSort | undefined;
  onSort: (column: MarketColumn) => void;
}

function SortHead({ column, text, sort, onSort }: SortHeadProps) {
  const direction = sort?.column === column ? (sort.isUp ? 'ascending' : 'descending') : 'none';
  const icons = {
    none: 'caret-up-down-bold',
    ascending: 'caret-up-bold',
    descending: 'caret-down-bold',
  } as const;
  return (
    <span role="columnheader" aria-sort={direction} className={`mkt-${column}`}>
      <button type="button" data-on={direction !== 'none' || undefined} onClick={() => onSort(column)}>
        {text}
        <Icon name={icons[direction]} size={12} />
      </button>
    </span>
  );
}

interface MarketRowProps {
  base: string;
  quote: string;
  /** Beside the pair, such as "Cancel only". */
  tag?: ReactNode;
  volume: string;
  /** Closing prices of the day, for drawing only. */
  trend: readonly number[];
  price: ReactNode;
  worth: string | undefined;
  tone: 'up' | 'down' | 'plain';
  change: ReactNode;
  high: string;
  low: string;
  turnover: string;
  /** The whole row leads there. */
  link: LinkRender;
  end?: ReactNode;
}

export function MarketRow(props: MarketRowProps) {
  const { base, quote, tone } = props;
  return (
    <div className="mkt-row" role="row">
      <span role="cell" className="mkt-volume">
        <Coin ticker={base} size={32} />
        <span className="mkt-name">
          {props.link({
            className: 'mkt-link',
            children: (
              <>
                {base}
                <span>/{quote}</span>
              </>
            ),
          })}
          {props.tag}
          <small>{props.volume}</small>
        </span>
      </span>
      <span role="cell" className="mkt-trend">
        <Sparkline values={props.trend} tone={tone} width={44} />
      </span>
      <span role="cell" className="mkt-price">
        <b>{props.price}</b>
        <small>{props.worth ?? '\u00a0'}</small>
      </span>
      <span role="cell" className="mkt-change">
        <span className="mkt-chip" data-tone={tone}>
          {props.change}
        </span>
      </span>
      {(['high', 'low', 'turnover'] as const).map((column) => (
        <span key={column} role="cell" className="mkt-wide">
          {props[column]}
        </span>
      ))}
      {props.end === undefined ? null : (
        <span role="cell" className="mkt-wide mkt-end">
          {props.end}
        </span>
      )}
    </div>
  );
}
