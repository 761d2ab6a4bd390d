/**
 * The proof about orders, from outside: what clients were told against every row of orders, fills, keys and accounts. It
 * shares no code with what it judges.
 */
import type { Query } from './database.ts';
import type { ChaosFindings } from './findings.ts';
import type { CancelIntent, OrderIntent } from './orders.ts';

export interface OrderEvidence {
  readonly orders: ReadonlyMap<string, OrderIntent>;
  readonly cancels: readonly CancelIntent[];
  readonly query: Query;
  readonly findings: ChaosFindings;
}

/** Every acknowledged order once and as it was asked, no other one at all; then the story of each in all tables. */
export async function judgeOrders({ orders, cancels, query, findings }: OrderEvidence): Promise<void> {
  const rows = await query(`
    select o.id::text as id, p.username, o.side, o.time_in_force, o.price::text as price, o.amount::text as amount,
      o.filled::text as filled, o.status, k.request_id::text as key
    from app.trade_order o join app.person p on p.id = o.user_id
      left join app.request_key k on k.path = 'trade/submit' and k.scope = 'user:' || o.user_id
        and k.answer->>'orderId' = o.id::text`);
  const byShape = Map.groupBy(rows, (row) => [row['username'], row['price'], row['amount']].join(' '));
  const byId = new Map(rows.map((row) => [row['id'], row]));
  for (const intent of orders.values()) {
    const { requestId, owner, side, timeInForce, price, amount, acknowledged, refusal } = intent;
    const shape = `${owner.username} ${price} ${amount}`;
    const [row, ...more] = byShape.get(shape) ?? [];
    byShape.delete(shape);
    if (more.length > 0) findings.add('duplicated', `order ${requestId} is there ${more.length + 1} times`);
    if (acknowledged === undefined) {
      if (row !== undefined)
        findings.add('phantom', `order ${requestId} was refused with ${refusal} and is there`);
      continue;
    }
    const { orderId, filled } = acknowledged;
    if (row === undefined) {
      findings.add('lost', `order ${requestId} was acknowledged as ${orderId} and is not there`);
      continue;
    }
    const key = [orderId, side, timeInForce, requestId].join();
    const stored = [row['id'], row['side'], row['time_in_force'], row['key']].join();
    if (key !== stored) findings.add('lost', `order ${key} is ${stored}`);
    if (Math.round(Number(filled) * 100) > Number(row['filled']))
      findings.add('lost', `order ${orderId} was told that ${filled} were filled, and ${row['filled']} are`);
  }
  for (const shape of byShape.keys()) findings.add('phantom', `an order that nobody asked for: ${shape}`);
  for (const { requestId, orderId, acknowledged } of cancels) {
    const status = byId.get(orderId)?.['status'];
    if (acknowledged !== undefined && status !== acknowledged.status)
      findings.add(
        'lost',
        `cancel ${requestId} was acknowledged as ${acknowledged.status}, ${orderId} is ${status}`,
      );
  }
  await judgeStories({ query, findings });
}

/** Orders, fills, what is set aside, bills and keys are one story. */
async function judgeStories({ query, findings }: Pick<OrderEvidence, 'query' | 'findings'>): Promise<void> {
  const rows = await query(`
    select 'an order that is not the sum of its fills' as what, o.id::text as id from app.trade_order o
      left join (select order_id, sum(amount) as amount, sum(price * amount) as total, sum(fee_units) as fee
                 from app.fill group by order_id) f on f.order_id = o.id
      where o.filled <> coalesce(f.amount, 0) or o.filled_total <> coalesce(f.total, 0)
        or o.fee_units <> coalesce(f.fee, 0)
    union all
    select 'a trade without exactly its two sides', t.id::text from app.trade t
      where (select count(distinct (f.role, f.side)) from app.fill f where f.trade_id = t.id
             and f.price = t.price and f.amount = t.amount) <> 2
        or (select count(distinct f.user_id) from app.fill f where f.trade_id = t.id) <> 2
        or not exists (select from app.fill f where f.trade_id = t.id and f.role = 'taker' and f.side = t.taker_side)
    union all
    select 'an open order that sets aside something else', o.id::text from app.trade_order o
      join app.market m on m.symbol = o.symbol
      join ledger.asset b on b.code = m.base join ledger.asset q on q.code = m.quote
      where o.status = 'wait' and o.held_units <> case o.side
        when 'sell' then (o.amount - o.filled) * 10 ^ (b.scale - m.amount_decimals)
        else o.price * (o.amount - o.filled) * 10 ^ (q.scale - m.price_decimals - m.amount_decimals) end
    union all
    select 'a filled order that waits', o.id::text from app.trade_order o
      where (o.status = 'done') <> (o.filled = o.amount)
    union all
    select what, id::text from app.broken_orders
    union all
    select 'a crossed book', o.symbol from app.trade_order o where o.status = 'wait' group by o.symbol
      having max(o.price) filter (where o.side = 'buy') >= min(o.price) filter (where o.side = 'sell')
    union all
    select 'an order without its key', o.id::text from app.trade_order o
      where not exists (select from app.request_key k where k.scope = 'user:' || o.user_id
                        and k.path = 'trade/submit' and k.answer->>'orderId' = o.id::text)
    union all
    select 'a key without its order', k.request_id::text from app.request_key k
      where k.path = 'trade/submit'
        and not exists (select from app.trade_order o where o.id::text = k.answer->>'orderId')
    union all
    select 'an order whose bill tells another status', o.id::text from app.trade_order o
      join app.bill b on b.id = o.bill_id
      where b.status <> case when o.status = 'wait' then 'running' when o.filled > 0 then 'success' else 'failed' end`);
  for (const row of rows) findings.add('torn', `${row['what']}: ${row['id']}`);
}

/** What trading changed for each person, by `username asset` in ledger units: fills, fees and what is set aside. */
export async function tradeChanges(query: Query): Promise<ReadonlyMap<string, bigint>> {
  const rows = await query(`
    with part as (
      select f.user_id, m.base as asset,
        case f.side when 'buy' then f.amount * 10 ^ (b.scale - m.amount_decimals) - f.fee_units
          else -(f.amount * 10 ^ (b.scale - m.amount_decimals)) end as units
      from app.fill f join app.market m on m.symbol = f.symbol join ledger.asset b on b.code = m.base
      union all
      select f.user_id, m.quote,
        case f.side when 'sell' then f.price * f.amount * 10 ^ (q.scale - m.price_decimals - m.amount_decimals) - f.fee_units
          else -(f.price * f.amount * 10 ^ (q.scale - m.price_decimals - m.amount_decimals)) end
      from app.fill f join app.market m on m.symbol = f.symbol join ledger.asset q on q.code = m.quote
      union all
      select o.user_id, s.code, -o.held_units from app.trade_order o join ledger.asset s on s.id = o.held_asset
      where o.status = 'wait'
    )
    select p.username || ' ' || part.asset as place, trunc(sum(part.units))::text as units
    from part join app.person p on p.id = part.user_id group by 1`);
  return new Map(rows.map((row) => [row['place'] ?? '', BigInt(row['units'] ?? '0')]));
}
