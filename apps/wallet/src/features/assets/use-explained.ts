import { useBalances, useExplanation } from '../../lib/queries.ts';

/** The explanation of one balance as far as it is loaded; nothing is asked for while there is no asset. */
export function useExplained(currency: string | undefined) {
  const query = useExplanation(currency ?? '');
  const { data: assets } = useBalances();
  const first = query.data?.pages[0];
  const decimals = assets?.list.find((one) => one.currency === currency)?.decimals ?? 0;
  return {
    query,
    /** What the newest page says of the whole balance. */
    head: first === undefined ? undefined : { ...first, decimals: Math.min(decimals, first.scale) },
    postings: query.data?.pages.flatMap(({ list }) => list) ?? [],
  };
}
