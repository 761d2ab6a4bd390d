import { linkTo } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { showNumber } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { ScreenSheet } from '../../../screen/screen-sheet.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { CoinIcon } from '../../../ui/base/coin.tsx';
import { List, ListRow } from '../../../ui/list/list.tsx';
import { MoneyText } from '../../../ui/money/money-text.tsx';
import type { TransferFormState } from './use-transfer-form.ts';

type CoinSheetProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly form: TransferFormState;
  readonly onPick: (currency: string) => void;
};

/** Which of the balances is sent from. */
export function CoinSheet({ isOpen, onClose, form, onPick }: CoinSheetProps) {
  const t = useText();
  const { balances, currency, network } = form;
  const back = paths.transfer({ currency, chain: network === undefined ? 'internal' : network.chain });
  return (
    <ScreenSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('transfer.chooseCurrency')}
      foot={
        <Button
          kind="secondary"
          icon="magnifying-glass"
          link={linkTo(
            network === undefined ? paths.currencyBalance({ back }) : paths.currencyNormal({ back }),
          )}
        >
          {t('transfer.searchCurrency')}
        </Button>
      }
    >
      <List label={t('transfer.chooseCurrency')} className="-mx-4 rounded-none bg-transparent">
        {balances.map((row) => (
          <ListRow
            key={row.currency}
            glyph={<CoinIcon ticker={row.currency} />}
            title={row.currency}
            detail={row.name}
            value={<MoneyText parts={showNumber(row.available, { decimalsMin: row.decimals })} />}
            isSelected={row.currency === currency}
            onPress={() => onPick(row.currency)}
          />
        ))}
      </List>
    </ScreenSheet>
  );
}
