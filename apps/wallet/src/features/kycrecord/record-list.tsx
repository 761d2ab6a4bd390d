import type { KycRecordItem, useKycRecords } from '../../domain/kyc/kyc-queries.ts';
import { listEnd } from '../../lib/query/list-end.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { type KycRecordsSearch, paths } from '../../lib/route/paths.ts';
import { dayText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Tag } from '../../ui/base/tag.tsx';
import { ListEnd } from '../../ui/list/list-end.tsx';
import { ListGlyph, ListRow } from '../../ui/list/list.tsx';
import { LongList } from '../../ui/list/long-list.tsx';
import { recordFilter } from './record-filter.ts';
import { purposeIcon, statusTone, toneOfUse } from './review-look.ts';

type ListProps = {
  readonly records: ReturnType<typeof useKycRecords>;
  readonly search: KycRecordsSearch;
  readonly selected: string | undefined;
  readonly isWide: boolean;
};

/** The endless list. A record beside it takes the place of the one before; going back leaves the list. */
export function RecordList({ records, search, selected, isWide }: ListProps) {
  const t = useText();
  const filter = recordFilter(search);
  const addressOf = (number: string) =>
    isWide ? paths.kycRecords({ ...filter, record: number }) : paths.kycRecord({ record: number });
  return (
    <>
      <LongList
        label={t('kycreview.list')}
        rows={records.data?.pages.flatMap(({ list }) => list) ?? []}
        keyOf={({ authNo }) => authNo}
        row={(record) => (
          <RecordRow
            record={record}
            isSelected={record.authNo === selected}
            link={linkTo(addressOf(record.authNo), { isReplacing: isWide })}
          />
        )}
      />
      <ListEnd {...listEnd(records, t)} />
    </>
  );
}

type RowProps = {
  readonly record: KycRecordItem;
  readonly isSelected: boolean;
  readonly link: ReturnType<typeof linkTo>;
};

function RecordRow({ record, isSelected, link }: RowProps) {
  const t = useText();
  const { authNo, purpose, status, use, maskedName, created } = record;
  return (
    <ListRow
      glyph={<ListGlyph icon={purposeIcon[purpose]} />}
      title={maskedName ?? t(`kyc.purpose.${purpose}`)}
      detail={
        <>
          <span className="block whitespace-normal">
            <span className="whitespace-nowrap">{`${authNo} ·`}</span>{' '}
            <span className="whitespace-nowrap">{dayText(created)}</span>
          </span>
          <span className="mt-1.5 flex flex-wrap gap-1.5">
            <Tag tone={statusTone[status]}>{t(`kyc.status.${status}`)}</Tag>
            <Tag tone={toneOfUse[use]}>{t(`kyc.use.${use}`)}</Tag>
          </span>
        </>
      }
      hasCaret
      isSelected={isSelected}
      link={link}
    />
  );
}
