import type { CardDetail } from '../../domain/card/card-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import type { CardSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { FieldHint } from '../../ui/field/field.tsx';
import { CardQuestion, leaveCard } from './deed/card-question.tsx';
import { NotPossible } from './deed/not-possible.tsx';
import { useIsOver } from './deed/use-is-over.ts';
import { useLockCard } from './deed/use-lock-card.ts';
import { OneOwnCard } from './one-own-card.tsx';
import { ownCardName } from './own-card-look.ts';

/** Locks a card by one tap, without a code: who lost sight of it must not search for a phone first. */
export function LockCardPage({ id = '' }: CardSearch) {
  const isOver = useIsOver(id);
  return <OneOwnCard id={id}>{(card) => <LockQuestion card={card} isOver={isOver} />}</OneOwnCard>;
}

function LockQuestion({ card, isOver }: { readonly card: CardDetail; readonly isOver: boolean }) {
  const t = useText();
  const { isOnline } = useOnline();
  const leave = () => leaveCard(card.cardId);
  const { lock, isBusy, isDone, problem } = useLockCard(card.cardId, leave);
  if (!card.actions.includes('lock') && !isDone)
    return <NotPossible card={card} words={t('cards.lock.final')} />;
  return (
    <CardQuestion
      card={card}
      isOver={isOver}
      isDanger
      isLocked={isBusy}
      glyph="lock-simple"
      title={t('cards.lock.question', { card: ownCardName(card) })}
      consequences={[
        { icon: 'prohibit', text: t('cards.lock.stops') },
        { icon: 'clock-counter-clockwise', text: t('cards.lock.approved') },
        { icon: 'wallet', text: t('cards.lock.back') },
      ]}
      foot={
        <div className="grid gap-2">
          {problem === undefined ? null : <FieldHint id="lock-problem" error={problem} />}
          <Button
            kind="danger"
            isBusy={isBusy || isDone}
            busyLabel={t('cards.lock.busy')}
            disabledReason={isOnline ? undefined : t('cards.offline')}
            onPress={lock}
          >
            {t('cards.do.lock')}
          </Button>
          <Button kind="secondary" onPress={leave}>
            {t('cards.lock.keep')}
          </Button>
        </div>
      }
    />
  );
}
