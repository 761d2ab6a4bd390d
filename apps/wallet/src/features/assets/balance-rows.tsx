import type { Balance } from '@marigold/contract/calls/wallet';

import { balanceCover, useDeviceSwitch } from '../../lib/device/device-switch.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { coinText, fiatText, showNumber } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { CoinIcon } from '../../ui/base/coin.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';

type RowsProps = {
  readonly balances: readonly Balance[];
  readonly fiat: string;
  readonly explain: string | undefined;
};

/** A row each; every row leads to the entries that its balance is made of. */
export function BalanceRows({ balances, fiat, explain }: RowsProps) {
  const t = useText();
  const [isHidden] = useDeviceSwitch(balanceCover);
  return (
    <List label={t('shell.title.assets')}>
      {balances.map((balance) => {
        const { currency, name, available, decimals } = balance;
        // Another balance takes the place of the one explained, so that one step back closes it.
        const link = linkTo(paths.assets({ explain: currency }), { isReplacing: explain !== undefined });
        return (
          <ListRow
            key={currency}
            glyph={<CoinIcon ticker={currency} />}
            title={currency}
            detail={name}
            value={
              <MoneyText
                parts={showNumber(available, { decimalsMin: decimals })}
                isHidden={isHidden}
                hiddenLabel={t('shell.hiddenAmount')}
              />
            }
            valueDetail={isHidden ? undefined : <BalanceDetail balance={balance} fiat={fiat} />}
            isSelected={explain === currency}
            link={link}
          />
        );
      })}
    </List>
  );
}

function BalanceDetail({ balance, fiat }: { readonly balance: Balance; readonly fiat: string }) {
  const t = useText();
  const { worth, held, locked, currency, decimals } = balance;
  const text = (decimal: string) => coinText(decimal, currency, { decimalsMin: decimals });
  return (
    <>
      {worth === null ? t('assets.noRate') : fiatText(worth, fiat)}
      {/* On the narrowest screens these words leave the name of the coin its place. */}
      <span className="block ms-auto max-[359px]:max-w-28">
        {/[1-9]/.test(locked) ? (
          <span className="block">{t('assets.locked', { amount: text(locked) })}</span>
        ) : null}
        {/[1-9]/.test(held) ? (
          <span className="flex items-center justify-end gap-1">
            <Icon name="lock-fill" size={13} />
            {t('assets.held', { amount: text(held) })}
          </span>
        ) : null}
      </span>
      <VisuallyHidden>{`, ${t('assets.explain.action')}`}</VisuallyHidden>
    </>
  );
}
