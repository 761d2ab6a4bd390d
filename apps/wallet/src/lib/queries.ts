/**
 * What screens read, through TanStack Query: one key per call and input, hooks by name. Balances are never guessed:
 * after a change they are fetched again.
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

import { type Failure, NetworkFailure } from './api.ts';
import { call } from './call.ts';
import { useFiat } from './fiat.ts';
import { gathered, gatheredEvents, isUserEvent, readsOf, readsOfAll, readsOfTrade } from './live-reads.ts';
import { anyRow, createLongLists } from './long-list.ts';
import { findCopy, keepCopy } from './offline-copy.ts';
import { session, type User, useSession } from './session.ts';

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

type Input<P extends Path> = WireInput<Contract[P]>;
type Output<P extends Path> = WireOutput<Contract[P]>;

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
 * beside it (`isError`), so nothing that was kept is taken for an answer. `shown` is how the query holds what was read.
 */
async function orCopy<P extends Path>(
  [key, path, input]: readonly [QueryKey, P, Input<P>],
  reading: Promise<Output<P>>,
  shown: (data: unknown) => unknown = (data) => data,
): Promise<Output<P>> {
  try {
    return await reading;
  } catch (error) {
    const owner = ownerNow();
    if (error instanceof NetworkFailure && owner !== undefined) {
      const copy = await findCopy(owner, path, input);
      const isStillWanted = owner === ownerNow() && queryClient.getQueryData(key) === undefined;
      if (copy !== undefined && isStillWanted)
        queryClient.setQueryData(key, shown(copy.data), { updatedAt: copy.timeMs });
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

/** The signed-in person, kept in the session as well. Nothing is read for a visitor. */
export function useUserInfo(): UseQueryResult<User, ReadError> {
  const { hasLogin } = useSession();
  return useQuery<User, ReadError>({
    queryKey: queryKey('user/info', {}),
    queryFn: async ({ signal }) => {
      const user = await read('user/info', {}, signal);
      session.setUser(user);
      return user;
    },
    enabled: hasLogin,
  });
}

/** Balances with their worth in the person's fiat currency. */
export function useBalances(): UseQueryResult<Output<'wallet/asset/list'>, ReadError> {
  const { hasLogin, user } = useSession();
  const input = user === undefined ? {} : { fiat: user.fiat };
  return useRead('wallet/asset/list', input, { isEnabled: hasLogin });
}

/** Prices come from a table that changes slowly; half a minute is live enough. */
const ratesEveryMs = 30_000;

/** Prices of coins and fiat currencies in the fiat currency of display. */
export function useRates(): UseQueryResult<Output<'rate/list'>, ReadError> {
  return useRead('rate/list', { fiat: useFiat() }, { everyMs: ratesEveryMs });
}

/** Every coin and fiat currency that can be held. */
export function useCurrencies() {
  return useRead('base/currency', {});
}

/** What came in and went out in the last months of this device's zone. */
export function useInsight(months: number, isEnabled = true) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return useRead('life/insight', { fiat: useFiat(), months, timeZone }, { isEnabled });
}

export type BillFilter = Omit<Input<'bill/list'>, 'cursor' | 'size'>;

export function useBills(filter: BillFilter = {}, size = 20) {
  return useReadList('bill/list', { ...filter, size });
}

/** What came in and went out under a filter, in the person's fiat currency. */
export function useBillSummary(filter: BillFilter = {}) {
  const { user } = useSession();
  return useRead('bill/summary', user === undefined ? filter : { ...filter, fiat: user.fiat });
}

export type ExportFilter = Input<'bill/export/preview'>;
export type ExportFile = Output<'bill/export/list'>['list'][number];

/** How many bills an export would hold; nothing is asked for while there is no range. */
export function useExportPreview(filter: ExportFilter | undefined) {
  return useRead('bill/export/preview', filter ?? { from: 0, to: 0 }, { isEnabled: filter !== undefined });
}

export function isBeingBuilt({ status }: ExportFile): boolean {
  return status === 'queued' || status === 'building';
}

/** The live channel tells how far a file is; asking is for when that is away. */
const exportsEveryMs = 3_000;

/** The files of the last 24 hours, the newest first. */
export function useExports() {
  return useRead(
    'bill/export/list',
    {},
    { everyMs: (data) => (data?.list.some(isBeingBuilt) === true ? exportsEveryMs : false) },
  );
}

/** After a file was asked for. */
export async function invalidateExports(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['bill/export/list'] });
}

/** What a transfer of one asset may be, inside or on a chain; nothing is asked for while the currency is ''. */
export function useTransferConfig(currency: string, chain?: string) {
  const input = chain === undefined ? { currency } : { currency, chain };
  return useRead('transfer/config', input, { isEnabled: currency !== '' });
}

export type Payee = Output<'payee/list'>['list'][number];

export type PayeeFilter = Pick<Input<'payee/list'>, 'currency' | 'chain'>;

/** The address book, or what of it a currency on a chain can go to. */
export function usePayees(filter: PayeeFilter = {}) {
  return useReadList('payee/list', { ...filter, size: 100 });
}

/** The five people paid last, or the five addresses on a chain. */
export function useRecentPayees(filter: PayeeFilter = {}) {
  return useRead('payee/recent', filter);
}

/** After the address book was changed. */
export async function invalidatePayees(): Promise<void> {
  await Promise.all(
    (['payee/list', 'payee/recent'] as const).map((path) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  );
}

export type MessageTopic = NonNullable<Input<'message/list'>['topic']>;
export type MessageItem = Output<'message/list'>['list'][number];

/** Notices and news, the newest first; of one topic or all. */
export function useMessages(topic: MessageTopic | undefined) {
  return useReadList('message/list', topic === undefined ? { size: 50 } : { topic, size: 50 });
}

/** How much is unread, by topic. */
export function useUnread(isEnabled = true): Output<'message/summary'>['unread'] | undefined {
  const { hasLogin } = useSession();
  return useRead('message/summary', {}, { isEnabled: isEnabled && hasLogin }).data?.unread;
}

/** All of them together. */
export function totalUnread(unread: ReturnType<typeof useUnread>): number {
  return unread === undefined ? 0 : Object.values(unread).reduce((sum, one) => sum + one, 0);
}

/** Among so many of the newest announcements an unread one is looked for: the very newest may be a read one. */
const newsLooked = 20;

/** The newest announcement that this person has not read; nothing is asked for while there is none. */
export function useUnreadNews(isEnabled: boolean): MessageItem | undefined {
  const { data } = useRead('message/list', { topic: 'announcement', size: newsLooked }, { isEnabled });
  return data?.list.find(({ isRead }) => !isRead);
}

/**
 * Marks messages as read, and shows at once what is left. Without a network they stay unread, which is said where all
 * were meant.
 */
export async function readMessages(which: readonly string[] | 'all'): Promise<boolean> {
  const input = which === 'all' ? { all: true as const } : { ids: [...which] };
  try {
    const result = await call('message/read', input, { disableLoading: true, showErrors: which === 'all' });
    if (!result.ok) return false;
    queryClient.setQueryData(queryKey('message/summary', {}), { unread: result.data.unread });
    await queryClient.invalidateQueries({ queryKey: ['message/list'] });
    return true;
  } catch {
    return false;
  }
}

/** The newest announcements, for anybody. */
export function useNews(): Output<'announcement/list'>['list'] {
  return useRead('announcement/list', {}).data?.list ?? [];
}

/** An agreement, a help page or an announcement; nothing is asked for while the id is ''. */
export function useContent(id: string) {
  return useRead('app/content', { id }, { isEnabled: id !== '' });
}

/** The postings that sum to one balance; nothing is asked for while the currency is ''. */
export function useExplanation(currency: string, size = 50) {
  return useReadList('wallet/asset/explain', { currency, size }, { isEnabled: currency !== '' });
}

/** When the oldest data on screen was read, in epoch ms; undefined while there is none. */
export function useShownSince(): number | undefined {
  return useSyncExternalStore(followQueries, shownSince);
}

/** Told after the render that began a read: a component may not change another one while it is drawn. */
const followQueries = (listener: () => void) =>
  queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener));

function shownSince(): number | undefined {
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

/** Ends the session on the server and here. Without a network it ends here; the server's own ends by its age. */
export async function logOut(): Promise<void> {
  try {
    await call('user/logout', {}, { onFail: () => undefined });
  } catch {
    // Not reachable: the person on this device is logged out all the same.
  }
  session.signOut();
}
