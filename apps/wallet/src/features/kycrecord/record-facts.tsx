import type { KycRecordDetail } from '../../domain/kyc/kyc-queries.ts';
import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { dateTimeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { CopyButton } from '../../ui/base/copy-button.tsx';
import { type KeyValue, KeyValues } from '../../ui/list/key-values.tsx';

/** Its number, what it is, since when, and by whom it is checked. */
export function RecordFacts({ record }: { readonly record: KycRecordDetail }) {
  const t = useText();
  const outcome = useCopyOutcome();
  const { authNo, purpose, status, use, review, created, provider } = record;
  const number = t('kycreview.number');
  const rows: KeyValue[] = [
    {
      key: number,
      value: (
        <span className="inline-flex items-center gap-1">
          <span className="type-mono">{authNo}</span>
          <CopyButton value={authNo} label={t('shell.copyWhat', { what: number })} onDone={outcome} />
        </span>
      ),
    },
    { key: t('kycreview.purpose'), value: t(`kyc.purpose.${purpose}`) },
    { key: t('kycreview.status'), value: t(`kyc.status.${status}`) },
    { key: t('kycreview.use'), value: t(`kyc.use.${use}`) },
    ...(purpose === 'card' && use !== 'card'
      ? [{ key: t('kycreview.card'), value: t('kycreview.noCard') }]
      : []),
    { key: t('kycreview.review'), value: t(`kyc.review.${review}`) },
    ...(provider === null ? [] : [{ key: t('kycreview.company'), value: provider }]),
    { key: t('kycreview.created'), value: dateTimeText(created) },
  ];
  return <KeyValues rows={rows} />;
}
