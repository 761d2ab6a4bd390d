import { ReadFailure } from '../../lib/query/queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';

/** A product that is not in the shop, or an application that is nobody's here. */
export function NoSuchCard({ what }: { readonly what: 'product' | 'application' }) {
  const t = useText();
  return (
    <EmptyState
      title={t(`card.missing.${what}.title`)}
      reason={t(`card.missing.${what}.text`)}
      action={
        <Button size="small" link={linkTo(paths.cardShop(), { isReplacing: true })}>
          {t('shell.title.card')}
        </Button>
      }
    />
  );
}

/** An id that is not ours answers like one that was never there; one that is no id at all is refused as malformed. */
export function isUnknownApplication(error: Error | null): boolean {
  if (!(error instanceof ReadFailure) || error.failure.kind !== 'status') return false;
  return error.failure.status === 404 || error.failure.status === 400;
}
