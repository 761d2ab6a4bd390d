import type { ReactElement } from 'react';

import type { Deposit } from '../../lib/deposit-queries.ts';
import { coinText } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { petalsOf } from '../../ui/bloom-geometry.ts';
import { Bloom } from '../../ui/bloom.tsx';
import { List, ListRow } from '../../ui/list.tsx';

/** The newest deposit on its way, one petal for each block; it leads to its bill. */
export function InFlightCard({ deposit }: { readonly deposit: Deposit }): ReactElement {
  const t = useText();
  const { amount, currency, confirmations, required, billId, chain } = deposit;
  return (
    <List className="mb-4">
      <ListRow
        glyph={<Bloom size={44} lit={petalsOf(confirmations, required)} number={confirmations} />}
        title={t('home.onItsWay', {
          amount: coinText(amount ?? '0', currency ?? '', { decimalsMin: 2 }),
        })}
        detail={<span role="status">{t('home.counting', { count: confirmations, required })}</span>}
        hasCaret
        link={linkTo(billId === null ? paths.receive({ chain }) : paths.billDetail(billId))}
      />
    </List>
  );
}
