/** Orders and fills as their owner sees them: the engine's integers and the ledger's units as exact decimal strings. */
import type { Fill, Order } from '@marigold/contract/calls/trade';
import { formatUnits } from '@marigold/money/amount';
import { percentOfPpm } from '@marigold/money/fee';

import { averageFloor, formatSteps } from '../../market/steps.ts';
import type { FillRow, OrderRow } from './store.ts';

export function wireOrder(row: OrderRow): Order {
  const decimals = { priceDecimals: row.price_decimals, amountDecimals: row.amount_decimals };
  const totalDecimals = row.price_decimals + row.amount_decimals;
  const isBuy = row.side === 'buy';
  return {
    orderId: row.id,
    symbol: row.symbol,
    side: row.side,
    type: row.type,
    timeInForce: row.time_in_force,
    price: row.price === null ? null : formatSteps(row.price, row.price_decimals),
    amount: row.amount === null ? null : formatSteps(row.amount, row.amount_decimals),
    total: row.total === null ? null : formatSteps(row.total, totalDecimals),
    filled: formatSteps(row.filled, row.amount_decimals),
    filledTotal: formatSteps(row.filled_total, totalDecimals),
    average: averageFloor(decimals, { filled: row.filled, filledTotal: row.filled_total }),
    held: formatUnits(BigInt(row.held_units), isBuy ? row.quote_scale : row.base_scale),
    heldCurrency: isBuy ? row.quote : row.base,
    fee: formatUnits(BigInt(row.fee_units), isBuy ? row.base_scale : row.quote_scale),
    feeCurrency: isBuy ? row.base : row.quote,
    makerPercent: percentOfPpm(row.maker_ppm),
    takerPercent: percentOfPpm(row.taker_ppm),
    status: row.status,
    reason: row.reason,
    time: row.created_at,
    closedTime: row.closed_at,
  };
}

export function fillOf(row: FillRow): Fill {
  return {
    tradeId: row.id,
    orderId: row.order_id,
    symbol: row.symbol,
    side: row.side,
    role: row.role,
    price: formatSteps(row.price, row.price_decimals),
    amount: formatSteps(row.amount, row.amount_decimals),
    total: formatSteps(row.price * row.amount, row.price_decimals + row.amount_decimals),
    fee: formatUnits(BigInt(row.fee_units), row.fee_scale),
    feeCurrency: row.fee_currency,
    time: row.at,
  };
}
