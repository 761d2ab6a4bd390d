/** One round of the demo market: the book follows the index by a few orders, and now and then somebody takes one. */
import { createHash } from 'node:crypto';

import type { Side } from '@marigold/contract/calls/market';
import { Refusal } from '@marigold/contract/endpoint';
import { toTotal } from '@marigold/money/steps';

import type { Database } from '../../platform/database/database.ts';
import type { RequestKey } from '../../platform/http/request-key.ts';
import { TransportError } from '../../platform/http/transport-error.ts';
import { newRowId } from '../../platform/process/ids.ts';
import type { Log } from '../../platform/process/log.ts';
import { seedOf } from '../market/index-price/demo.ts';
import { freshIndexes } from '../market/index-price/index-price.ts';
import type { MarketRow } from '../market/registry.ts';
import { readMarkets } from '../market/views.ts';
import type { Exchange } from '../trade/port.ts';
import { listOpenOrdersOf } from '../trade/views.ts';
import type { Rung, Standing } from './grid.ts';
import { planBook } from './grid.ts';
import { findTraders, type Traders } from './people.ts';

/** Of each market in one round. */
const commandsMax = 5;
/** How likely somebody takes in one market in one round, and how much as share of the largest order. */
const takeChance = 0.08;
const takeShareMin = 0.0002;
const takeShareMore = 0.0012;
/** The book follows the index with this share of the distance a round; what is farther away it jumps to. */
const followShare = 0.1;
const jumpShare = 0.005;
/** More than this never stands in all books together. */
const openMax = 5_000;
/** A process that made no round for so long may have been replaced in between: it begins anew. */
const forgottenAfterMs = 15_000;

export type LiquidityRoundDependencies = {
  readonly db: Database;
  readonly exchange: Pick<Exchange, 'submit' | 'cancel' | 'cancelAll'>;
  readonly clock: () => number;
  readonly log: Log;
  readonly seed: number;
  /** Between 0 and 1. */
  readonly random: () => number;
};

export function createRound(dependencies: LiquidityRoundDependencies): () => Promise<void> {
  const { db, clock } = dependencies;
  const followed = new Map<string, number>();
  let lastRound: number | undefined;

  return async () => {
    const now = clock();
    const traders = await findTraders(db);
    if (traders === undefined) return;
    const markets = (await readMarkets(db)).filter(({ state }) => state === 'enabled');
    const isNew = lastRound === undefined || now - lastRound > forgottenAfterMs;
    lastRound = now;
    if (isNew) await clearBooks(dependencies, markets, traders);
    const indexes = await freshIndexes(db, now);
    const open = await listOpenOrdersOf(db, traders.maker, openMax);
    await Promise.all(
      markets.map(async (market) => {
        const index = indexes.get(market.symbol);
        if (index === undefined) return;
        const at = follow(followed.get(market.symbol), stepsOf(index, market.priceDecimals));
        followed.set(market.symbol, at);
        const standing = open.filter(({ symbol }) => symbol === market.symbol);
        await inPeace(async () => await keepBook(dependencies, { market, index: at, standing, traders }));
        await inPeace(async () => await takeSometimes(dependencies, market, traders));
      }),
    );
  };
}

/** What lies in the books from before a restart is taken out. */
async function clearBooks(
  { exchange }: LiquidityRoundDependencies,
  markets: readonly MarketRow[],
  { maker, taker }: Traders,
): Promise<void> {
  for (const { symbol } of markets) {
    for (const userId of [maker, taker])
      await inPeace(
        async () =>
          await exchange.cancelAll({
            key: keyOf(userId, 'trade/cancel/all'),
            userId,
            symbol,
            reason: 'user',
          }),
      );
  }
}

/** Does it; while nobody runs the market, or too much waits there, the next round tries again. */
async function inPeace(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
  }
}

type Quoting = {
  readonly market: MarketRow;
  /** In price steps. */
  readonly index: number;
  readonly standing: readonly Standing[];
  readonly traders: Traders;
};

async function keepBook(
  { exchange, log, seed }: LiquidityRoundDependencies,
  { market, index, standing, traders: { maker } }: Quoting,
): Promise<void> {
  const { symbol } = market;
  const plan = planBook(market, { index, seed: seedOf(seed, symbol), standing, commandsMax });
  for (const orderId of plan.cancels) {
    const answer = await exchange.cancel({
      key: keyOf(maker, 'trade/cancel'),
      userId: maker,
      symbol,
      orderId,
    });
    if (answer instanceof Refusal && answer.code !== 'order_closed') return;
  }
  for (const rung of plan.places) {
    const answer = await exchange.submit({
      ...orderOfRung(maker, symbol, rung),
      type: 'limit',
      timeInForce: 'post',
    });
    // Somebody's order stands in the way: the next rung may fit.
    if (!(answer instanceof Refusal) || answer.code === 'would_take' || answer.code === 'self_trade')
      continue;
    log.debug({ symbol, refusal: answer.code }, 'the demo maker was refused');
    return;
  }
}

async function takeSometimes(
  { exchange, log, random }: LiquidityRoundDependencies,
  market: MarketRow,
  { taker }: Traders,
): Promise<void> {
  const { symbol, totalMin, totalMax } = market;
  const [chance, choice, size] = [random(), random(), random()];
  if (chance >= takeChance) return;
  const side: Side = choice < 0.5 ? 'buy' : 'sell';
  const total = Math.max(2 * totalMin, Math.floor(totalMax * (takeShareMin + takeShareMore * size)));
  const answer = await exchange.submit({
    key: keyOf(taker, 'trade/submit'),
    userId: taker,
    symbol,
    side,
    type: 'market',
    timeInForce: 'ioc',
    price: undefined,
    amount: undefined,
    total: toTotal(total),
  });
  if (answer instanceof Refusal) log.debug({ symbol, refusal: answer.code }, 'the demo taker was refused');
}

function orderOfRung(userId: string, symbol: string, { side, price, amount }: Rung) {
  return { key: keyOf(userId, 'trade/submit'), userId, symbol, side, price, amount, total: undefined };
}

/** Each order of theirs is asked for once, under an id of its own. */
function keyOf(userId: string, path: string): RequestKey {
  const requestId = newRowId();
  return {
    scope: `user:${userId}`,
    requestId,
    path,
    digest: createHash('sha256').update(requestId).digest('hex'),
  };
}

function follow(before: number | undefined, index: number): number {
  if (before === undefined || Math.abs(index - before) > before * jumpShare) return index;
  return before + (index - before) * followShare;
}

/** A decimal string as price steps, what is less than a step left away. */
function stepsOf(price: string, decimals: number): number {
  const [whole = '0', rest = ''] = price.split('.');
  return Number(whole + rest.slice(0, decimals).padEnd(decimals, '0'));
}
