import type { CardItem } from '../../domain/card/card-queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Tag } from '../../ui/base/tag.tsx';
import { CardFace } from '../../ui/card-face/card-face.tsx';
import { ownCardChange, ownCardLooks } from './own-card-look.ts';

type CardProps = { readonly card: CardItem };

/** The state of a card in a word; what is being changed of it stands for the state. */
export function useCardState(): (card: CardItem) => string {
  const t = useText();
  return (card) => {
    const change = ownCardChange(card);
    return change === undefined ? t(`cards.state.${card.state}`) : t(`cards.change.${change}`);
  };
}

/** All that a face says, in words. */
export function useFaceWords(): (card: CardItem) => string {
  const t = useText();
  const stateOf = useCardState();
  return (card) => {
    const { last4: digits } = card;
    const values = { name: card.name, state: stateOf(card) };
    return digits === null ? t('cards.faceBare', values) : t('cards.face', { ...values, digits });
  };
}

/** The face of one's own card: grey behind a padlock while it is locked, blank once it is over. */
export function OwnCardFace({ card }: CardProps) {
  const wordsOf = useFaceWords();
  return (
    <CardFace
      size="full"
      design={card.design}
      label={wordsOf(card)}
      {...(card.last4 !== null && { last4: card.last4 })}
      holder={card.holder}
      expiry={card.expiry}
      veil={ownCardLooks[card.state].veil}
    />
  );
}

/** How a card is, or what is being changed of it; and that it is none that pays. */
export function CardTags({ card }: CardProps) {
  const t = useText();
  const stateOf = useCardState();
  const tone = ownCardChange(card) === undefined ? ownCardLooks[card.state].tone : 'warn';
  return (
    <span className="flex flex-wrap gap-1">
      {card.isDemo ? <Tag>{t('cards.demo')}</Tag> : null}
      <span role="status" className="inline-flex">
        <Tag tone={tone}>{stateOf(card)}</Tag>
      </span>
    </span>
  );
}
