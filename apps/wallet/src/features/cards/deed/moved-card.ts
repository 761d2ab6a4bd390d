import type { CardDetail, CardItem } from '../../../domain/card/card-queries.ts';
import { invalidateFor, type Output, queryClient, queryKey } from '../../../lib/query/queries.ts';
import { ownCardChange } from '../own-card-look.ts';

type Moved = Output<'card/lock'>;

/** Puts what the server answered into what was read of the card, so that its change stands on screen at once. */
export function takeMoved({ cardId, ...moved }: Moved): void {
  const isChanging = ownCardChange({ ...moved, isChanging: true }) !== undefined;
  const put = <Card extends CardItem>(card: Card): Card =>
    card.cardId === cardId ? { ...card, ...moved, isChanging } : card;
  queryClient.setQueryData<CardDetail>(queryKey('card/info', { cardId }), (card) => card && put(card));
  queryClient.setQueryData<Output<'card/list'>>(
    queryKey('card/list', {}),
    (cards) => cards && { list: cards.list.map(put) },
  );
}

/** Whatever was said of a card: what is true of it now is read anew. */
export async function readCardAnew(cardId: string): Promise<void> {
  await invalidateFor('card', cardId);
}
