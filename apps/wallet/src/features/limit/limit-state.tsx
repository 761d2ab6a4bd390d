import { LockTime } from '../../domain/payee/lock-time.tsx';
import { type LimitsNow, showOwnLimits, useLimitsText } from '../../domain/verification/own-limits.ts';
import { useOnline } from '../../lib/device/online.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { clockText, fiatText, momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { KeyValues } from '../../ui/list/key-values.tsx';

type Values = LimitsNow['values'];

/** What holds and what will, side by side, and the way to call it off. */
export function PendingLimits({
  values,
  pending,
}: {
  readonly values: Values;
  readonly pending: NonNullable<LimitsNow['pending']>;
}) {
  const t = useText();
  const { isOnline } = useOnline();
  const intent = useIntent('user/limit/cancel');
  const inWords = useLimitsText();

  async function cancel(): Promise<void> {
    const result = await intent.send({}, { showErrors: true });
    if (!result.ok) return;
    showOwnLimits(result.data);
    showToast({ text: t('limit.cancelled') });
  }

  return (
    <Card className="mt-4">
      <KeyValues
        rows={[
          { key: t('limit.now'), value: inWords(values) },
          {
            key: t('limit.from', { time: momentText(pending.effectiveAt) }),
            value: inWords(pending),
          },
        ]}
      />
      <p className="mt-2 mb-3 type-sm text-ink-2">
        {t('limit.left')} <LockTime until={pending.effectiveAt} />
      </p>
      <Button kind="secondary" isDisabled={!isOnline} onPress={() => void cancel()}>
        {t('limit.cancel')}
      </Button>
    </Card>
  );
}

/** How much went without a code, and since when. */
export function UsedLimits({ limits }: { readonly limits: LimitsNow }) {
  const t = useText();
  const { used, values } = limits;
  const facts = {
    usd: fiatText(used.usd, 'USD'),
    total: fiatText(values.total, 'USD'),
    payments: used.payments,
    most: values.payments,
  };
  return (
    <p className="mt-4 px-1 type-sm text-ink-2">
      {used.since === null
        ? t('limit.usedInDay', facts)
        : t('limit.used', { ...facts, time: clockText(used.since) })}
    </p>
  );
}
