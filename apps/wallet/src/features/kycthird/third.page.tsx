import { useEffect } from 'react';

import { ReadFailure } from '../../lib/query/queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { go } from '../../lib/route/navigation.ts';
import { type KycRecordSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { CompanyChoice } from './company-choice.tsx';
import { CompanyOpen } from './company-open.tsx';
import { CompanyOpening } from './company-opening.tsx';
import { useThird } from './use-third.ts';

/** The company that checks: chosen with its agreement, then its own page in a window of its own (spec 2.10). */
export function KycThirdPage({ record: number = '' }: KycRecordSearch) {
  const t = useText();
  const { record, link, view, isSlow, isBack } = useThird(number);
  useEffect(() => {
    if (view === 'elsewhere') go(paths.kycReview({ record: number }), { isReplacing: true });
  }, [view, number]);
  if (number === '' || isUnknown(record.error)) return <UnknownRecord />;
  const { data: found } = record;
  const { data: page } = link;
  if (found !== undefined && page !== undefined) {
    if (view === 'open') return <CompanyOpen record={found} link={page} isBack={isBack} />;
    if (view === 'opening') return <CompanyOpening record={found} link={page} isSlow={isSlow} />;
    if (view === 'choose' || view === 'expired')
      return <CompanyChoice record={found} link={page} isExpired={view === 'expired'} />;
  }
  const read = found === undefined ? record : link;
  return (
    <Screen back={paths.kyc()} width="480">
      <WhenRead read={{ ...read, data: undefined }} rows={4} failed={t('kycreview.failed')}>
        {() => null}
      </WhenRead>
    </Screen>
  );
}

/** A number of somebody else answers like one that was never given out; one that is no number is malformed. */
function isUnknown(error: Error | null): boolean {
  if (!(error instanceof ReadFailure) || error.failure.kind !== 'status') return false;
  return error.failure.status === 404 || error.failure.status === 400;
}

function UnknownRecord() {
  const t = useText();
  return (
    <Screen back={paths.kyc()} width="480">
      <EmptyState
        title={t('kycreview.missing.title')}
        reason={t('kycreview.missing.text')}
        action={
          <Button size="small" link={linkTo(paths.kyc(), { isReplacing: true })}>
            {t('kycreview.none.action')}
          </Button>
        }
      />
    </Screen>
  );
}
