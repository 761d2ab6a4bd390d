import '../../ui/base/card.css';
import type { KycOrderDetail } from '../../domain/kyc/kyc-queries.ts';
import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { dateTimeText, momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { CopyButton } from '../../ui/base/copy-button.tsx';
import { Tag } from '../../ui/base/tag.tsx';
import { KeyValues } from '../../ui/list/key-values.tsx';
import { Timeline } from '../../ui/list/timeline.tsx';
import { kycPriceText } from './kyc-terms.tsx';
import { faceOf, kycOrderSteps, orderTones, stateNow } from './order-look.ts';

type OrderProps = { readonly order: KycOrderDetail; readonly isTimeUp: boolean };

/** What the order costs, how it stands and what that means for the money. */
export function OrderHead({ order, isTimeUp }: OrderProps) {
  const t = useText();
  const state = stateNow(order, isTimeUp);
  return (
    <header className="pt-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="type-2">{t('shell.title.kyc')}</h2>
        <Tag tone={order.result === 'final' ? 'neutral' : orderTones[state]}>
          {t(`kyc.orderState.${state}`)}
        </Tag>
      </div>
      <p role="status" className="mt-2 text-ink-2">
        {t(`kyc.order.text.${faceOf(order, isTimeUp)}`)}
      </p>
    </header>
  );
}

/** How the order came along, and its facts. */
export function OrderHistory({ order, isTimeUp }: OrderProps) {
  const t = useText();
  return (
    <section className="card mt-3">
      <h3 className="type-3 mb-3">{t('kyc.order.history')}</h3>
      <Timeline
        steps={kycOrderSteps(order, isTimeUp).map(({ status, state, time }, index) => ({
          id: `${index}`,
          state,
          title: t(`kyc.orderState.${status}`),
          time: time === undefined ? undefined : momentText(time),
        }))}
        stateLabels={{
          done: t('kyc.stepState.done'),
          now: t('kyc.stepState.now'),
          todo: t('kyc.stepState.todo'),
          failed: t('kyc.stepState.failed'),
        }}
      />
      <div className="mt-3 border-t border-line pt-1">
        <Facts order={order} />
      </div>
    </section>
  );
}

function Facts({ order }: { readonly order: KycOrderDetail }) {
  const { authNo, created, prices, purpose, status } = order;
  const t = useText();
  const say = useCopyOutcome();
  const number =
    authNo === null
      ? []
      : [
          {
            key: t('kyc.authNo'),
            value: (
              <span className="inline-flex items-center gap-1 type-mono" translate="no">
                {authNo}
                <CopyButton
                  value={authNo}
                  label={t('shell.copyWhat', { what: t('kyc.authNo') })}
                  onDone={say}
                />
              </span>
            ),
          },
        ];
  return (
    <KeyValues
      isTight
      rows={[
        { key: t('kyc.order.purpose'), value: t(`kyc.purpose.${purpose}`) },
        // While it is to be paid, what it is paid with stands above.
        ...(status === 'pending'
          ? []
          : [{ key: t('kyc.order.price'), value: <span className="num">{kycPriceText(t, prices)}</span> }]),
        { key: t('kyc.order.created'), value: <span className="num">{dateTimeText(created)}</span> },
        ...number,
      ]}
    />
  );
}
