import './market-table.css';
import './market-tokens.css';
import './tone.css';
import type { ReactNode } from 'react';

import { CoinIcon } from '../ui/base/coin.tsx';
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
    <div className="market-table" role="table" aria-label={label}>
      <div role="rowgroup">
        <div className="market-table-row market-table-head" role="row">
          <SortHead column="volume" text={`${heads.pair} · ${heads.volume}`} {...sorted} />
          <span role="columnheader" className="market-table-trend">
            <span className="visually-hidden">{heads.trend}</span>
          </span>
          <SortHead column="price" text={heads.price} {...sorted} />
          <SortHead column="change" text={heads.change} {...sorted} />
          {[heads.high, heads.low, heads.turnover].map((head) => (
            <span key={head} role="columnheader" className="market-table-wide">
              {head}
            </span>
          ))}
          {endHead === undefined ? null : (
            <span role="columnheader" className="market-table-wide">
              <span className="visually-hidden">{endHead}</span>
            </span>
          )}
        </div>
      </div>
      <div className="market-table-body" role="rowgroup">
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
    <span role="columnheader" aria-sort={direction} className={`market-table-${column}`}>
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

export function MarketItem(props: MarketRowProps) {
  const { base, quote, tone } = props;
  return (
    <div className="market-table-row" role="row">
      <span role="cell" className="market-table-volume">
        <CoinIcon ticker={base} size={32} />
        <span className="market-table-name">
          {props.link({
            className: 'market-table-link',
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
      <span role="cell" className="market-table-trend">
        <Sparkline values={props.trend} tone={tone} width={44} />
      </span>
      <span role="cell" className="market-table-price">
        <b>{props.price}</b>
        <small>{props.worth ?? '\u00a0'}</small>
      </span>
      <span role="cell" className="market-table-change">
        <span className="market-table-chip" data-tone={tone}>
          {props.change}
        </span>
      </span>
      {(['high', 'low', 'turnover'] as const).map((column) => (
        <span key={column} role="cell" className="market-table-wide">
          {props[column]}
        </span>
      ))}
      {props.end === undefined ? null : (
        <span role="cell" className="market-table-wide market-table-end">
          {props.end}
        </span>
      )}
    </div>
  );
}
