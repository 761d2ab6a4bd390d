import '../../../ui-market/tone.css';
import type { Market } from '@marigold/contract/calls/market';
import { pairText } from '@marigold/contract/rules/pair';
import { useState } from 'react';

import { changeTone, volumeText } from '../../../domain/market/market-format.ts';
import { useTickers } from '../../../domain/market/market-queries.ts';
import { priceText } from '../../../domain/market/price-text.ts';
import { changeText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { ScreenSheet } from '../../../screen/screen-sheet.tsx';
import { CoinIcon } from '../../../ui/base/coin.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { List, ListRow } from '../../../ui/list/list.tsx';

type PairSheetProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly symbol: string;
  readonly onPick: (symbol: string) => void;
};

/** Every market with its live price. */
export function PairSheet({ isOpen, onClose, symbol, onPick }: PairSheetProps) {
  const t = useText();
  return (
    <ScreenSheet isOpen={isOpen} onClose={onClose} title={t('trade.pairs')}>
      {isOpen ? <Pairs symbol={symbol} onPick={onPick} /> : null}
    </ScreenSheet>
  );
}

function Pairs({ symbol, onPick }: Pick<PairSheetProps, 'symbol' | 'onPick'>) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const { data } = useTickers();
  const found = (data?.list ?? []).filter((market) => isFound(market, typed));
  return (
    <>
      <SearchField
        label={t('trade.pairs.search')}
        value={typed}
        onChange={setTyped}
        clearLabel={t('trade.pairs.clear')}
      />
      {found.length === 0 ? (
        <p className="type-sm text-ink-3 py-6 text-center" role="status">
          {t('trade.pairs.none')}
        </p>
      ) : (
        <List label={t('trade.pairs')} className="-mx-4 mt-2 rounded-none bg-transparent">
          {found.map((market) => (
            <PairRow
              key={market.symbol}
              market={market}
              isSelected={market.symbol === symbol}
              onPress={() => onPick(market.symbol)}
            />
          ))}
        </List>
      )}
    </>
  );
}

type PairRowProps = { readonly market: Market; readonly isSelected: boolean; readonly onPress: () => void };

function PairRow({ market, isSelected, onPress }: PairRowProps) {
  const { last, change24h, turnover } = market.ticker;
  return (
    <ListRow
      glyph={<CoinIcon ticker={market.base} />}
      title={pairText(market.symbol)}
      detail={`${market.name} · ${volumeText(turnover)} ${market.quote}`}
      value={last === null ? '—' : priceText(last, market.priceDecimals)}
      valueDetail={change24h === null ? '—' : <Change change={change24h} />}
      isSelected={isSelected}
      onPress={onPress}
    />
  );
}

function Change({ change }: { readonly change: string }) {
  return <span className={`num tone-${changeTone(change)}`}>{changeText(change)}</span>;
}

function isFound({ symbol, name }: Market, typed: string): boolean {
  const wanted = typed.trim().toUpperCase().replace('/', '_');
  return symbol.includes(wanted) || name.toUpperCase().includes(wanted);
}
