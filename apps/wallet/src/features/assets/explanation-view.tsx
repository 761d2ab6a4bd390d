import { coinText } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { listEnd } from '../../lib/list-end.ts';
import { useOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import { ReadFailure } from '../../lib/queries.ts';
import { readFailed } from '../../lib/read-failed.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyValues } from '../../ui/key-values.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { sumOf } from './explanation.ts';
import { PostingRows } from './posting-rows.tsx';
import { useExplained } from './use-explained.ts';

/** Every entry of one balance, newest first, and their sum: computed here, from the entries that are shown. */
export function Explanation({ currency }: { readonly currency: string }) {
  const t = useText();
  const { query, head, postings } = useExplained(currency);
  const isOnline = useOnline().isOnline;
  if (head === undefined) {
    if (query.isPending) return <SkeletonRows label={t('shell.loading')} />;
    return <Failed error={query.error} onRetry={query.refetch} />;
  }
  if (postings.length === 0) return <EmptyState title={t('assets.explain.empty')} isInline />;
  return (
    <>
      <Summary head={head} postings={postings} />
      <PostingRows postings={postings} decimals={head.decimals} />
      <ListEnd {...listEnd(query, t)} />
      <Button
        className="w-full"
        icon="paper-plane-tilt"
        link={linkTo(paths.transfer({ currency }))}
        disabledReason={isOnline ? undefined : t('shell.offlineMoney')}
      >
        {t('assets.transfer')}
      </Button>
    </>
  );
}

type Explained = ReturnType<typeof useExplained>;
type Head = NonNullable<Explained['head']>;

function Summary({ head, postings }: { readonly head: Head; readonly postings: Explained['postings'] }) {
  const t = useText();
  const { currency, scale, decimals, available, held, count } = head;
  const text = (decimal: string) => coinText(decimal, currency, { decimalsMin: decimals });
  const { sum, before } = sumOf(postings, scale);
  const shown = postings.length;
  const rows = [{ key: t('assets.explain.available'), value: text(available), isStrong: true }];
  if (/[1-9]/.test(held)) rows.push({ key: t('assets.explain.held'), value: text(held), isStrong: false });
  return (
    <>
      <p className="type-sm text-ink-2">{t('assets.explain.intro')}</p>
      <div className="rounded-btn bg-sunken px-4 py-2 mt-3">
        <KeyValues rows={rows} />
        <p className="flex items-start gap-2 py-2 type-sm-b border-t border-line" role="status">
          {shown < count ? null : <Icon name="check-circle-fill" size={18} className="flex-none text-ok" />}
          <span className="num">
            {t('assets.explain.sum', { count: shown, amount: text(sum) })}
            {shown < count ? (
              <span className="block font-normal text-ink-2">
                {`${t('assets.explain.shown', { shown, count })} · ${t('assets.explain.before', { amount: text(before) })}`}
              </span>
            ) : null}
          </span>
        </p>
      </div>
    </>
  );
}

type FailedProps = { readonly error: Error | null; readonly onRetry: () => Promise<unknown> };

/** An unknown asset stays unknown however often it is asked for; anything else may work the next time. */
function Failed({ error, onRetry }: FailedProps) {
  const t = useText();
  if (error instanceof ReadFailure && error.failure.kind === 'refusal')
    return <EmptyState title={error.failure.msg} isInline />;
  return (
    <ErrorState
      title={readFailed(error)}
      reason={t('assets.explain.failed')}
      retry={{ label: t('shell.tapToRetry'), onPress: onRetry }}
      isInline
    />
  );
}
