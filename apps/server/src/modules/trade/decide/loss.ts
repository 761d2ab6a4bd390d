/**
 * What a person's orders of a day give away in one market: what an order took and what stands open, against the index when
 * it entered the book, never below 0 (docs/decisions/0044). In price steps times amount steps, rounded to one of them where
 * a product is larger than a number holds. Pure.
 */
import { lossWindowMs } from '@marigold/contract/durations';
import { minuteMs } from '@marigold/money/spans';
import type { Price } from '@marigold/money/steps';
import type { ClearingOrder, NewOrder } from '@marigold/trading/order';

import type { OrderRequest } from '../port.ts';

/** Losses of so long are added up; one counts until the whole piece is older than the window. */
export const pieceMs = 15 * minuteMs;
const million = 1_000_000;

/** With what an order entered the book, and what it gives away by now. */
export type LossEntry = {
  /** Undefined at orders of before it was kept. */
  readonly index: Price | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly given: number;
};

/** Sums by the number of the piece of time in which their orders entered the book. */
export type Pieces = Map<number, number>;

/** What each owner's orders gave away, by the number of the owner in the book. */
export type Losses = Map<number, Pieces>;

type FilledOrder = Pick<ClearingOrder, 'side' | 'price' | 'amount' | 'filled' | 'filledTotal'>;

/** Of an order with what it took; what is open counts at its own price. */
export function givenBy(order: FilledOrder & { readonly isOpen: boolean }, index: Price | undefined): number {
  if (index === undefined) return 0;
  const { side, price = 0, amount = 0, filled, filledTotal, isOpen } = order;
  const open = isOpen ? amount - filled : 0;
  const total = filledTotal + price * open;
  const atIndex = index * (filled + open);
  return Math.max(0, Math.round(side === 'buy' ? total - atIndex : atIndex - total));
}

type OrderTerms = Pick<NewOrder, 'side' | 'price' | 'amount' | 'total'>;

/** The most that an order can give away whatever it meets: by its price, or by how far from the index a market order goes. */
export function mostGiven({ side, price, amount, total }: OrderTerms, index: Price, givePpm: number): number {
  if (price !== undefined && amount !== undefined)
    return Math.max(0, (side === 'buy' ? price - index : index - price) * amount);
  const worth = amount === undefined ? ((total ?? 0) * million) / (million - givePpm) : index * amount;
  return Math.ceil((worth * givePpm) / million);
}

/** What an order would give away by what it would take now; `filled` and `filledTotal` of an estimate. */
export function givenNow(
  request: Pick<OrderRequest, 'side' | 'price' | 'amount' | 'timeInForce'>,
  taken: Pick<ClearingOrder, 'filled' | 'filledTotal'>,
  index: Price,
): number {
  const { timeInForce } = request;
  const isOpen = request.price !== undefined && (timeInForce === 'gtc' || timeInForce === 'post');
  return givenBy({ ...request, ...taken, isOpen }, index);
}

/** Adds a change to what an order of that moment gave away. */
export function addLoss(pieces: Pieces, at: number, change: number): void {
  const piece = Math.floor(at / pieceMs);
  pieces.set(piece, (pieces.get(piece) ?? 0) + change);
}

/** What was given away within the window that ends now. */
export function lossOf(pieces: Pieces | undefined, now: number): number {
  let sum = 0;
  for (const [piece, given] of pieces ?? []) if (piece > pieceOfStart(now)) sum += given;
  return sum;
}

/** From when on orders count, epoch milliseconds. */
export function windowStart(now: number): number {
  return (pieceOfStart(now) + 1) * pieceMs;
}

function pieceOfStart(now: number): number {
  return Math.floor((now - lossWindowMs) / pieceMs) - 1;
}

/** Takes over what a batch changed, and forgets what no window reaches any more. */
export function mergeLosses(into: Losses, changed: Losses, now: number): void {
  for (const [owner, pieces] of changed) {
    const known = into.get(owner);
    // Whoever is not known is read from the orders when he is next asked about.
    if (known === undefined) continue;
    for (const [piece, change] of pieces) known.set(piece, (known.get(piece) ?? 0) + change);
    for (const piece of known.keys()) if (piece <= pieceOfStart(now)) known.delete(piece);
  }
}
