import { useCard } from '../../domain/card/card-queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { WhenRead } from '../../screen/when-read.tsx';
import { OwnCardFacts } from './card-facts.tsx';
import { CardHistory } from './card-history.tsx';

/** Everything about one card, beside the row of cards on wide screens. */
export function CardPane({ id }: { readonly id: string }) {
  const t = useText();
  const read = useCard(id);
  return (
    <WhenRead read={read} rows={6} failed={t('cards.oneFailed')} isInline>
      {(card) => (
        <>
          <OwnCardFacts card={card} />
          <CardHistory steps={card.steps} />
        </>
      )}
    </WhenRead>
  );
}
