/** The way of one order from being placed to its end. Pure. */
import { filledPercent } from '../../domain/order/order-look.ts';
import type { Fill, Order } from '../../domain/order/trade-queries.ts';

export type OrderStep = {
  readonly word: 'placed' | 'waiting' | 'partly' | 'filled' | 'ended';
  readonly state: 'done' | 'now' | 'todo' | 'failed';
  /** Epoch ms; undefined for what has not happened or has no moment. */
  readonly time: number | undefined;
  /** Of twelve petals; undefined unless it is the current one. */
  readonly lit: number | undefined;
};

const petals = 12;

/** `newest` is the newest of its fills. */
export function orderSteps(order: Order, newest: Fill | undefined): readonly OrderStep[] {
  const percent = filledPercent(order);
  const step = (word: OrderStep['word'], state: OrderStep['state'], time?: number): OrderStep => ({
    word,
    state,
    time,
    lit: state === 'now' ? Math.floor((petals * percent) / 100) : undefined,
  });
  const placed = step('placed', 'done', order.time);
  const closed = order.closedTime ?? undefined;
  if (order.status === 'done') return [placed, step('filled', 'done', closed)];
  const partly = newest === undefined ? [] : [newest.time];
  if (order.status === 'cancel')
    return [placed, ...partly.map((time) => step('partly', 'done', time)), step('ended', 'failed', closed)];
  const now = newest === undefined ? step('waiting', 'now') : step('partly', 'now', newest.time);
  return [placed, now, step('filled', 'todo')];
}
