import { type ReactNode, useId } from 'react';

import { useFreeze } from '../../domain/account/use-freeze.ts';
import { useOnline } from '../../lib/device/online.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths, type TransferSearch } from '../../lib/route/paths.ts';
import { dateTimeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed, Waiting } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { Segmented } from '../../ui/field/segmented.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { Page, TwoPane } from '../../ui/page/page.tsx';
import { preloadSheet } from '../../ui/sheet/sheet.tsx';
import type { Mode } from './form/order.ts';
import { TransferFields } from './form/transfer-fields.tsx';
import { type TransferFormState, useTransferForm } from './form/use-transfer-form.ts';
import { TransferSummary } from './pay/transfer-summary.tsx';
import type { Payment } from './pay/use-payment.ts';

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
  const form = useTransferForm({ id, uid, search, no: payment.no, onEdit: payment.edited });
  async function review(): Promise<void> {
    const asked = await form.review();
    if (asked !== undefined) await payment.review(asked);
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
      <TwoPane aside={<TransferSummary form={form} action={action} />}>
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

/** Over a chain for a fee, or inside Marigold for nothing. */
function ModeSwitch({ form }: { readonly form: TransferFormState }) {
  const t = useText();
  return (
    <div className="mb-4 wide:mb-6 wide:max-w-100">
      <Segmented<Mode>
        label={t('transfer.mode')}
        options={[
          { value: 'onChain', label: t('transfer.mode.onChain') },
          { value: 'internal', label: t('transfer.mode.internal') },
        ]}
        value={form.form.mode}
        onChange={(mode) => form.set('mode', mode)}
      />
    </div>
  );
}

/** What stands where the form cannot: it failed, is loading, or nothing travels this way; undefined when it can. */
function useMissing(form: TransferFormState): ReactNode {
  const t = useText();
  if (form.failure !== undefined) {
    return <ReadFailed isSaidBusy error={form.failure} reason={t('transfer.failed')} onRetry={form.retry} />;
  }
  if (form.isStranded) {
    return <EmptyState title={t('transfer.strandedTitle')} reason={t('transfer.strandedText')} />;
  }
  return form.currency === '' ? <Waiting rows={3} /> : undefined;
}

type ReviewProps = {
  readonly formId: string;
  readonly form: TransferFormState;
  readonly isQuoting: boolean;
};

/** The one next step: review the transfer, or first set the payment password that approves it. */
function ReviewButton({ formId, form, isQuoting }: ReviewProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const frozenUntil = useFreeze('payout');
  const paused =
    frozenUntil === undefined ? undefined : t('transfer.frozen', { time: dateTimeText(frozenUntil) });
  if (!form.hasPaymentPassword) {
    const back = paths.transfer({ currency: form.currency, chain: form.network?.chain ?? 'internal' });
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
        isBusy={form.isReviewing || isQuoting}
        busyLabel={t(isQuoting ? 'transfer.quoting' : 'transfer.toChecking')}
        isDisabled={form.terms === undefined}
        disabledReason={isOnline ? paused : t('shell.offlineMoney')}
      >
        {t('transfer.review')}
      </Button>
      {isOnline && paused === undefined ? (
        <p className="mt-2 hidden text-center type-sm text-ink-3 wide:block">{t('transfer.next')}</p>
      ) : null}
    </>
  );
}
