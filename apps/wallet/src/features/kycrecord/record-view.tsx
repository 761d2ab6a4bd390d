import '../../ui/base/card.css';
import { formatDate } from '@marigold/money/dates';

import { type KycRecordDetail, useKycRecord } from '../../domain/kyc/kyc-queries.ts';
import { useIsOwnKyc } from '../../domain/kyc/own-kyc.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { dateTimeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Tag } from '../../ui/base/tag.tsx';
import { ListGlyph } from '../../ui/list/list.tsx';
import { Timeline } from '../../ui/list/timeline.tsx';
import { DocumentFacts } from './document-facts.tsx';
import { ItemRows } from './item-rows.tsx';
import { isMissingRecord, MissingRecord } from './missing-record.tsx';
import { RecordAction } from './record-action.tsx';
import { RecordFacts } from './record-facts.tsx';
import { historySteps, litPetals, purposeIcon, reviewFace, statusTone, toneOfUse } from './review-look.ts';
import { reviewWords } from './review-words.ts';
import { StoredNote } from './stored-note.tsx';

type ViewProps = {
  readonly number: string;
  /** Beside the list: everything on one surface that the pane brings along. */
  readonly isInPane?: boolean;
};

/** Everything about one record: whose it is, what it is for, how its review went, what was read off the document. */
export function RecordView({ number, isInPane = false }: ViewProps) {
  const t = useText();
  const { data: record, error, isPending, refetch } = useKycRecord(number);
  if (number === '' || isMissingRecord(error)) return <MissingRecord isInPane={isInPane} />;
  if (record === undefined) {
    if (isPending) return <WaitingRows rows={5} />;
    return <ReadFailed isInline={isInPane} error={error} reason={t('kycreview.failed')} onRetry={refetch} />;
  }
  const surface = isInPane ? 'pt-4 mt-4 border-t border-line' : 'card mt-3';
  const face = reviewFace(record);
  return (
    <article>
      <Head record={record} />
      <Words record={record} />
      <section className={surface}>
        <RecordFacts record={record} />
      </section>
      {face === 'again' ? (
        <ItemRows
          items={record.items.filter(({ state }) => state === 'again')}
          company={record.provider}
          className={surface}
        />
      ) : null}
      <section className={surface}>
        <h2 className="mb-3 type-3">{t('kycreview.history')}</h2>
        <History record={record} />
      </section>
      <DocumentFacts document={record.document} className={surface} />
      <StoredNote record={record} className={surface} />
      <div className="mt-4 grid gap-2">
        <RecordAction record={record} />
        <Button
          kind={isInPane ? 'secondary' : 'surface'}
          icon="receipt"
          link={linkTo(paths.kycOrder({ id: record.orderId }))}
        >
          {t('kycreview.order')}
        </Button>
      </div>
    </article>
  );
}

function Head({ record }: { readonly record: KycRecordDetail }) {
  const t = useText();
  const { purpose, maskedName, status, use } = record;
  return (
    <header className="flex items-center gap-4 pt-2">
      <ListGlyph icon={purposeIcon[purpose]} />
      <div className="min-w-0 flex-1">
        <p className="type-2 wrap-anywhere">{maskedName ?? t(`kyc.purpose.${purpose}`)}</p>
        <p className="mt-1 flex flex-wrap gap-1.5">
          <Tag tone={statusTone[status]}>{t(`kyc.status.${status}`)}</Tag>
          <Tag tone={toneOfUse[use]}>{t(`kyc.use.${use}`)}</Tag>
        </p>
      </div>
    </header>
  );
}

function Words({ record }: { readonly record: KycRecordDetail }) {
  const { title, text } = reviewWords(useText(), record, useIsOwnKyc(record));
  return (
    <div role="status" className="mt-4">
      <h2 className="type-3">{title}</h2>
      <p className="mt-1 text-ink-2">{text}</p>
    </div>
  );
}

function History({ record }: { readonly record: KycRecordDetail }) {
  const t = useText();
  const firstDay = formatDate(record.timeline[0]?.time ?? record.created);
  return (
    <Timeline
      steps={historySteps(record).map(({ review, state, time }, index) => ({
        id: `${index}`,
        state,
        title: review === 'draft' ? t('kycreview.made') : t(`kyc.review.${review}`),
        lit: state === 'now' ? litPetals(record) : undefined,
        time: stepTime(time, firstDay),
      }))}
      stateLabels={{
        done: t('kycreview.stepState.done'),
        now: t('kycreview.stepState.now'),
        todo: t('kycreview.stepState.todo'),
        failed: t('kycreview.stepState.failed'),
      }}
    />
  );
}

/** The day is named only where it is another one than that of the first step. */
function stepTime(timeMs: number, firstDay: string): string {
  const text = dateTimeText(timeMs);
  return formatDate(timeMs) === firstDay ? text.slice(11) : text;
}
