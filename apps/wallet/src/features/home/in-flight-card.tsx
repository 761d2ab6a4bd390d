import type { ReactElement } from 'react';

import type { Deposit } from '../../domain/chain/deposit-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { sumText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { petalsOf } from '../../ui/base/bloom-geometry.ts';
import { Bloom } from '../../ui/base/bloom.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';

/** The newest deposit on its way, one petal for each block; it leads to its bill. */
export function InFlightCard({ deposit }: { readonly deposit: Deposit }): ReactElement {
  const t = useText();
  const { amount, currency, confirmations, required, billId, chain } = deposit;
  return (
    <List className="mb-4">
      <ListRow
        glyph={<Bloom size={44} lit={petalsOf(confirmations, required)} number={confirmations} />}
        title={t('home.onItsWay', {
          amount: sumText(amount ?? '0', currency ?? ''),
        })}
        detail={<span role="status">{t('home.counting', { count: confirmations, required })}</span>}
        hasCaret
        link={linkTo(billId === null ? paths.receive({ chain }) : paths.billDetail(billId))}
      />
    </List>
  );
}
