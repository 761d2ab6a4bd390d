import type { Payee } from '../../domain/payee/payee-queries.ts';

/** From this many on there is something to search among. */
export const searchFrom = 2;

/** True where any of the words on a recipient's row has the query in it; `network` undefined for people. */
export function isFound(
  { name, address, masked, remark, currency }: Payee,
  network: string | undefined,
  query: string,
): boolean {
  const wanted = query.trim().toLowerCase();
  return [name, address, masked, remark, currency, network].some((text) =>
    (text ?? '').toLowerCase().includes(wanted),
  );
}

/** `none` only once the whole book was looked through: `more` is what has not been read of it yet. */
export function searchOutcome(
  count: number,
  more: { readonly hasNextPage: boolean; readonly isFetchNextPageError: boolean },
): 'found' | 'looking' | 'failed' | 'none' {
  if (count > 0) return 'found';
  if (!more.hasNextPage) return 'none';
  return more.isFetchNextPageError ? 'failed' : 'looking';
}
