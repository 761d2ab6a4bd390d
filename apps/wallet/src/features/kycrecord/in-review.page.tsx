import { useKycRecord } from '../../domain/kyc/kyc-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { type KycRecordSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { isMissingRecord, MissingRecord } from './missing-record.tsx';
import { ReviewNow } from './review-now.tsx';

/** How far the check of a record is, live (spec 2.10). Nobody has to stay: a message tells when it goes on. */
export function KycReviewPage({ record = '' }: KycRecordSearch) {
  const t = useText();
  const read = useKycRecord(record);
  const home = <Button link={linkTo(paths.home())}>{t('kycreview.toHome')}</Button>;
  if (record === '' || isMissingRecord(read.error))
    return (
      <Screen back={paths.kyc()} width="480">
        <MissingRecord />
      </Screen>
    );
  return (
    <Screen back={paths.kyc()} width="480" hasOwnHeading={read.data !== undefined} foot={home}>
      <WhenRead read={read} rows={3} failed={t('kycreview.failed')}>
        {(found) => <ReviewNow record={found} />}
      </WhenRead>
    </Screen>
  );
}
