import type { Bill, BillStatus, BillType } from '@marigold/contract/calls/bill';
import { formatUnits } from '@marigold/money/amount';

import type { OnChainRow } from './on-chain.ts';
import { confirmationsIn } from './on-chain.ts';

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

export function wireBill(row: BillRow): Bill {
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
