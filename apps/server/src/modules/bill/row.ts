import type { Bill, BillStatus, BillType } from '@marigold/contract/bill';
import { formatUnits } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { OnChainRow } from './on-chain.ts';
import { confirmationsIn, onChainColumns, onChainJoins } from './on-chain.ts';

/** A bill as lists show it. */
export type BillRow = OnChainRow & {
  id: string;
  type: BillType;
  status: BillStatus;
  direction: 'in' | 'out';
  asset: string;
  scale: number;
  decimals: number;
  units: string;
  counterparty: string | null;
  symbol: string | null;
  created_at: number;
};

/** Columns of BillRow out of `billTables`. */
export const billColumns = sql`b.id, b.type, b.status, b.direction, b.asset, l.scale, a.decimals, b.units,
  b.counterparty, o.symbol, b.created_at, ${onChainColumns}`;
export const billTables = sql`app.bill b join app.asset a on a.code = b.asset join ledger.asset l on l.id = a.ledger_id
  left join app.trade_order o on o.id = b.order_id ${onChainJoins}`;

export function billOf(row: BillRow): Bill {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    direction: row.direction,
    currency: row.asset,
    decimals: row.decimals,
    amount: formatUnits(BigInt(row.units), row.scale),
    counterparty: row.counterparty,
    symbol: row.symbol,
    ...confirmationsIn(row, row.status),
    time: row.created_at,
  };
}
