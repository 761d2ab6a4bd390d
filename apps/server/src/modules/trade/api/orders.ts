import type { submitOrder } from '@marigold/contract/calls/trade';
/** Placing orders and taking them back, as people ask for it: decimals become the engine's integers here, and come back. */
import type { InputOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { assert } from '@marigold/money/assert';
import { noTotal, toAmount, toPrice, toTotal } from '@marigold/money/steps';

import type { Database } from '../../../platform/database/database.ts';
import type { Call, Handlers } from '../../../platform/http/call.ts';
import type { RequestKey } from '../../../platform/http/request-key.ts';
import { readKeys } from '../../../platform/http/request-keys.ts';
import { notFound } from '../../../platform/http/transport-error.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import type { MarketRow } from '../../market/registry.ts';
import { nobodysGroup } from '../../market/registry.ts';
import { amountText, readSteps } from '../../market/steps.ts';
import { readMarkets } from '../../market/views.ts';
import { checkFreeze } from '../../spending/freeze.ts';
import type { EstimateRequest, Exchange } from '../port.ts';
import type { EstimateNo } from '../refusals.ts';
import { outOfBounds, tooFine } from '../refusals.ts';
import type { FeeRates } from '../rules.ts';
import { readRates } from '../rules.ts';
import { readTraders } from '../store.ts';
import { estimateAnswer, takenText } from './estimate-answer.ts';
import { findSymbol } from './store.ts';

export type OrderDependencies = {
  readonly db: Database;
  readonly exchange: Exchange;
  readonly clock: Clock;
};

type OrderHandlers = Pick<Handlers, 'trade/submit' | 'trade/cancel' | 'trade/cancel/all' | 'trade/estimate'>;
type Input = InputOf<typeof submitOrder>;

export function createOrders({ db, exchange, clock }: OrderDependencies): OrderHandlers {
  const markets = createMarkets(db, clock);
  return {
    async 'trade/submit'(input, call) {
      const no = (await checkFreeze(call, 'trade')) ?? mayTrade(call);
      // An order that was placed before is told of again, as everything that is asked twice.
      if (no !== undefined && (await readKeys(db, [keyOf(call)])).size === 0) return no;
      const market = (await markets()).get(input.symbol);
      const order = market === undefined ? unknown() : readOrder(input, market, call.session.userId);
      if (order instanceof Refusal || market === undefined) return order as EstimateNo;
      const answer = await exchange.submit({ ...order, key: keyOf(call) });
      if (answer instanceof Refusal) return asDeclared(answer);
      const { orderId, status, filled, filledTotal } = answer;
      return { orderId, status, ...takenText(market, { filled, filledTotal }) };
    },
    async 'trade/cancel'({ orderId }, call) {
      const { userId } = call.session;
      const symbol = await findSymbol(call.db, { orderId, userId });
      // A foreign order is not found, like one that does not exist.
      if (symbol === undefined) throw notFound();
      const market = (await markets()).get(symbol);
      if (market === undefined) throw notFound();
      const answer = await exchange.cancel({ key: keyOf(call), userId, symbol, orderId });
      if (answer instanceof Refusal) return asDeclared(answer);
      return { orderId, status: answer.status, filled: amountText(market, answer.filled) };
    },
    async 'trade/cancel/all'({ symbol }, call) {
      const { userId } = call.session;
      const answer = await exchange.cancelAll({ key: keyOf(call), userId, symbol, reason: 'user' });
      return answer instanceof Refusal ? asDeclared(answer) : { count: answer.count };
    },
    async 'trade/estimate'(input, { session: { userId } }) {
      const market = (await markets()).get(input.symbol);
      const order = market === undefined ? unknown() : readOrder(input, market, userId);
      if (order instanceof Refusal || market === undefined) return order as EstimateNo;
      const estimate = await exchange.estimate(order);
      if (estimate instanceof Refusal) return estimate;
      return estimateAnswer(market, order, estimate, await ratesOf(db, userId, market.symbol));
    },
  };
}

/** A row that was read less than this ago is not read again; the owner of a market reads its own. */
const rowsAgeMaxMs = 1000;

function createMarkets(db: Database, clock: Clock): () => Promise<ReadonlyMap<string, MarketRow>> {
  let readAt = -Infinity;
  let rows: Promise<ReadonlyMap<string, MarketRow>> | undefined;
  return () => {
    const now = clock();
    if (rows === undefined || Math.abs(now - readAt) > rowsAgeMaxMs) {
      readAt = now;
      rows = readMarkets(db).then((list) => new Map(list.map((market) => [market.symbol, market])));
      rows.catch(() => (rows = undefined));
    }
    return rows;
  };
}

function keyOf({ requestKey }: Call<'user'>): RequestKey {
  assert(requestKey !== undefined, 'a group-committed call has its key');
  return requestKey;
}

/** The first order of a session asks for the payment password (`trade/confirm`); later ones carry nothing. */
function mayTrade({ session }: Call<'user'>): Refusal<'trade_confirm'> | undefined {
  return session.mayTrade ? undefined : new Refusal('trade_confirm');
}

function unknown(): Refusal<'market_unknown'> {
  return new Refusal('market_unknown', {}, 'symbol');
}

/** `already_applied` may be answered by every call that is applied once; rows of the contract do not name it. */
function asDeclared<Code extends string>(refusal: Refusal<Code>): Refusal<Exclude<Code, 'already_applied'>> {
  return refusal as Refusal<Exclude<Code, 'already_applied'>>;
}

/** What is asked for in the engine's integers, or what is wrong with it before any book is asked. */
export function readOrder(input: Input, market: MarketRow, userId: string): EstimateRequest | EstimateNo {
  const { symbol, side, type, price, amount, total } = input;
  const timeInForce = input.timeInForce ?? (type === 'limit' ? 'gtc' : 'ioc');
  if (type === 'limit' && price === undefined) return new Refusal('price_missing', {}, 'price');
  if (type === 'market' && price !== undefined) return new Refusal('price_not_for_market', {}, 'price');
  const isOneOfBoth = (amount === undefined) !== (total === undefined);
  if (!isOneOfBoth || (type === 'limit' && amount === undefined))
    return new Refusal('amount_or_total', {}, 'amount');
  // A market order never rests, so it is done at once or not at all.
  if (type === 'market' && timeInForce !== 'ioc' && timeInForce !== 'fok')
    return new Refusal('time_in_force', {}, 'timeInForce');
  const { priceDecimals, amountDecimals } = market;
  const subject = { market, order: { side, total: total === undefined ? undefined : noTotal } };
  const read = <Steps>(
    text: string | undefined,
    decimals: number,
    code: 'price_too_fine' | 'amount_too_fine' | 'total_too_fine',
    counted: (steps: number) => Steps,
  ) => {
    if (text === undefined) return undefined;
    const steps = readSteps(text, decimals);
    if (steps === 'too_fine') return tooFine(code, market);
    if (steps === 'too_large') return outOfBounds('total_above_maximum', subject);
    return steps === 0 ? outOfBounds('total_below_minimum', subject) : counted(steps);
  };
  const steps = {
    price: read(price, priceDecimals, 'price_too_fine', toPrice),
    amount: read(amount, amountDecimals, 'amount_too_fine', toAmount),
    total: read(total, priceDecimals + amountDecimals, 'total_too_fine', toTotal),
  };
  for (const value of Object.values(steps)) if (value instanceof Refusal) return value;
  return {
    userId,
    symbol,
    side,
    type,
    timeInForce,
    ...(steps as Pick<EstimateRequest, 'price' | 'amount' | 'total'>),
  };
}

async function ratesOf(db: Database, userId: string, symbol: string): Promise<FeeRates> {
  const [traders, rates] = [await readTraders(db, [userId]), await readRates(db)];
  return rates(traders.get(userId)?.group ?? nobodysGroup, symbol);
}
