import type { CardDetail } from '../../domain/card/card-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { type CardSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { cardDeeds } from './card-deeds.ts';
import { OwnCardFacts } from './card-facts.tsx';
import { CardHistory } from './card-history.tsx';
import { CardNote } from './card-note.tsx';
import { CardRemark } from './deed/card-remark.tsx';
import { OneOwnCard } from './one-own-card.tsx';
import { OwnCardBalance } from './own-card-balance.tsx';
import { OwnCardFace } from './own-card-face.tsx';
import { ownCardName } from './own-card-look.ts';

/** One card: how it is, what is on it, what it costs, what happened to it; what stops it stands last. */
export function CardInfoPage({ id }: CardSearch) {
  return <OneOwnCard id={id}>{(card) => <CardInfo card={card} />}</OneOwnCard>;
}

type InfoProps = { readonly card: CardDetail };

/** The card as the page shows it; the sheets of locking and unlocking lie over it. */
export function CardInfo({ card }: InfoProps) {
  return (
    <Screen
      back={paths.cards()}
      subject={ownCardName(card)}
      sidebarWidth={380}
      sidebar={
        <>
          <OwnCardFacts card={card} />
          <CardHistory steps={card.steps} />
          <Stopping card={card} />
        </>
      }
    >
      <div className="max-w-110 pt-2">
        <OwnCardFace card={card} />
      </div>
      <CardNote card={card} />
      <OwnCardBalance card={card} />
      <CardRemark card={card} />
    </Screen>
  );
}

/** What makes the card no longer pay, alone and last (DESIGN.md 11). */
function Stopping({ card: { cardId, actions } }: InfoProps) {
  const t = useText();
  if (!actions.includes('lock')) return null;
  return (
    <List className="mt-6" label={t('cards.do.lock')}>
      <ListRow
        isShort
        hasCaret
        glyph={<Icon name={cardDeeds.lock.icon} className="text-bad" />}
        title={<span className="text-bad">{t('cards.do.lock')}</span>}
        link={linkTo(cardDeeds.lock.to(cardId))}
      />
    </List>
  );
}
