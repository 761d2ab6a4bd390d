/** What screens read of cards: the shop, applications and how far they are, and one's own cards. */
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';

import { invalidateFor, queryClient, useRead, useReadList } from '../../lib/query/queries.ts';

type Output<P extends Path> = WireOutput<Contract[P]>;

export type CardProductItem = Output<'card/product/list'>['list'][number];
export type CardMethod = Output<'card/method'>;
export type CardOrderItem = Output<'card/order/list'>['list'][number];
export type CardApplication = Output<'card/order/detail'>;
export type CardItem = Output<'card/list'>['list'][number];
export type CardDetail = Output<'card/info'>;

/** The live channel tells of steps; what it missed is asked for meanwhile. */
const movingEveryMs = 20_000;

/** Every card of the shop. */
export function useCardProducts(isEnabled = true) {
  return useRead('card/product/list', {}, { isEnabled });
}

/** How a card reaches its person; nothing is asked for while the product is ''. */
export function useCardMethod(productId: string) {
  return useRead('card/method', { productId }, { isEnabled: productId !== '' });
}

/** Applications that are not over, the newest first. */
export function useOpenCardOrders(isEnabled = true) {
  return useReadList('card/order/list', { isOpen: true, size: 20 }, { isEnabled });
}

/** One application with what happened to it; nothing is asked for while the id is ''. */
export function useCardApplication(applicationId: string) {
  return useRead(
    'card/order/detail',
    { applicationId },
    {
      isEnabled: applicationId !== '',
      everyMs: (data) => (data === undefined || isOver(data) ? false : movingEveryMs),
    },
  );
}

function isOver({ progress }: CardApplication): boolean {
  return progress === 'active' || progress === 'closed';
}

/** Own cards, the newest first. */
export function useCards(isEnabled = true) {
  return useRead('card/list', {}, { isEnabled });
}

/** One card; nothing is asked for while the id is ''. */
export function useCard(cardId: string) {
  return useRead(
    'card/info',
    { cardId },
    { isEnabled: cardId !== '', everyMs: (data) => (data?.isChanging === true ? movingEveryMs : false) },
  );
}

/** After an application was made, changed or ended, or the shop refused one: what it offers may be another by now. */
export async function invalidateCards(): Promise<void> {
  const shop = ['card/product/list', 'card/method'] as const;
  await Promise.all([
    invalidateFor('card'),
    ...shop.map(async (path) => await queryClient.invalidateQueries({ queryKey: [path] })),
  ]);
}
