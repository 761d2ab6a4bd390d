import { useFreeze, waitOf } from '../../../domain/account/use-freeze.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { linkTo } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Button } from '../../../ui/base/button.tsx';
import type { TransferFormState } from './use-transfer-form.ts';

type ReviewProps = {
  readonly formId: string;
  readonly form: TransferFormState;
  readonly isQuoting: boolean;
};

/** The one next step: review the transfer, or first set the payment password that approves it. */
export function ReviewButton({ formId, form, isQuoting }: ReviewProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const frozen = useFreeze('payout');
  const paused = frozen === undefined ? undefined : t('transfer.frozen', waitOf(frozen));
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
