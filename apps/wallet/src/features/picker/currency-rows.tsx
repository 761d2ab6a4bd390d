import type { ReactNode } from 'react';

import { balanceCover, useDeviceSwitch } from '../../lib/device/device-switch.ts';
import { showNumber } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { CoinIcon } from '../../ui/base/coin.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';

export type CurrencyRow = {
  readonly code: string;
  /** In the reader's words. */
  readonly name: string;
  readonly kind: 'coin' | 'fiat';
  readonly decimals: number;
  /** Undefined while balances are not known. */
  readonly available: string | undefined;
};

type RowsProps = {
  readonly title?: string | undefined;
  readonly rows: readonly CurrencyRow[];
  readonly chosen: string | undefined;
  readonly detail?: (row: CurrencyRow) => ReactNode;
  readonly onPick: (code: string) => void;
};

/** Currencies to choose from, each with what is available of it. */
export function CurrencyRows({ title, rows, chosen, detail, onPick }: RowsProps) {
  const t = useText();
  const [isHidden] = useDeviceSwitch(balanceCover);
  if (rows.length === 0) return null;
  return (
    <>
      {title === undefined ? <div className="pt-4" /> : <SectionHead isQuiet title={title} />}
      <List label={title ?? t('shell.title.currency')}>
        {rows.map((row) => (
          <ListRow
            key={row.code}
            glyph={<CoinIcon ticker={row.code} />}
            title={row.code}
            detail={
              <>
                <span className="block">{row.name}</span>
                {detail === undefined ? null : <span className="block">{detail(row)}</span>}
              </>
            }
            value={
              row.available === undefined ? undefined : (
                <MoneyText
                  parts={showNumber(row.available, { decimalsMin: row.decimals })}
                  isHidden={isHidden}
                  hiddenLabel={t('shell.hiddenAmount')}
                />
              )
            }
            isSelected={row.code === chosen}
            onPress={() => onPick(row.code)}
          />
        ))}
      </List>
    </>
  );
}

/** Those of one kind under their head. */
export function ByKind({ rows, ...more }: Omit<RowsProps, 'title'>) {
  const t = useText();
  return (
    <>
      <CurrencyRows title={t('picker.coins')} rows={rows.filter(({ kind }) => kind === 'coin')} {...more} />
      <CurrencyRows title={t('picker.fiats')} rows={rows.filter(({ kind }) => kind === 'fiat')} {...more} />
    </>
  );
}
