/**
 * What screens read, through TanStack Query: one key per call and input, hooks by name. Balances are never guessed:
 * after a change they are fetched again.
 */
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireInput, WireOutput } from '@marigold/contract/endpoint';
import {
  QueryClient,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  type InfiniteData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';

import { type Failure, NetworkFailure } from './api.ts';
import { call } from './call.ts';
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

/** Makes a call for a query: quiet, and thrown instead of answered when it is not a success. */
export async function read<P extends Path>(
  path: P,
  input: Input<P>,
  signal?: AbortSignal,
): Promise<Output<P>> {
  const result = await call(path, input, {
    disableLoading: true,
    onFail: () => undefined,
    ...(signal === undefined ? {} : { signal }),
  });
  if (result.ok) return result.data;
  if (result.kind === 'network') throw new NetworkFailure(result.isTimeout, undefined);
  throw new ReadFailure(result);
}

/** A read by path and input; `isEnabled` false keeps it from being made. */
export function useRead<P extends Path>(
  path: P,
  input: Input<P>,
  { isEnabled = true, everyMs }: { readonly isEnabled?: boolean; readonly everyMs?: number } = {},
): UseQueryResult<Output<P>, ReadError> {
  return useQuery<Output<P>, ReadError>({
    queryKey: queryKey(path, input),
    queryFn: async ({ signal }) => await read(path, input, signal),
    enabled: isEnabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

type ListPath = {
  [P in Path]: Output<P> extends { readonly list: unknown; readonly next: string | null } ? P : never;
}[Path];

/** An endless list: pages by cursor until `next` is null. */
export function useReadList<P extends ListPath>(
  path: P,
  input: Input<P>,
  { isEnabled = true }: { readonly isEnabled?: boolean } = {},
): UseInfiniteQueryResult<InfiniteData<Output<P>, string | undefined>, ReadError> {
  return useInfiniteQuery<
    Output<P>,
    ReadError,
    InfiniteData<Output<P>, string | undefined>,
    readonly [P, Input<P>, 'pages'],
    string | undefined
  >({
    queryKey: [path, input, 'pages'],
    queryFn: async ({ signal, pageParam }) =>
      await read(path, pageParam === undefined ? input : { ...input, cursor: pageParam }, signal),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page as { next: string | null }).next ?? undefined,
    enabled: isEnabled,
  });
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

/** Prices in the person's fiat currency, for visitors in US dollars. */
export function useRates(): UseQueryResult<Output<'rate/list'>, ReadError> {
  const { user } = useSession();
  return useRead('rate/list', user === undefined ? {} : { fiat: user.fiat }, { everyMs: ratesEveryMs });
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

/** One bill; nothing is asked for while the id is ''. */
export function useBillDetail(id: string) {
  return useRead('bill/detail', { id }, { isEnabled: id !== '' });
}

/** What a transfer of one asset may be; `isEnabled` false while the asset is not known yet. */
export function useTransferConfig(currency: string, isEnabled = true) {
  return useRead('transfer/config', { currency }, { isEnabled });
}

/** The postings that sum to one balance; nothing is asked for while the currency is ''. */
export function useExplanation(currency: string, size = 50) {
  return useReadList('wallet/asset/explain', { currency, size }, { isEnabled: currency !== '' });
}

/** Which reads an event of the live channel makes old. */
const readsOf: Readonly<Record<string, readonly Path[]>> = {
  balance: ['wallet/asset/list', 'wallet/asset/explain', 'transfer/config'],
  bill: ['bill/list', 'bill/summary', 'bill/detail'],
};

/** Marks the reads of a live event as old; those on screen are fetched again at once. Unknown events change nothing. */
export async function invalidateFor(event: string): Promise<void> {
  await Promise.all(
    (readsOf[event] ?? []).map((path) => queryClient.invalidateQueries({ queryKey: [path] })),
  );
}

/** After money moved or a gap in the live channel: everything about money is fetched again. */
export async function invalidateMoney(): Promise<void> {
  await Promise.all(Object.keys(readsOf).map(invalidateFor));
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
