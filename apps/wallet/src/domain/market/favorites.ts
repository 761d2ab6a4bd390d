import { useSession } from '../../lib/device/session.ts';
/** The favourite markets of a person; visitors have none and are asked to log in. */
import { useIntent } from '../../lib/intents/intent.ts';
import { queryClient, queryKey, useRead } from '../../lib/query/queries.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';

export type Favorites = {
  readonly list: readonly string[];
  /** Known for somebody logged in once they were read. */
  readonly isKnown: boolean;
  /** Puts a market among them or takes it out; `back` is where logging in leads. */
  readonly toggle: (symbol: string, back: string) => Promise<void>;
};

export function useFavorites(): Favorites {
  const { hasLogin } = useSession();
  const { data } = useRead('market/favorites', {}, { isEnabled: hasLogin });
  const favor = useIntent('market/favor');
  const list = hasLogin ? (data?.list ?? []) : [];
  async function toggle(symbol: string, back: string): Promise<void> {
    if (!hasLogin) return go(paths.login({ back }));
    try {
      const result = await favor.send({ symbol, on: !list.includes(symbol) }, { disableLoading: true });
      if (result.ok) queryClient.setQueryData(queryKey('market/favorites', {}), { list: result.data.list });
    } catch {
      // The network's own words were said; the star stays as it is.
    }
  }
  return { list, isKnown: hasLogin && data !== undefined, toggle };
}
