import type { KycRecordDetail } from '../../domain/kyc/kyc-queries.ts';
import { useIsOwnKyc } from '../../domain/kyc/own-kyc.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button, type ButtonKind } from '../../ui/base/button.tsx';
import { reviewFace } from './review-look.ts';

/** The one next step of a record; nothing where there is none. */
export function RecordAction({ record }: { readonly record: KycRecordDetail }) {
  const t = useText();
  const isOwn = useIsOwnKyc(record);
  const face = reviewFace(record, isOwn);
  const { authNo: number, provider, status, use } = record;
  if (face === 'approved') {
    const to = paths.kycAuth({ record: number });
    if (status === 'normal') return <Step kind="surface" to={to} label={t('kycreview.unlink')} />;
    return use === 'notUsed' ? <Step kind="primary" to={to} label={t('kycreview.link')} /> : null;
  }
  if (isOwn && (face === 'draft' || face === 'again')) {
    const label = t(face === 'again' ? 'kyc.step.again.action' : 'kycreview.continue');
    return <Step kind="primary" to={paths.kycPerson({ record: number })} label={label} />;
  }
  if (face === 'draft' || face === 'again') {
    const label = provider === null ? t('kycreview.start') : t('kycreview.continueAt', { company: provider });
    return <Step kind="primary" to={paths.kycThird({ record: number })} label={label} />;
  }
  if (face === 'final' || face === 'disabled')
    return <Step kind="surface" to={paths.contact()} label={t('kycreview.support')} />;
  return <Step kind="surface" to={paths.kycReview({ record: number })} label={t('kycreview.seeReview')} />;
}

type StepProps = { readonly kind: ButtonKind; readonly to: string; readonly label: string };

function Step({ kind, to, label }: StepProps) {
  return (
    <Button kind={kind} link={linkTo(to)}>
      {label}
    </Button>
  );
}
