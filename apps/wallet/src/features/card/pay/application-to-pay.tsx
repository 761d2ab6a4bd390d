import { useEffect } from 'react';

import { useCardApplication } from '../../../domain/card/card-queries.ts';
import { go } from '../../../lib/route/navigation.ts';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Screen } from '../../../screen/screen.tsx';
import { WhenRead } from '../../../screen/when-read.tsx';
import { isUnknownApplication, NoSuchCard } from '../no-such-card.tsx';
import { PayApplication } from './pay-application.tsx';
import { usePayCard } from './use-pay-card.ts';

/** One application by its id, as long as it waits to be paid; then its progress takes over. */
export function ApplicationToPay({ id }: { readonly id: string }) {
  const t = useText();
  const read = useCardApplication(id);
  const pay = usePayCard(id);
  const isOver = read.data !== undefined && (read.data.isPaid || read.data.progress === 'closed');
  // A payment that is on its way ends where it was made: its answer leads on.
  const isElsewhere = isOver && !pay.isPaying;
  useEffect(() => {
    if (isElsewhere) go(paths.cardApplication({ id }), { isReplacing: true });
  }, [isElsewhere, id]);
  if (read.data !== undefined && !isElsewhere) return <PayApplication application={read.data} pay={pay} />;
  return (
    <Screen back={paths.cards()} width="480">
      {isUnknownApplication(read.error) ? (
        <NoSuchCard what="application" />
      ) : (
        <WhenRead read={{ ...read, data: undefined }} rows={5} failed={t('card.application.failed')}>
          {() => null}
        </WhenRead>
      )}
    </Screen>
  );
}
