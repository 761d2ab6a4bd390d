import '../../ui/base/card.css';
import type { KycRecordDetail } from '../../domain/kyc/kyc-queries.ts';
import { useIsOwnKyc } from '../../domain/kyc/own-kyc.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Tag } from '../../ui/base/tag.tsx';
import { List, ListGlyph, ListRow } from '../../ui/list/list.tsx';
import { DocumentFacts } from './document-facts.tsx';
import { ItemRows } from './item-rows.tsx';
import { purposeIcon, reviewFace, reviewTone } from './review-look.ts';
import { reviewWords } from './review-words.ts';

/** State, items and document, from what asks for a deed to what only stands there. */
export function MyRecord({ record }: { readonly record: KycRecordDetail }) {
  const t = useText();
  const { title, text } = reviewWords(t, record, useIsOwnKyc(record));
  const isBad = reviewFace(record) === 'disabled';
  return (
    <article>
      <section className="card">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <ListGlyph icon={purposeIcon[record.purpose]} />
          <div className="min-w-0 flex-1 basis-36">
            <p className="type-body-b wrap-anywhere">
              {record.maskedName ?? t(`kyc.purpose.${record.purpose}`)}
            </p>
            <p className="type-mono whitespace-nowrap text-ink-3">{record.authNo}</p>
          </div>
          <Tag tone={isBad ? 'bad' : reviewTone[record.review]}>
            {isBad ? t('kyc.status.disabled') : t(`kyc.review.${record.review}`)}
          </Tag>
        </div>
        <div role="status" className="mt-4">
          <h2 className="type-3">{title}</h2>
          <p className="mt-1 type-sm text-ink-2">{text}</p>
        </div>
      </section>
      <ItemRows items={record.items} company={record.provider} className="card mt-3" />
      <DocumentFacts document={record.document} className="card mt-3" />
      <List label={t('kycreview.more')} className="mt-3">
        <ListRow
          isShort
          hasCaret
          title={t('kycreview.thisRecord')}
          link={linkTo(paths.kycRecord({ record: record.authNo }))}
        />
        <ListRow isShort hasCaret title={t('kycreview.all')} link={linkTo(paths.kycRecords())} />
      </List>
    </article>
  );
}
