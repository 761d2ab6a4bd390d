import type { ReactNode } from 'react';

import { type CardDetail, useCard } from '../../domain/card/card-queries.ts';
import { ReadFailure } from '../../lib/query/queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { WaitingCard } from './waiting-card.tsx';

type OneCardProps = {
  readonly id: string | undefined;
  readonly children: (card: CardDetail) => ReactNode;
};

/** A page about one card: its placeholders, what kept it away, or that there is none. */
export function OneOwnCard({ id = '', children }: OneCardProps) {
  const t = useText();
  const read = useCard(id);
  if (read.data !== undefined) return children(read.data);
  return (
    <Screen back={paths.cards()} width="480">
      {id === '' || isMissingCard(read.error) ? (
        <NoSuchCard />
      ) : (
        <WhenRead read={read} waiting={<WaitingCard />} failed={t('cards.oneFailed')}>
          {() => null}
        </WhenRead>
      )}
    </Screen>
  );
}

/** An id that is not ours answers like one that was never there; one that is no id at all is refused as malformed. */
function isMissingCard(error: Error | null): boolean {
  if (!(error instanceof ReadFailure) || error.failure.kind !== 'status') return false;
  return error.failure.status === 404 || error.failure.status === 400;
}

function NoSuchCard() {
  const t = useText();
  return (
    <EmptyState
      title={t('cards.missingTitle')}
      reason={t('cards.missingText')}
      action={
        <Button size="small" link={linkTo(paths.cards(), { isReplacing: true })}>
          {t('shell.title.cards')}
        </Button>
      }
    />
  );
}
