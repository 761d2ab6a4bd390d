import '../../ui/base/card.css';
import { useBillDetail } from '../../domain/chain/deposit-queries.ts';
import { ReadFailure } from '../../lib/query/queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { BillActions } from './bill-actions.tsx';
import { BillFields } from './bill-fields.tsx';
import { BillHero } from './bill-hero.tsx';
import { BillReason } from './bill-reason.tsx';
import { BillTimeline } from './bill-timeline.tsx';
import { RelatedBills } from './related-bills.tsx';

type ViewProps = {
  readonly id: string;
  /** Beside the list: everything on one surface that the pane brings along. */
  readonly isInPane?: boolean;
};

/** Everything about one bill, on its page and beside the list. */
export function BillView({ id, isInPane = false }: ViewProps) {
  const t = useText();
  const { data: bill, error, isPending, refetch } = useBillDetail(id);
  if (id === '' || isMissing(error)) return <MissingBill isInPane={isInPane} />;
  if (bill === undefined) {
    if (isPending) return <WaitingRows rows={6} />;
    return <ReadFailed isInline={isInPane} error={error} reason={t('bill.failed')} onRetry={refetch} />;
  }
  const surface = isInPane ? 'pt-4 mt-4 border-t border-line' : 'card mt-3';
  return (
    <article>
      <BillHero bill={bill} />
      <section className={isInPane ? 'pt-5' : 'card mt-4'}>
        <BillTimeline bill={bill} />
      </section>
      <BillReason bill={bill} />
      <RelatedBills bill={bill} />
      <section className={surface}>
        <BillFields bill={bill} />
      </section>
      <BillActions bill={bill} isInPane={isInPane} />
    </article>
  );
}

/** An id that is not ours answers like one that was never there; one that is no id at all is refused as malformed. */
function isMissing(error: Error | null): boolean {
  if (!(error instanceof ReadFailure) || error.failure.kind !== 'status') return false;
  return error.failure.status === 404 || error.failure.status === 400;
}

function MissingBill({ isInPane }: { readonly isInPane: boolean }) {
  const t = useText();
  return (
    <EmptyState
      title={t('bill.missing.title')}
      reason={t('bill.missing.text')}
      isInline={isInPane}
      action={
        <Button size="small" link={linkTo(paths.bills(), { isReplacing: true })}>
          {t('bill.all')}
        </Button>
      }
    />
  );
}
