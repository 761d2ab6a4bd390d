import { ReadFailure } from '../../lib/query/queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';

type StateProps = {
  readonly id: string;
  readonly read: {
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  readonly what: 'order' | 'fill';
  readonly isInPane: boolean;
};

/** What stands in place of one order or fill while it is not there: on its way, not ours, or not to be had. */
export function RecordState({ id, read: { error, isPending, refetch }, what, isInPane }: StateProps) {
  const t = useText();
  if (id === '' || isMissing(error))
    return (
      <EmptyState
        title={t('orders.missing.title')}
        reason={t(`orders.missing.${what}`)}
        isInline={isInPane}
        action={
          <Button
            size="small"
            link={linkTo(paths.tradeBills({ tab: what === 'order' ? 'history' : 'fills' }), {
              isReplacing: true,
            })}
          >
            {t(what === 'order' ? 'orders.allOrders' : 'orders.allFills')}
          </Button>
        }
      />
    );
  if (isPending) return <WaitingRows rows={6} />;
  return <ReadFailed isInline={isInPane} error={error} reason={t('orders.failed')} onRetry={refetch} />;
}

/** An id that is not ours answers like one that was never there; one that is no id at all is refused as malformed. */
function isMissing(error: Error | null): boolean {
  if (!(error instanceof ReadFailure) || error.failure.kind !== 'status') return false;
  return error.failure.status === 404 || error.failure.status === 400;
}
