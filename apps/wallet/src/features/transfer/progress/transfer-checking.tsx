import type { ReactNode } from 'react';

import { showCoin } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Bloom } from '../../../ui/base/bloom.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { Card } from '../../../ui/base/card.tsx';
import { KeyValues } from '../../../ui/list/key-values.tsx';
import { MoneyText } from '../../../ui/money/money-text.tsx';
import { Page } from '../../../ui/page/page.tsx';
import type { PaymentState } from '../pay/payment.ts';
import { payments } from '../pay/payments.ts';
import type { PaymentFlow } from '../pay/use-payment.ts';
import { PaidTo } from './paid-to.tsx';

type CheckingProps = {
  readonly state: Exclude<PaymentState, { readonly kind: 'none' | 'done' }>;
  readonly nav: ReactNode;
  readonly payment: PaymentFlow;
};

const missesBeforeLeaving = 3;

/** No answer came. Says what is known, and finds out with the same requestId: the transfer is applied once at most. */
export function TransferChecking({ state, nav, payment }: CheckingProps) {
  const t = useText();
  const { order } = state;
  const { currency, decimals, amount } = order;
  const isSending = state.kind === 'sending';
  const isFirst = isSending && !state.isRepeat;
  const needsPassword = !isSending && !payments.canRepeat();
  // While it is being found out, the way to another transfer is not offered: this one may be through in a moment.
  const canLeave = needsPassword || (!isSending && state.misses >= missesBeforeLeaving);
  return (
    <Page
      nav={nav}
      width="480"
      foot={
        <div className="grid gap-2">
          <Button
            kind="primary"
            icon="arrow-clockwise-bold"
            isBusy={isSending}
            busyLabel={t(isFirst ? 'transfer.busy' : 'transfer.checkingShort')}
            onPress={payment.check}
          >
            {t('transfer.checkAgain')}
          </Button>
          {canLeave ? (
            <Button kind="secondary" onPress={payment.forget}>
              {t('transfer.result.new')}
            </Button>
          ) : null}
        </div>
      }
    >
      <div className="grid flex-1 content-center justify-items-center gap-2 py-6 text-center" role="status">
        <Bloom size={140} lit={0} isTurning={isSending} />
        <h2 className="mt-6 type-1">{t(isFirst ? 'transfer.busy' : 'transfer.result.unknownTitle')}</h2>
        {isFirst ? null : <p className="type-body-b">{t('transfer.checking')}</p>}
        {state.isTimeout ? <p className="type-sm text-warn">{t('transfer.timedOut')}</p> : null}
        {isFirst ? null : <p className="type-sm text-ink-2">{t('transfer.result.unknownText')}</p>}
        {needsPassword ? <p className="type-sm text-ink-2">{t('transfer.checkingWithPassword')}</p> : null}
      </div>
      <Card>
        <KeyValues
          rows={[
            {
              key: t('transfer.amount'),
              value: <MoneyText parts={showCoin(amount, currency, { decimalsMin: decimals })} />,
              isStrong: true,
            },
            { key: t('transfer.to'), value: <PaidTo order={order} /> },
          ]}
        />
      </Card>
      {canLeave ? <p className="mt-3 type-sm text-ink-3">{t('transfer.checkingLeave')}</p> : null}
    </Page>
  );
}
