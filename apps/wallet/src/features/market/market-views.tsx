import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Chip, Chips } from '../../ui/field/chip.tsx';
import type { MarketView } from './market-view.ts';

/** What the list can be narrowed to. */
export function Views({ view, quotes }: { readonly view: MarketView; readonly quotes: readonly string[] }) {
  const t = useText();
  const chip = (value: MarketView, label: string) => (
    <Chip key={value} isSelected={view === value} onPress={() => choose(value)}>
      {value === 'favorites' ? <Icon name="star-fill" size={16} className="text-brand-text" /> : null}
      {label}
    </Chip>
  );
  return (
    <Chips label={t('market.filter')}>
      {chip('all', t('market.all'))}
      {chip('favorites', t('market.favorites'))}
      {quotes.map((quote) => chip(quote, quote))}
      {chip('gainers', t('market.gainers'))}
      {chip('losers', t('market.losers'))}
    </Chips>
  );
}

/** The address keeps the view, for whoever comes back from a pair. */
function choose(view: MarketView): void {
  go(paths.markets(view === 'all' ? {} : { view }), { isReplacing: true });
}
