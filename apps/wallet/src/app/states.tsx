import { linkTo } from '../lib/route/link.tsx';
import { paths } from '../lib/route/paths.ts';
/** What stands in place of a page that is not there: loading, not loaded, broken, unknown. */
import { useText } from '../lib/text/i18n.ts';
import { Button } from '../ui/base/button.tsx';
import { SkeletonRows } from '../ui/list/skeleton-rows.tsx';
import { EmptyState } from '../ui/page/empty-state.tsx';
import { ErrorState } from '../ui/page/error-state.tsx';
import { NavBar } from '../ui/page/nav-bar.tsx';
import { Page } from '../ui/page/page.tsx';
import { CodeLoadingError, PageTimeout } from './defer-page.tsx';
import { useTitle } from './title.ts';

/** A page whose code is still on its way. */
export function PagePending() {
  const t = useText();
  return (
    <Page>
      <SkeletonRows label={t('shell.loading')} />
    </Page>
  );
}

/** No page has this address. */
export function NotFound() {
  const t = useText();
  const title = t('shell.notFound.title');
  useTitle(title);
  return (
    <Page nav={<NavBar title={title} />} width="480">
      <EmptyState
        title={title}
        reason={t('shell.notFound.text')}
        action={
          <Button kind="primary" link={linkTo(paths.home())}>
            {t('shell.goHome')}
          </Button>
        }
      />
    </Page>
  );
}

/** A page that broke, did not load, or took too long (spec 8). */
export function PageFailed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useText();
  if (error instanceof CodeLoadingError) {
    // A newer version may have replaced the files this one asks for; only a reload gets the new ones.
    const reload = { label: t('shell.reload'), onPress: reloadNewest };
    return <Failed title={t('shell.preloadFailed')} retry={reload} />;
  }
  if (error instanceof PageTimeout) {
    return <Failed title={t('shell.timedOut')} retry={{ label: t('shell.tapToRetry'), onPress: onRetry }} />;
  }
  return (
    <Failed
      title={t('shell.requestError')}
      reason={t('shell.unexpected')}
      retry={{ label: t('shell.retry'), onPress: onRetry }}
      code={t('shell.errorCode', { code: error instanceof Error ? error.name : 'unknown' })}
    />
  );
}

/** With the newest version where there is one; its code may be out of reach as well. */
async function reloadNewest(): Promise<void> {
  try {
    const { loadNewest } = await import('../lib/http/update.ts');
    await loadNewest();
  } catch {
    window.location.reload();
  }
}

type FailedProps = {
  readonly title: string;
  readonly reason?: string;
  readonly retry: { readonly label: string; readonly onPress: () => unknown };
  readonly code?: string;
};

function Failed({ title, reason, retry, code }: FailedProps) {
  const t = useText();
  return (
    <Page width="480">
      <ErrorState title={title} reason={reason ?? t('shell.moneySafe')} retry={retry} code={code} />
    </Page>
  );
}
