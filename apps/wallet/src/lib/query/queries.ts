/**
 * The engine of reads, on TanStack Query: one key per call and input, copies for a time without a network, and what a live
 * event makes old. What is read of each thing of the product stands in domain.
 */
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireInput, WireOutput } from '@marigold/contract/endpoint';
import type { UserEvent } from '@marigold/contract/events';
import {
  notifyManager,
  QueryClient,
  type QueryKey,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  type InfiniteData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { session } from '../device/session.ts';
import { type Failure, NetworkFailure } from '../http/api.ts';
import { call } from '../http/call.ts';
import {
  gathered,
  gatheredEvents,
  isUserEvent,
  readsOf,
  readsOfAll,
  readsOfTrade,
} from '../live/live-reads.ts';
import { anyRow, createLongLists } from './long-list.ts';
import { findCopy, keepCopy } from './offline-copy.ts';

/** A read that was answered with a "no"; the screen shows `failure.msg` in place of the data. */
export class ReadFailure extends Error {
  readonly failure: Exclude<Failure, { kind: 'network' }>;
  constructor(failure: Exclude<Failure, { kind: 'network' }>) {
    super(failure.msg);
    this.failure = failure;
  }
}

export type ReadError = ReadFailure | NetworkFailure;

/** Data younger than this is not fetched again by a screen that opens. */
const freshMs = 15_000;
const retriesMax = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      // The helper itself knows whether there is a network; a paused query would look like an endless load.
      networkMode: 'always',
      retry: (count, error) => error instanceof NetworkFailure && count < retriesMax,
      retryDelay: (attempt) => 500 * 2 ** attempt,
    },
  },
});

export type Input<P extends Path> = WireInput<Contract[P]>;
export type Output<P extends Path> = WireOutput<Contract[P]>;

/** The key of a read: its path, then its input. Invalidating by path alone reaches every input. */
export function queryKey<P extends Path>(path: P, input: Input<P>): readonly [P, Input<P>] {
  return [path, input];
}

function ownerNow(): string | undefined {
  return session.state.get().user?.uid;
}

/** Makes a call for a query: quiet, and thrown instead of answered when it is not a success. */
export async function read<P extends Path>(
  path: P,
  input: Input<P>,
  signal?: AbortSignal,
): Promise<Output<P>> {
  const owner = ownerNow();
  const result = await call(path, input, {
    disableLoading: true,
    onFail: () => undefined,
    ...(signal === undefined ? {} : { signal }),
  });
  if (result.ok) {
    // An answer that comes after its reader has left is nobody's.
    if (owner !== undefined && owner === ownerNow()) void keepCopy(owner, path, input, result.data);
    return result.data;
  }
  if (result.kind === 'network') throw new NetworkFailure(result.isTimeout, undefined);
  throw new ReadFailure(result);
}

/**
 * Without a network the screen gets what this person read last: `data` with `dataUpdatedAt` from then. The failure stays
 * beside it (`isError`), so nothing that was kept is taken for an answer. `select` is how the query holds what was read.
 */
async function orCopy<P extends Path>(
  [key, path, input]: readonly [QueryKey, P, Input<P>],
  reading: Promise<Output<P>>,
  select: (data: unknown) => unknown = (data) => data,
): Promise<Output<P>> {
  try {
    return await reading;
  } catch (error) {
    const owner = ownerNow();
    if (error instanceof NetworkFailure && owner !== undefined) {
      const copy = await findCopy(owner, path, input);
      const isStillWanted = owner === ownerNow() && queryClient.getQueryData(key) === undefined;
      if (copy !== undefined && isStillWanted)
        queryClient.setQueryData(key, select(copy.data), { updatedAt: copy.timeMs });
    }
    throw error;
  }
}

type ReadOptions<P extends Path> = {
  readonly isEnabled?: boolean;
  /** How often it is made again, also as what was read last says; false: not by itself. */
  readonly everyMs?: number | ((data: Output<P> | undefined) => number | false);
};

/** A read by path and input; `isEnabled` false keeps it from being made. */
export function useRead<P extends Path>(
  path: P,
  input: Input<P>,
  { isEnabled = true, everyMs }: ReadOptions<P> = {},
): UseQueryResult<Output<P>, ReadError> {
  return useQuery<Output<P>, ReadError>({
    queryKey: queryKey(path, input),
    queryFn: async ({ signal, queryKey: key }) => await orCopy([key, path, input], read(path, input, signal)),
    enabled: isEnabled,
    ...(everyMs === undefined
      ? {}
      : {
          refetchInterval: ({ state }) => (typeof everyMs === 'number' ? everyMs : everyMs(state.data)),
        }),
  });
}

const longLists = createLongLists({
  client: queryClient,
  readNewest: async ([path, input]) => await read(path as 'bill/list', input as Input<'bill/list'>),
});

type ListPath = {
  [P in Path]: Output<P> extends { readonly list: unknown; readonly next: string | null } ? P : never;
}[Path];

/** An endless list: pages by cursor until `next` is null. */
export function useReadList<P extends ListPath>(
  path: P,
  input: Input<P>,
  { isEnabled = true }: { readonly isEnabled?: boolean } = {},
): UseInfiniteQueryResult<InfiniteData<Output<P>, string | undefined>, ReadError> {
  const list = useInfiniteQuery<
    Output<P>,
    ReadError,
    InfiniteData<Output<P>, string | undefined>,
    readonly [P, Input<P>, 'pages'],
    string | undefined
  >({
    queryKey: [path, input, 'pages'],
    queryFn: async ({ signal, pageParam, queryKey: key }) => {
      if (pageParam !== undefined) return await read(path, { ...input, cursor: pageParam }, signal);
      const asPages = (page: unknown) => ({ pages: [page], pageParams: [undefined] });
      return await orCopy([key, path, input], read(path, input, signal), asPages);
    },
    initialPageParam: undefined,
    getNextPageParam: (page) => (page as { next: string | null }).next ?? undefined,
    enabled: isEnabled,
    ...longLists.options,
  });
  longLists.useNewest(list.isStale, [path, input, 'pages']);
  return list;
}

/** When the oldest data on screen was read, in epoch ms; undefined while there is none. */
export function useOldestReadAt(): number | undefined {
  return useSyncExternalStore(followQueries, oldestReadAt);
}

/** Told after the render that began a read: a component may not change another one while it is drawn. */
const followQueries = (listener: () => void) =>
  queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener));

function oldestReadAt(): number | undefined {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]));
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Own orders changed: any row of a list may be another, and a first read on its way may be older than the change. */
export async function invalidateTrade(): Promise<void> {
  await invalidateAll(readsOfTrade, anyRow);
}

async function invalidateAll(paths: readonly Path[], changed?: string): Promise<void> {
  await Promise.all(paths.map(async (path) => await longLists.invalidate(path, changed)));
}

const gather = gathered(
  async (events) => await invalidateAll(readsOfAll(events), events.has('order') ? anyRow : undefined),
);

/**
 * Marks the reads of a live event as old; those on screen are fetched again at once, of a long list its newest page.
 * `changed` is the id of the object that the event told of.
 */
export async function invalidateFor(event: UserEvent, changed?: string): Promise<void> {
  if (gatheredEvents.has(event)) return await gather(event);
  await invalidateAll(readsOf[event], changed);
}

/** After money moved or a gap in the live channel: everything about money is fetched again. */
export async function invalidateMoney(): Promise<void> {
  await Promise.all(
    Object.keys(readsOf)
      .filter(isUserEvent)
      .map(async (event) => await invalidateFor(event)),
  );
}
