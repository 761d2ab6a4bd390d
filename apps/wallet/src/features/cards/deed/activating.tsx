import type { CardDetail } from '../../../domain/card/card-queries.ts';
import { linkTo } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { momentText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Screen } from '../../../screen/screen.tsx';
import { Bloom } from '../../../ui/base/bloom.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { ownCardName } from '../own-card-look.ts';

type ActivatingProps = { readonly card: CardDetail };

/** The company was asked; it goes on by itself, and the page with it. */
export function Activating({ card: { cardId, silentSince } }: ActivatingProps) {
  const t = useText();
  return (
    <Screen
      close={paths.cardInfo(cardId)}
      width="480"
      foot={
        <Button kind="secondary" link={linkTo(paths.cardInfo(cardId), { isReplacing: true })}>
          {t('cards.toCard')}
        </Button>
      }
    >
      <div role="status" className="grid justify-items-center py-6 text-center">
        <Bloom size={140} lit={6} isTurning />
        <h2 className="mt-4 type-1">{t('cards.activate.waitTitle')}</h2>
        <p className="mt-2 text-ink-2">
          {silentSince === null
            ? t('cards.activate.waitText')
            : t('cards.activate.silent', { since: momentText(silentSince) })}
        </p>
      </div>
    </Screen>
  );
}

/** It can be paid with. */
export function Activated({ card }: ActivatingProps) {
  const t = useText();
  return (
    <Screen
      close={paths.cardInfo(card.cardId)}
      width="480"
      foot={
        <Button kind="primary" link={linkTo(paths.cardInfo(card.cardId), { isReplacing: true })}>
          {t('cards.toCard')}
        </Button>
      }
    >
      <div role="status" className="grid justify-items-center py-6 text-center">
        <Bloom size={140} />
        <h2 className="mt-4 type-1">{t('cards.activate.doneTitle', { card: ownCardName(card) })}</h2>
        <p className="mt-2 text-ink-2">{t('cards.activate.doneText')}</p>
      </div>
    </Screen>
  );
}
