/** What the people of the trading world ask for. */
import type { Side, TimeInForce } from '@marigold/matching/order';

import type { Random } from '../../chaos/random.ts';
import type { PostingAsset } from './trading-database.ts';
import type { Weather } from './trading-weather.ts';

export type RequestSpec =
  | {
      readonly kind: 'order';
      readonly side: Side;
      readonly type: 'limit' | 'market';
      readonly timeInForce: TimeInForce;
      readonly price: number | undefined;
      readonly amount: number | undefined;
      readonly total: number | undefined;
    }
  | { readonly kind: 'cancel'; readonly orderId: string }
  | { readonly kind: 'cancel-all' }
  | { readonly kind: 'deposit' | 'withdrawal'; readonly asset: PostingAsset; readonly units: bigint };

export type Request = RequestSpec & {
  readonly key: string;
  readonly owner: number;
  /** Everything but the key: the same key with another body is another request. */
  readonly body: string;
};

/** What an answer says; `busy` is none: ask again with the same key. */
export type RequestAnswer = string;
export const busy: RequestAnswer = 'busy';

export function isRefusal(answer: RequestAnswer): boolean {
  return answer.startsWith('no ');
}

/** Whether the clearing is asked, or only the ledger. */
export function isForMarket({ kind }: Request): boolean {
  return kind === 'order' || kind === 'cancel' || kind === 'cancel-all';
}

export function specRequest(spec: RequestSpec, key: string, owner: number): Request {
  return { ...spec, key, owner, body: `${owner} ${wordsOf(spec)}` };
}

function wordsOf(spec: RequestSpec): string {
  if (spec.kind === 'order')
    return `${spec.side} ${spec.type} ${spec.timeInForce} ${spec.price} ${spec.amount} ${spec.total}`;
  if (spec.kind === 'cancel') return `cancel ${spec.orderId}`;
  return spec.kind === 'cancel-all' ? spec.kind : `${spec.kind} ${spec.asset} ${spec.units}`;
}

/** What somebody does next; `orderIds` are the orders people know of. */
export function drawRequest(
  random: Random,
  weather: Weather,
  from: { readonly count: number; readonly orderIds: readonly string[] },
): RequestSpec {
  const chance = random.next();
  // Everybody begins with something of both.
  if (from.count < weather.owners * 2 || chance < 0.08)
    return drawPayment(random, weather, 'deposit', from.count);
  if (chance < 0.14) return drawPayment(random, weather, 'withdrawal', from.count);
  if (chance < 0.26 && from.orderIds.length > 0) {
    return { kind: 'cancel', orderId: random.pick(from.orderIds.slice(-20)) };
  }
  if (chance < 0.27) return { kind: 'cancel-all' };
  return drawOrder(random, weather);
}

function drawPayment(
  random: Random,
  { baseUnits, quoteUnits, price, amountMax }: Weather,
  kind: 'deposit' | 'withdrawal',
  count: number,
): RequestSpec {
  const asset = count % 2 === 0 ? 'base' : 'quote';
  const step = asset === 'base' ? baseUnits : quoteUnits * price;
  return { kind, asset, units: BigInt(1 + step * random.below(amountMax * (kind === 'deposit' ? 20 : 5))) };
}

function drawOrder(random: Random, { rules, price, spread, amountMax }: Weather): RequestSpec {
  const side = random.chance(0.5) ? 'buy' : 'sell';
  const amount = rules.lot * (1 + random.below(amountMax)) + (random.chance(0.01) ? 1 : 0);
  const order = { kind: 'order', side } as const;
  if (random.chance(0.15)) {
    const byTotal = random.chance(0.5);
    return {
      ...order,
      type: 'market',
      timeInForce: 'ioc',
      price: undefined,
      amount: byTotal ? undefined : amount,
      total: byTotal ? amount * price : undefined,
    };
  }
  const wish = price - spread + random.below(2 * spread + 1);
  return {
    ...order,
    type: 'limit',
    timeInForce: random.pick(['gtc', 'gtc', 'gtc', 'gtc', 'gtc', 'gtc', 'ioc', 'fok', 'post']),
    price: random.chance(0.97) ? wish - (wish % rules.tick) : wish + random.below(price),
    amount,
    total: undefined,
  };
}
