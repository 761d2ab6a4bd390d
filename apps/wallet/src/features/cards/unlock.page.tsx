import { useFreeze } from '../../domain/account/use-freeze.ts';
import type { CardDetail } from '../../domain/card/card-queries.ts';
import { type CardSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { BindFirst } from '../../screen/bind-first.tsx';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { CardQuestion, leaveCard } from './deed/card-question.tsx';
import { AuthenticatorCells } from './deed/code-cells.tsx';
import { NotPossible } from './deed/not-possible.tsx';
import { useIsOver } from './deed/use-is-over.ts';
import { useUnlockCard } from './deed/use-unlock-card.ts';
import { OneOwnCard } from './one-own-card.tsx';
import { ownCardName } from './own-card-look.ts';

/** Unlocks a card by a code of the authenticator. What was reported lost stays so, and a freeze of cards is waited for. */
export function UnlockCardPage({ id = '' }: CardSearch) {
  const isOver = useIsOver(id);
  return (
    <BindFirst page="/pages/card/unlock" own={paths.unlockCard(id)}>
      <OneOwnCard id={id}>{(card) => <UnlockQuestion card={card} isOver={isOver} />}</OneOwnCard>
    </BindFirst>
  );
}

function UnlockQuestion({ card, isOver }: { readonly card: CardDetail; readonly isOver: boolean }) {
  const t = useText();
  const frozen = useFreeze('card');
  const { enter, isBusy, isDone, no } = useUnlockCard(card.cardId, () => leaveCard(card.cardId));
  if (!card.actions.includes('unlock') && !isDone)
    return <NotPossible card={card} words={t('cards.unlock.final')} />;
  return (
    <CardQuestion
      card={card}
      isOver={isOver}
      isLocked={isBusy}
      glyph="lock-simple-open"
      title={t('cards.unlock.question', { card: ownCardName(card) })}
      consequences={[{ icon: 'credit-card', text: t('cards.unlock.opens') }]}
    >
      <FreezeNote areas={['card']} className="mt-4" />
      {frozen === undefined ? (
        <div className="mt-5">
          <AuthenticatorCells no={no} isBusy={isBusy || isDone} onComplete={(code) => void enter(code)} />
        </div>
      ) : null}
    </CardQuestion>
  );
}
