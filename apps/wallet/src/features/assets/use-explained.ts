import { useBalances, useExplanation } from '../../domain/asset/asset-queries.ts';

/** The explanation of one balance as far as it is loaded; nothing is asked for while there is no asset. */
export function useExplained(currency: string | undefined) {
  const query = useExplanation(currency ?? '');
  const { data: assets } = useBalances();
  const first = query.data?.pages[0];
  const { decimals = 0, locked = '0' } = assets?.list.find((one) => one.currency === currency) ?? {};
  return {
    query,
    /** What the newest page says of the whole balance. */
    head: first === undefined ? undefined : { ...first, locked, decimals: Math.min(decimals, first.scale) },
    postings: query.data?.pages.flatMap(({ list }) => list) ?? [],
  };
}
