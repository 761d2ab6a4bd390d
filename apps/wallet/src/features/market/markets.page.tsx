import { useState } from 'react';

import { type MarketsSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { SearchField } from '../../ui/field/search-field.tsx';
import { ListedMarkets } from './listed-markets.tsx';

/** Every pair with its price of now: to be searched, sorted and kept among one's own. */
export function MarketsPage({ view: wanted = 'all' }: MarketsSearch) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [isSearching, setSearching] = useState(false);
  return (
    <Screen
      back={paths.home()}
      actions={
        <span className="wide:hidden">
          <IconButton
            icon="magnifying-glass"
            label={t('market.search')}
            isPressed={isSearching}
            onPress={() => {
              setSearching(!isSearching);
              setTyped('');
            }}
          />
        </span>
      }
    >
      <div className={isSearching ? 'pb-3' : 'pb-3 hidden wide:block'}>
        <SearchField
          label={t('market.search')}
          clearLabel={t('market.searchClear')}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <ListedMarkets view={wanted} typed={typed.trim()} />
    </Screen>
  );
}
