/** Sends the commands of a workload to an exchange, many at once and in their order, and keeps how long each took. */
import { createHash, randomUUID } from 'node:crypto';

import { Refusal } from '@marigold/contract/endpoint';
import { toAmount, toPrice } from '@marigold/money/steps';

import type { Exchange } from '../../apps/server/src/modules/trade/port.ts';
import type { RequestKey } from '../../apps/server/src/platform/http/request-key.ts';
import type { Workload } from '../matching/workload.ts';

/** What the amounts of a workload count for: the smallest order is worth more than the market's minimum. */
const amountSteps = 100;
/** The largest order is worth less than the market's maximum, whatever its decimals. */
const amountMost = 1500;

export interface Driven {
  /** Commands that were done: acknowledged after their commit. */
  done: number;
  placed: number;
  cancelled: number;
  /** Those that came too late or met themselves. */
  refused: number;
  /** In milliseconds, one of each command. */
  readonly latencies: number[];
}

export interface Driver {
  /** The next commands, so many at once, until the time is over or so many were sent. */
  readonly drive: (
    exchange: Exchange,
    bound: { readonly forMs: number; readonly commands: number; readonly atOnce: number },
  ) => Promise<Driven>;
}

export function createDriver(workload: Workload, symbol: string, people: readonly string[]): Driver {
  const { kinds, sides, prices, amounts, numbers, owners } = workload;
  /** Ids of the orders that were placed; undefined for one that was refused. */
  const ids = new Map<number, Promise<string | undefined>>();
  const ownerOf = new Map<number, string>();
  let next = 0;

  async function place(exchange: Exchange, at: number, driven: Driven): Promise<string | undefined> {
    const userId = ownerOf.get(numbers[at] ?? 0) ?? '';
    const answer = await exchange.submit({
      key: keyOf(userId, at),
      userId,
      symbol,
      side: sides[at] === 0 ? 'buy' : 'sell',
      type: 'limit',
      timeInForce: 'gtc',
      price: toPrice(prices[at] ?? 0),
      amount: toAmount(Math.min(amounts[at] ?? 0, amountMost) * amountSteps),
      total: undefined,
    });
    if (answer instanceof Refusal) {
      if (answer.code !== 'self_trade') throw new Error(`An order was refused: ${answer.code}`);
      driven.refused += 1;
      return undefined;
    }
    driven.placed += 1;
    driven.done += 1;
    return answer.orderId;
  }

  async function cancel(exchange: Exchange, orderId: string, at: number, driven: Driven): Promise<void> {
    const userId = ownerOf.get(numbers[at] ?? 0) ?? '';
    const answer = await exchange.cancel({ key: keyOf(userId, at), userId, symbol, orderId });
    if (answer instanceof Refusal) {
      if (answer.code !== 'order_closed') throw new Error(`A cancel was refused: ${answer.code}`);
      driven.refused += 1;
      return;
    }
    driven.cancelled += 1;
    driven.done += 1;
  }

  async function one(exchange: Exchange, driven: Driven): Promise<void> {
    const at = next;
    next += 1;
    if (at >= kinds.length) throw new Error('The workload of the bench is too short.');
    const number = numbers[at] ?? 0;
    if (kinds[at] === 0) {
      ownerOf.set(number, people[(owners[at] ?? 0) % people.length] ?? '');
      const startedAt = performance.now();
      const placing = place(exchange, at, driven);
      ids.set(number, placing);
      await placing;
      driven.latencies.push(performance.now() - startedAt);
      return;
    }
    // Nobody can take back what he does not know to be placed.
    const orderId = await ids.get(number);
    if (orderId === undefined) return;
    const startedAt = performance.now();
    await cancel(exchange, orderId, at, driven);
    driven.latencies.push(performance.now() - startedAt);
  }

  return {
    async drive(exchange, { forMs, commands, atOnce }) {
      const driven: Driven = { done: 0, placed: 0, cancelled: 0, refused: 0, latencies: [] };
      const until = performance.now() + forMs;
      let left = commands;
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (performance.now() < until && left > 0) {
            left -= 1;
            await one(exchange, driven);
          }
        }),
      );
      return driven;
    },
  };
}

function keyOf(userId: string, at: number): RequestKey {
  const digest = createHash('sha256').update(String(at)).digest('hex');
  return { scope: `user:${userId}`, requestId: randomUUID(), path: 'trade/submit', digest };
}
