import { useCards, useOpenCardOrders } from '../../domain/card/card-queries.ts';
import { useWideLayout } from '../../lib/device/use-wide-layout.ts';
import { go } from '../../lib/route/navigation.ts';
import { type CardSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { ReadFailed, WhenRead } from '../../screen/when-read.tsx';
import { CardPane } from './card-pane.tsx';
import { GetCard, NoCards } from './get-card.tsx';
import { OpenCardOrders } from './open-orders.tsx';
import { OwnCards } from './own-cards.tsx';
import { WaitingCard } from './waiting-card.tsx';

/** Own cards with what can be spent, and applications for more; on wide screens everything about the card in the middle. */
export function CardsPage({ id }: CardSearch) {
  const t = useText();
  const isWide = useWideLayout();
  const cards = useCards();
  const orders = useOpenCardOrders();
  const list = cards.data?.list;
  const card = list?.find(({ cardId }) => cardId === id) ?? list?.[0];
  const open = orders.data?.pages.flatMap((page) => page.list);
  const hasNone = list?.length === 0 && open?.length === 0;
  return (
    <Screen
      back={paths.home()}
      actions={hasNone ? undefined : <GetCard />}
      detail={
        hasNone ? undefined : isWide && card !== undefined ? (
          <CardPane key={card.cardId} id={card.cardId} />
        ) : null
      }
    >
      <WhenRead read={cards} waiting={<WaitingCard />} failed={t('cards.failed')}>
        {({ list: all }) =>
          card === undefined ? (
            hasNone ? (
              <NoCards />
            ) : null
          ) : (
            <OwnCards cards={all} card={card} onPick={pick} />
          )
        }
      </WhenRead>
      {open !== undefined ? (
        <OpenCardOrders orders={open} />
      ) : orders.isError && !cards.isError ? (
        <ReadFailed
          isInline
          error={orders.error}
          reason={t('cards.progressFailed')}
          onRetry={orders.refetch}
        />
      ) : null}
    </Screen>
  );
}

/** Who comes back from a card finds it in the middle again. */
function pick(id: string): void {
  go(paths.cards({ id }), { isReplacing: true });
}
