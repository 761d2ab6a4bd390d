import type { CardItem } from '../../domain/card/card-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { useIsAhead } from '../../lib/text/countdown.ts';
import { momentText, showFiat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { useRefreshCard } from './deed/use-refresh-card.ts';
import { CardTags } from './own-card-face.tsx';
import { cardStaleAfterMs } from './own-card-look.ts';

type BalanceProps = { readonly card: CardItem };

/** What can be spent with a card, how the card is, and when the company said so. */
export function OwnCardBalance({ card }: BalanceProps) {
  const t = useText();
  return (
    <section className="mt-4" aria-label={t('cards.available')}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="type-sm text-ink-2">{t('cards.available')}</h2>
        <CardTags card={card} />
      </div>
      <MoneyText parts={showFiat(card.available, card.currency)} size="display" />
      <Age card={card} />
    </section>
  );
}

/** From when the figures are: said aloud once they are old or the company is silent, with the way to newer ones. */
function Age({ card: { cardId, readAt, silentSince } }: BalanceProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const { refresh, isBusy } = useRefreshCard(cardId, readAt);
  const isFresh = useIsAhead(readAt + cardStaleAfterMs);
  const time = momentText(readAt);
  const isOld = silentSince !== null || !isFresh;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" className={`flex-[1_1_9rem] type-sm num ${isOld ? 'text-warn' : 'text-ink-3'}`}>
        {silentSince !== null
          ? t('cards.silent', { since: momentText(silentSince), time })
          : isFresh
            ? t('cards.readAt', { time })
            : t('cards.stale', { time })}
      </p>
      <div className="flex-none">
        <Button
          size="small"
          kind="surface"
          icon="arrow-clockwise-bold"
          isBusy={isBusy}
          busyLabel={t('cards.refreshing')}
          isDisabled={!isOnline}
          onPress={refresh}
        >
          {t('cards.refresh')}
        </Button>
      </div>
    </div>
  );
}
