import { showNumber } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { Coin } from '../../ui/coin.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { BalanceRow } from './use-terms.ts';

type CoinSheetProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly balances: readonly BalanceRow[];
  readonly currency: string;
  readonly onPick: (currency: string) => void;
};

/** Which of the balances is sent from. */
export function CoinSheet({ isOpen, onClose, balances, currency, onPick }: CoinSheetProps) {
  const t = useText();
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('transfer.chooseCurrency')}
      closeLabel={t('shell.close')}
    >
      <List label={t('transfer.chooseCurrency')} className="-mx-4 rounded-none bg-transparent">
        {balances.map((row) => (
          <ListRow
            key={row.currency}
            glyph={<Coin ticker={row.currency} />}
            title={row.currency}
            detail={row.name}
            value={<MoneyText parts={showNumber(row.available, { decimalsMin: row.decimals })} />}
            isSelected={row.currency === currency}
            onPress={() => onPick(row.currency)}
          />
        ))}
      </List>
    </Sheet>
  );
}
