import type { CardItem } from '../../domain/card/card-queries.ts';
import { linkTo, PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import type { IconName } from '../../ui/base/icon-names.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { CardCarousel } from '../../ui/card-face/card-carousel.tsx';
import { cardDeeds } from './card-deeds.ts';
import { OwnCardBalance } from './own-card-balance.tsx';
import { OwnCardFace, useFaceWords } from './own-card-face.tsx';
import { restoringAction } from './own-card-look.ts';

type OwnCardsProps = {
  readonly cards: readonly CardItem[];
  /** The one in the middle. */
  readonly card: CardItem;
  readonly onPick: (cardId: string) => void;
};

/** The faces in a row; of the one in the middle what can be spent with it and what can be done with it. */
export function OwnCards({ cards, card, onPick }: OwnCardsProps) {
  const t = useText();
  const wordsOf = useFaceWords();
  const selected = cards.indexOf(card);
  return (
    <>
      <div className="[margin-inline:calc(var(--gutter)*-1)]">
        <CardCarousel
          label={t('cards.list')}
          selected={selected}
          onSelect={(index) => onPick(cards[index]?.cardId ?? card.cardId)}
          liveText={t('cards.picked', { place: selected + 1, count: cards.length, card: wordsOf(card) })}
        >
          {cards.map((one) => (
            <PageLink key={one.cardId} to={paths.cardInfo(one.cardId)}>
              <OwnCardFace card={one} />
            </PageLink>
          ))}
        </CardCarousel>
      </div>
      <FreezeNote areas={['card']} className="mt-4" />
      <OwnCardBalance key={card.cardId} card={card} />
      <Deeds card={card} />
    </>
  );
}

/** Exactly what the server says may be done now, and the way to everything else about the card. */
function Deeds({ card }: { readonly card: CardItem }) {
  const t = useText();
  const restoring = restoringAction(card);
  return (
    <>
      {restoring === undefined ? null : (
        <div className="mt-4">
          <Button
            kind="primary"
            icon={cardDeeds[restoring].icon}
            link={linkTo(cardDeeds[restoring].to(card.cardId))}
          >
            {t(`cards.do.${restoring}`)}
          </Button>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Tile icon="eye" label={t('cards.details')} to={paths.cardInfo(card.cardId)} />
        {card.actions.map((action) =>
          action === restoring ? null : (
            <Tile
              key={action}
              icon={cardDeeds[action].icon}
              label={t(`cards.action.${action}`)}
              to={cardDeeds[action].to(card.cardId)}
            />
          ),
        )}
      </div>
    </>
  );
}

type TileProps = { readonly icon: IconName; readonly label: string; readonly to: string };

function Tile({ icon, label, to }: TileProps) {
  return (
    <Card
      className="flex min-h-16 min-w-fit flex-1 flex-col items-center justify-center gap-1 text-center type-label"
      link={linkTo(to)}
    >
      <Icon name={icon} size={24} />
      {label}
    </Card>
  );
}
