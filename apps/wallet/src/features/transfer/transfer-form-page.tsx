import { type ReactNode, useId } from 'react';

import type { TransferSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { Note } from '../../ui/base/note.tsx';
import { Page, TwoPane } from '../../ui/page/page.tsx';
import { preloadSheet } from '../../ui/sheet/sheet.tsx';
import { ModeSwitch } from './form/mode-switch.tsx';
import { ReviewButton } from './form/review-button.tsx';
import { TransferFields } from './form/transfer-fields.tsx';
import { useMissing } from './form/use-missing.tsx';
import { useTransferForm } from './form/use-transfer-form.ts';
import { TransferSummary } from './pay/transfer-summary.tsx';
import type { PaymentFlow } from './pay/use-payment.ts';

type FormPageProps = {
  readonly uid: string;
  readonly search: TransferSearch;
  readonly nav: ReactNode;
  readonly payment: PaymentFlow;
};

/** The form on the left, what it comes to on the right; on phones one beneath the other with the button at the foot. */
export function TransferFormPage({ uid, search, nav, payment }: FormPageProps) {
  const t = useText();
  const id = useId();
  const form = useTransferForm({ id, uid, search, no: payment.no, onEdit: payment.edited });
  async function review(): Promise<void> {
    const order = await form.review();
    if (order !== undefined) await payment.review(order);
  }
  const modes = <ModeSwitch form={form} />;
  const missing = useMissing(form);
  if (missing !== undefined) {
    return (
      <Page nav={nav}>
        <div className="max-w-150">{modes}</div>
        {missing}
      </Page>
    );
  }
  const action = <ReviewButton formId={id} form={form} isQuoting={payment.isQuoting} />;
  const general = payment.no !== undefined && payment.no.field === undefined ? payment.no.text : form.refused;
  return (
    <Page nav={nav} foot={<div className="wide:hidden">{action}</div>}>
      <TwoPane sidebar={<TransferSummary form={form} action={action} />}>
        <form
          id={id}
          noValidate
          aria-label={t('shell.title.transfer')}
          className="wide:rounded-lg wide:bg-surface wide:p-7"
          onFocus={preloadSheet}
          onSubmit={(event) => {
            event.preventDefault();
            if (!payment.isQuoting) void review();
          }}
        >
          <FreezeNote areas={['payout']} className="pb-4" />
          {modes}
          <TransferFields form={form} refusal={payment.no?.refusal} />
          {general === undefined ? null : (
            <div className="mt-4">
              <Note tone="bad">{general}</Note>
            </div>
          )}
        </form>
      </TwoPane>
    </Page>
  );
}
