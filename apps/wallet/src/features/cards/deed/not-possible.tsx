import type { CardDetail } from '../../../domain/card/card-queries.ts';
import { linkTo } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Screen } from '../../../screen/screen.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { useCardState } from '../own-card-face.tsx';
import { ownCardChange, ownCardLooks } from '../own-card-look.ts';

type NotPossibleProps = {
  readonly card: CardDetail;
  /** What cannot be done, in words. */
  readonly words: string;
};

/** An address that asks for what the card does not allow now: how the card is, and the way to it. */
export function NotPossible({ card, words }: NotPossibleProps) {
  const t = useText();
  const stateOf = useCardState();
  const { state } = card;
  const hasNote = ownCardChange(card) === undefined && ownCardLooks[state].note !== undefined;
  const why = !hasNote || state === 'active' ? words : `${words} ${t(`cards.note.${state}`)}`;
  return (
    <Screen back={paths.cardInfo(card.cardId)} width="480">
      <EmptyState
        title={stateOf(card)}
        reason={why}
        action={
          <Button size="small" link={linkTo(paths.cardInfo(card.cardId), { isReplacing: true })}>
            {t('cards.toCard')}
          </Button>
        }
      />
    </Screen>
  );
}
