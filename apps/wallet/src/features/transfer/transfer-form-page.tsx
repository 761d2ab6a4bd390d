import { type ReactNode, useId } from 'react';

import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { useOnline } from '../../lib/online.ts';
import { paths, type TransferSearch } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Note } from '../../ui/note.tsx';
import { Page, TwoPane } from '../../ui/page.tsx';
import { preloadSheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TransferFields } from './transfer-fields.tsx';
import { TransferSummary } from './transfer-summary.tsx';
import type { Payment } from './use-payment.ts';
import { type TransferFormState, useTransferForm } from './use-transfer-form.ts';

type FormPageProps = {
  readonly uid: string;
  readonly search: TransferSearch;
  readonly nav: ReactNode;
  readonly payment: Payment;
};

/** The form on the left, what it comes to on the right; on phones one beneath the other with the button at the foot. */
export function TransferFormPage({ uid, search, nav, payment }: FormPageProps) {
  const t = useText();
  const id = useId();
  const form = useTransferForm({ id, uid, search, no: payment.no, forgetNo: payment.forgetNo });
  async function review(): Promise<void> {
    const order = await form.review();
    if (order !== undefined) payment.review(order);
  }
  if (form.failure !== undefined) {
    const retry = { label: t('shell.retry'), busyLabel: t('shell.loading'), onPress: form.retry };
    return (
      <Page nav={nav}>
        <ErrorState title={t('shell.requestError')} reason={t('transfer.failed')} retry={retry} />
      </Page>
    );
  }
  if (form.currency === '') {
    return (
      <Page nav={nav}>
        <SkeletonRows count={3} label={t('shell.loading')} />
      </Page>
    );
  }
  const action = <ReviewButton formId={id} form={form} />;
  const general = payment.no !== undefined && payment.no.field === undefined ? payment.no.text : undefined;
  return (
    <Page nav={nav} foot={<div className="wide:hidden">{action}</div>}>
      <TwoPane aside={<TransferSummary form={form} action={action} />}>
        <form
          id={id}
          noValidate
          aria-label={t('shell.title.transfer')}
          className="wide:rounded-lg wide:bg-surface wide:p-7"
          onFocus={preloadSheet}
          onSubmit={(event) => {
            event.preventDefault();
            void review();
          }}
        >
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

/** The one next step: review the transfer, or first set the payment password that approves it. */
function ReviewButton({ formId, form }: { readonly formId: string; readonly form: TransferFormState }) {
  const t = useText();
  const { isOnline } = useOnline();
  if (!form.hasPaymentPassword) {
    const back = paths.transfer({ currency: form.currency });
    return (
      <>
        <p className="mb-3 type-sm text-ink-2">{t('transfer.passwordNeeded')}</p>
        <Button kind="primary" icon="lock-key" link={linkTo(paths.paymentPassword({ back }))}>
          {t('transfer.passwordNeededAction')}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button
        kind="primary"
        type="submit"
        form={formId}
        isBusy={form.isReviewing}
        busyLabel={t('transfer.toChecking')}
        isDisabled={form.terms === undefined}
        disabledReason={isOnline ? undefined : t('shell.offlineMoney')}
      >
        {t('transfer.review')}
      </Button>
      {isOnline ? (
        <p className="mt-2 hidden text-center type-sm text-ink-3 wide:block">{t('transfer.next')}</p>
      ) : null}
    </>
  );
}
