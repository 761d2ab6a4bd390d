import { type CardProductItem, useCards, useOpenCardOrders } from '../../../domain/card/card-queries.ts';
import { type ProductStanding, productStanding } from './shop-look.ts';

/**
 * How a product stands for this person; undefined while it is not known yet, or there is no product. Where applications or
 * cards cannot be read, the shop's own word stands: the server refuses what is too much.
 */
export function useStanding(product: CardProductItem | undefined): ProductStanding | undefined {
  const orders = useOpenCardOrders();
  const cards = useCards();
  if (product === undefined || orders.isPending || cards.isPending) return undefined;
  return productStanding(
    product,
    orders.data?.pages.flatMap(({ list }) => list) ?? [],
    cards.data?.list ?? [],
  );
}
