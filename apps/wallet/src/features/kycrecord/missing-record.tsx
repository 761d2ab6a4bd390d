import { ReadFailure } from '../../lib/query/queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';

/** A number of somebody else answers like one that was never given out; one that is no number is malformed. */
export function isMissingRecord(error: Error | null): boolean {
  if (!(error instanceof ReadFailure) || error.failure.kind !== 'status') return false;
  return error.failure.status === 404 || error.failure.status === 400;
}

export function MissingRecord({ isInPane = false }: { readonly isInPane?: boolean }) {
  const t = useText();
  return (
    <EmptyState
      title={t('kycreview.missing.title')}
      reason={t('kycreview.missing.text')}
      isInline={isInPane}
      action={
        <Button size="small" link={linkTo(paths.kycRecords(), { isReplacing: true })}>
          {t('kycreview.all')}
        </Button>
      }
    />
  );
}
