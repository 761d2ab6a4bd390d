import { useKycRecords } from '../../domain/kyc/kyc-queries.ts';
import { useWideLayout } from '../../lib/device/use-wide-layout.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { type KycRecordsSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { NoRecords } from './no-records.tsx';
import { recordFilter } from './record-filter.ts';
import { RecordFilters } from './record-filters.tsx';
import { RecordList } from './record-list.tsx';
import { RecordView } from './record-view.tsx';

/** The person's records, newest first, by status and use; on wide screens with one beside them (spec 2.10). */
export function KycRecordsPage(search: KycRecordsSearch) {
  const t = useText();
  const isWide = useWideLayout();
  const records = useKycRecords(recordFilter(search));
  const first = records.data?.pages[0]?.list[0];
  const selected = isWide ? (search.record ?? first?.authNo) : undefined;
  const detail =
    selected === undefined ? null : (
      <Card className="max-h-[calc(100dvh-40px)] overflow-y-auto">
        <RecordView key={selected} number={selected} isInPane />
      </Card>
    );
  const filters = <RecordFilters search={search} />;
  return (
    <Screen
      back={paths.kyc()}
      actions={isWide ? filters : null}
      head={isWide ? null : filters}
      detail={detail}
    >
      <div className="pt-4 wide:pt-0">
        <WhenRead read={records} rows={4} failed={t('kycreview.failed')}>
          {({ pages }) =>
            pages[0]?.list.length === 0 ? (
              <NoRecords search={search} />
            ) : (
              <>
                <RecordList records={records} search={search} selected={selected} isWide={isWide} />
                <div className="mt-4">
                  <Button kind="surface" link={linkTo(paths.kycAuth())}>
                    {t('kycreview.linkNumber')}
                  </Button>
                </div>
              </>
            )
          }
        </WhenRead>
      </div>
    </Screen>
  );
}
