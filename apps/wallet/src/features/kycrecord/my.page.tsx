import '../../ui/base/card.css';
import { useKycRecord, useKycStatus } from '../../domain/kyc/kyc-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { MyRecord } from './my-record.tsx';
import { RecordAction } from './record-action.tsx';
import { reviewFace } from './review-look.ts';
import { StoredNote } from './stored-note.tsx';

/** The person's own verification: how far it is, what is asked again, what is kept of it and until when (spec 2.7). */
export function MyKycPage() {
  const t = useText();
  const status = useKycStatus();
  const authNo = status.data?.record?.authNo ?? '';
  const record = useKycRecord(authNo);
  const hasAction = record.data !== undefined && reviewFace(record.data) !== 'approved';
  const foot = hasAction ? <RecordAction record={record.data} /> : undefined;
  const note =
    record.data === undefined ? undefined : (
      <StoredNote record={record.data} className="card mt-3 wide:mt-0" />
    );
  return (
    <Screen back={paths.kyc()} foot={foot} sidebar={note}>
      <WhenRead read={status} rows={5} failed={t('kycreview.failed')}>
        {(now) =>
          now.record === null ? (
            <NotVerified />
          ) : (
            <WhenRead read={record} rows={5} failed={t('kycreview.failed')}>
              {(found) => <MyRecord record={found} />}
            </WhenRead>
          )
        }
      </WhenRead>
    </Screen>
  );
}

function NotVerified() {
  const t = useText();
  return (
    <EmptyState
      title={t('kycreview.none.title')}
      reason={t('kycreview.none.text')}
      action={
        <Button size="small" link={linkTo(paths.kyc())}>
          {t('kycreview.none.action')}
        </Button>
      }
    />
  );
}
