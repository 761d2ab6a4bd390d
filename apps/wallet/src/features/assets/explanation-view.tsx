import { listEnd } from '../../lib/query/list-end.ts';
import { ReadFailure } from '../../lib/query/queries.ts';
import { coinText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { KeyValues } from '../../ui/list/key-values.tsx';
import { ListEnd } from '../../ui/list/list-end.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { AssetActions } from './asset-actions.tsx';
import { sumOfPostings } from './explanation.ts';
import { HeldBy } from './held-by.tsx';
import { PostingRows } from './posting-rows.tsx';
import { useExplained } from './use-explained.ts';

/**
 * One balance: what can be done with it, then every entry of it, newest first, and their sum: computed here, from the
 * entries that are shown.
 */
export function ExplanationView({ currency }: { readonly currency: string }) {
  const t = useText();
  const { query, head, postings } = useExplained(currency);
  if (head === undefined) {
    if (query.isPending) return <WaitingRows />;
    return <Failed error={query.error} onRetry={query.refetch} />;
  }
  return (
    <>
      <AssetActions currency={currency} />
      {postings.length === 0 ? (
        <EmptyState title={t('assets.explain.empty')} isInline />
      ) : (
        <>
          <Summary head={head} postings={postings} />
          {isSome(head.held) ? <HeldBy {...head} /> : null}
          <PostingRows postings={postings} decimals={head.decimals} />
          <ListEnd {...listEnd(query, t)} />
        </>
      )}
    </>
  );
}

type Explained = ReturnType<typeof useExplained>;
type Head = NonNullable<Explained['head']>;

function Summary({ head, postings }: { readonly head: Head; readonly postings: Explained['postings'] }) {
  const t = useText();
  const { currency, scale, decimals, available, locked, held, count } = head;
  const text = (decimal: string) => coinText(decimal, currency, { decimalsMin: decimals });
  const { sum, before } = sumOfPostings(postings, scale);
  const postingsCount = postings.length;
  const rows = [{ key: t('assets.explain.available'), value: text(available), isStrong: true }];
  const isLocked = isSome(locked);
  if (isLocked) rows.push({ key: t('assets.explain.locked'), value: text(locked), isStrong: false });
  if (isSome(held)) rows.push({ key: t('assets.explain.held'), value: text(held), isStrong: false });
  return (
    <>
      <p className="type-sm text-ink-2">{t('assets.explain.intro')}</p>
      <div className="rounded-btn bg-sunken px-4 py-2 mt-3">
        <KeyValues rows={rows} />
        <p className="flex items-start gap-2 py-2 type-sm-b border-t border-line" role="status">
          {postingsCount < count ? null : (
            <Icon name="check-circle-fill" size={18} className="flex-none text-ok" />
          )}
          <span className="num">
            {t('assets.explain.sum', { count: postingsCount, amount: text(sum) })}
            {postingsCount < count ? (
              <span className="block text-ink-2">
                {`${t('assets.explain.shown', { shown: postingsCount, count })} · ${t('assets.explain.before', { amount: text(before) })}`}
              </span>
            ) : null}
          </span>
        </p>
      </div>
      {isLocked ? <p className="type-sm text-ink-2 mt-2">{t('assets.explain.lockedHint')}</p> : null}
    </>
  );
}

/** Whether an amount is more than nothing. */
function isSome(decimal: string): boolean {
  return /[1-9]/.test(decimal);
}

type FailedProps = { readonly error: Error | null; readonly onRetry: () => Promise<unknown> };

/** An unknown asset stays unknown however often it is asked for; anything else may work the next time. */
function Failed({ error, onRetry }: FailedProps) {
  const t = useText();
  if (error instanceof ReadFailure && error.failure.kind === 'refusal')
    return <EmptyState title={error.failure.msg} isInline />;
  return <ReadFailed isInline error={error} reason={t('assets.explain.failed')} onRetry={onRetry} />;
}
