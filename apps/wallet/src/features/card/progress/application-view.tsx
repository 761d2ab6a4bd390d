import { useId } from 'react';

import type { CardApplication } from '../../../domain/card/card-queries.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { linkTo } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { FreezeNote } from '../../../screen/freeze-note.tsx';
import { Screen } from '../../../screen/screen.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { IconButton } from '../../../ui/base/icon-button.tsx';
import { DangerAsk } from '../../../ui/sheet/danger-ask.tsx';
import { useCancelCard } from '../use-cancel-card.ts';
import { DeliveryCard } from './delivery-card.tsx';
import { BillLink, EndedCard } from './ended-card.tsx';
import { MissingInputs } from './missing-inputs.tsx';
import { ProgressHead } from './progress-head.tsx';
import { nextWay } from './progress-look.ts';
import { UnknownNote } from './progress-note.tsx';
import { ProgressSteps } from './progress-steps.tsx';
import { type MissingForm, useMissingForm } from './use-missing-form.ts';

type ViewProps = { readonly application: CardApplication };

/** How far one application is: the word of now, what it asks for, the steps, the delivery, and the way to let it be. */
export function ApplicationView({ application }: ViewProps) {
  const t = useText();
  const id = useId();
  const form = useMissingForm(application);
  const cancel = useCancelCard(application);
  const { missing, lastKnown, delivery, billId, canCancel, name } = application;
  const isOver = lastKnown === 'closed';
  const isWanted = missing.length > 0 && (lastKnown === 'info' || lastKnown === 'rejected');
  return (
    <Screen
      back={paths.cards()}
      subject={name}
      width="480"
      actions={
        <IconButton icon="headset-bold" label={t('shell.title.contact')} link={linkTo(paths.contact())} />
      }
      foot={isWanted ? <SendButton id={id} form={form} /> : <NextAction application={application} />}
    >
      <UnknownNote application={application} />
      {isOver ? null : <FreezeNote areas={['card']} className="mb-3" />}
      <ProgressHead application={application} />
      {isOver ? <EndedCard application={application} /> : null}
      {isWanted ? <MissingInputs id={id} application={application} form={form} /> : null}
      <ProgressSteps application={application} />
      {delivery === null || isOver ? null : <DeliveryCard delivery={delivery} />}
      <BillLink billId={billId} />
      {canCancel ? (
        <div className="mt-3">
          <DangerAsk {...cancel} />
        </div>
      ) : null}
    </Screen>
  );
}

function SendButton({ id, form }: { readonly id: string; readonly form: MissingForm }) {
  const t = useText();
  const { isOnline } = useOnline();
  return (
    <Button
      kind="primary"
      type="submit"
      form={id}
      isBusy={form.isSending}
      busyLabel={t('card.order.sending')}
      disabledReason={isOnline ? undefined : t('card.offline')}
    >
      {t('card.ask.send')}
    </Button>
  );
}

function NextAction({ application }: ViewProps) {
  const t = useText();
  const way = nextWay(application);
  return way === undefined ? null : (
    <Button kind="primary" link={linkTo(way.to)}>
      {t(`card.next.${way.action}`)}
    </Button>
  );
}
