import type { Bill } from '@marigold/contract/bill';

import { clockText, showCoin } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { ListRow } from '../../ui/list.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import type { LinkRender } from '../../ui/pressable.tsx';
import { amountLook, litPetals } from './bill-look.ts';
import { BillSign } from './bill-sign.tsx';

type RowProps = {
  readonly bill: Bill;
  readonly isSelected: boolean;
  readonly link: LinkRender;
};

/** One bill of the list; the day stands over it. */
export function BillRow({ bill, isSelected, link }: RowProps) {
  const t = useText();
  const { type, amount, currency, decimals, time } = bill;
  return (
    <ListRow
      glyph={<BillSign bill={bill} />}
      title={t(`bill.type.${type}`)}
      detail={<BillNews bill={bill} />}
      value={<MoneyText {...amountLook(bill, showCoin(amount, currency, { decimalsMin: decimals }))} />}
      valueDetail={clockText(time)}
      isSelected={isSelected}
      link={link}
    />
  );
}

/** What there is to know beside the amount: how far it is while it runs, afterwards who was on the other side. */
function BillNews({ bill: { status, direction, counterparty } }: { readonly bill: Bill }) {
  const t = useText();
  if (status === 'failed') return <span className="text-bad">{t('bill.status.failed')}</span>;
  if (litPetals(status) !== undefined)
    return <span className="text-brand-text">{t(`bill.status.${status}`)}</span>;
  if (counterparty === null) return t('bill.status.success');
  return t(direction === 'in' ? 'bill.from' : 'bill.to', { name: counterparty });
}
