/** What the foot of an endless list shows and does, in the reader's words. */
import type { useText } from '../text/i18n.ts';

type Pages = {
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
};

/** The properties of `ListEnd` for a list that `useReadList` reads. */
export function listEnd(list: Pages, t: ReturnType<typeof useText>) {
  return {
    state: stateOf(list),
    labels: {
      more: t('shell.loadMore'),
      busy: t('shell.loading'),
      retry: t('shell.tapToRetry'),
      end: t('shell.noMore'),
    },
    onMore: () => void list.fetchNextPage(),
  };
}

function stateOf({
  isFetchingNextPage,
  isFetchNextPageError,
  hasNextPage,
}: Pages): 'more' | 'busy' | 'failed' | 'end' {
  if (isFetchingNextPage) return 'busy';
  if (isFetchNextPageError) return 'failed';
  return hasNextPage ? 'more' : 'end';
}
