import { useFavorites } from '../../domain/market/favorites.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { IconButton } from '../../ui/base/icon-button.tsx';

/** Keeps a market among one's own; a visitor logs in first and comes back here. */
export function StarButton({ symbol }: { readonly symbol: string }) {
  const t = useText();
  const { list, toggle } = useFavorites();
  const isFavorite = list.includes(symbol);
  return (
    <IconButton
      icon={isFavorite ? 'star-fill' : 'star'}
      label={t(isFavorite ? 'market.star.remove' : 'market.star.add')}
      onPress={() => void toggle(symbol, paths.market(symbol))}
    />
  );
}
