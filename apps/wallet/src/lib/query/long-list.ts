/**
 * Lists of many pages stay as they are when something is new: their newest page is fetched and joined on. Fetching two
 * hundred pages again, one after the other, would take longer than the next event.
 */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { joinNewest, type ListPage, type Pages } from './join-newest.ts';

type Page = ListPage<{ readonly id: string }>;

type Dependencies = {
  readonly client: QueryClient;
  /** Fetches the first page of the list that a key stands for. */
  readonly readNewest: (key: QueryKey) => Promise<Page>;
};

export type LongLists = {
  /** A long list is not fetched again page by page because it is old. */
  readonly options: {
    readonly refetchOnMount: (query: { readonly state: { readonly data: unknown } }) => boolean;
    readonly refetchOnWindowFocus: (query: { readonly state: { readonly data: unknown } }) => boolean;
    readonly refetchOnReconnect: (query: { readonly state: { readonly data: unknown } }) => boolean;
  };
  /** Brings a list that is shown again and has become old up to date. */
  readonly useNewest: (isStale: boolean, key: QueryKey) => void;
  /** Marks the reads of a path as old; those on screen are fetched again at once. `changed` is the object's id. */
  readonly invalidate: (path: string, changed: string | undefined) => Promise<void>;
};

/** In place of an id: rows anywhere may have changed. */
export const anyRow = '*';

/** True for an endless list of which more than one page is here and whose rows have ids. */
function isLong(data: unknown): data is Pages<Page> {
  if (typeof data !== 'object' || data === null || !('pages' in data) || !Array.isArray(data.pages))
    return false;
  const first: unknown = data.pages[0]?.list?.[0];
  return data.pages.length > 1 && typeof first === 'object' && first !== null && 'id' in first;
}

export function createLongLists({ client, readNewest }: Dependencies): LongLists {
  async function refresh(key: QueryKey, changed?: string): Promise<void> {
    try {
      const newest = await readNewest(key);
      // A page that is on its way would come back with the list as it was.
      await client
        .getQueryCache()
        .find({ queryKey: key, exact: true })
        ?.promise?.catch(() => undefined);
      const data = client.getQueryData(key);
      const joined =
        isLong(data) && isChangedBy(newest, data, changed) ? joinNewest(data, newest) : undefined;
      if (joined !== undefined) client.setQueryData(key, joined);
      else await client.invalidateQueries({ queryKey: key, exact: true });
    } catch {
      await client.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
    }
  }

  const isShort = ({ state }: { readonly state: { readonly data: unknown } }) => !isLong(state.data);
  return {
    options: { refetchOnMount: isShort, refetchOnWindowFocus: isShort, refetchOnReconnect: isShort },
    useNewest(isStale, key) {
      const name = JSON.stringify(key);
      const bringNewest = useEffectEvent(() => {
        if (isStale && isLong(client.getQueryData(key))) void refresh(key);
      });
      // When the list is shown, not whenever it becomes old.
      useEffect(() => bringNewest(), [name]);
    },
    async invalidate(path, changed) {
      const isLongOnScreen = (query: Query) => query.isActive() && isLong(query.state.data);
      const long = client.getQueryCache().findAll({ queryKey: [path], predicate: isLongOnScreen });
      // A first read on its way may carry what was true before the change; invalidating would only join it.
      const isFirst = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching';
      const first = client.getQueryCache().findAll({ queryKey: [path], predicate: isFirst });
      const readAgain = async ({ promise, queryKey }: Query) => {
        await promise?.catch(() => undefined);
        await client.invalidateQueries({ queryKey, exact: true });
      };
      const others = client.invalidateQueries({
        queryKey: [path],
        predicate: (query) => !isLongOnScreen(query) && !isFirst(query),
      });
      await Promise.all([
        others,
        ...first.map(readAgain),
        ...long.map(async ({ queryKey }) => await refresh(queryKey, changed)),
      ]);
    },
  };
}

/** False when a row further down is the one that changed. */
function isChangedBy(newest: Page, { pages }: Pages<Page>, changed: string | undefined): boolean {
  if (changed === undefined) return true;
  if (changed === anyRow) return false;
  const holds = ({ list }: Page) => list.some(({ id }) => id === changed);
  return holds(newest) || !pages.some(holds);
}
