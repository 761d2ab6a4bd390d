/** A product of the shop as one person meets it: what stands in the way of ordering it, and where it leads. Pure. */
import type { CardItem, CardOrderItem, CardProductItem } from '../../../domain/card/card-queries.ts';

/** `running`: an application for it is under way. `owned`: this person has it. The others are states of the shop. */
export type ProductStanding =
  | { readonly is: 'open' | 'soldOut' | 'halted' }
  | { readonly is: 'running'; readonly applicationId: string }
  | { readonly is: 'owned'; readonly cardId: string };

type Running = Pick<CardOrderItem, 'applicationId' | 'productId' | 'progress'>;
type Owned = Pick<CardItem, 'cardId' | 'productId' | 'state'>;

/** What somebody has already comes before what the shop says: it is theirs, sold out or not. */
export function productStanding(
  { productId, state }: Pick<CardProductItem, 'productId' | 'state'>,
  orders: readonly Running[],
  cards: readonly Owned[],
): ProductStanding {
  const order = orders.find(
    (one) => one.productId === productId && one.progress !== 'active' && one.progress !== 'closed',
  );
  if (order !== undefined) return { is: 'running', applicationId: order.applicationId };
  const card = cards.find(
    (one) => one.productId === productId && one.state !== 'closed' && one.state !== 'expired',
  );
  return card === undefined ? { is: state } : { is: 'owned', cardId: card.cardId };
}

/** The product that is looked at: the one that was picked, else the first that can be ordered, else the first. */
export function chosenProduct<One extends Pick<CardProductItem, 'productId' | 'state'>>(
  products: readonly One[],
  picked: string | undefined,
): One | undefined {
  return (
    products.find(({ productId }) => productId === picked) ??
    products.find(({ state }) => state === 'open') ??
    products[0]
  );
}
