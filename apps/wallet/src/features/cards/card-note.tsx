import { useFreeze } from '../../domain/account/use-freeze.ts';
import type { CardDetail } from '../../domain/card/card-queries.ts';
import { linkTo, PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { cardDeeds } from './card-deeds.ts';
import { useCardState } from './own-card-face.tsx';
import { ownCardChange, ownCardLooks, restoringAction } from './own-card-look.ts';

type NoteProps = { readonly card: CardDetail };

/** What its state means for payments, and the one action that restores it; at most one note (DESIGN.md 4). */
export function CardNote({ card }: NoteProps) {
  const t = useText();
  const frozen = useFreeze('card');
  const restoring = restoringAction(card);
  if (restoring === undefined) return <StateNote card={card} />;
  return (
    <>
      {frozen === undefined ? <StateNote card={card} /> : <FreezeNote areas={['card']} className="mt-4" />}
      <div className="mt-3">
        <Button
          kind="primary"
          icon={cardDeeds[restoring].icon}
          link={linkTo(cardDeeds[restoring].to(card.cardId))}
        >
          {t(`cards.do.${restoring}`)}
        </Button>
      </div>
      <p className="mt-2 text-center type-sm text-ink-2">{t('cards.needsCode')}</p>
    </>
  );
}

/** What is being changed weighs more than what is. */
function StateNote({ card }: NoteProps) {
  const t = useText();
  const stateOf = useCardState();
  const { note, isForPeople = false } = ownCardLooks[card.state];
  const isChanging = ownCardChange(card) !== undefined;
  if (!isChanging && note === undefined && !card.isDemo) return null;
  return (
    <div className="mt-4">
      <Note tone={isChanging ? 'info' : (note ?? 'info')}>
        {!isChanging && note === undefined ? (
          <p>{t('cards.demoText')}</p>
        ) : (
          <>
            <b className="block">{stateOf(card)}</b>
            <p>{isChanging ? t('cards.changing') : noteText()}</p>
            {isForPeople && !isChanging ? (
              <PageLink to={paths.contact()} className="type-sm-b underline">
                {t('cards.contact')}
              </PageLink>
            ) : null}
          </>
        )}
      </Note>
    </div>
  );

  function noteText(): string {
    return card.state === 'active' ? t('cards.demoText') : t(`cards.note.${card.state}`);
  }
}
