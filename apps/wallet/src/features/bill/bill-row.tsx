import type { Bill } from '@marigold/contract/calls/bill';
import { pairText } from '@marigold/contract/rules/pair';

import { sideOfBill } from '../../domain/order/order-look.ts';
import { clockText, showCoin } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { AddressText } from '../../ui/address/address-text.tsx';
import type { LinkRender } from '../../ui/base/pressable.tsx';
import { ListRow } from '../../ui/list/list.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';
import {
  amountLook,
  countOf,
  isAddressValue,
  isLock,
  isTrade,
  litPetalsOfBill,
  type BillOfTrade,
} from './bill-look.ts';
import { BillSign } from './bill-sign.tsx';
import { statusText } from './status-text.ts';

type RowProps = {
  readonly bill: Bill;
  readonly isSelected: boolean;
  readonly link: LinkRender;
};

/** One bill of the list; the day stands over it. */
export function BillItem({ bill, isSelected, link }: RowProps) {
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
function BillNews({ bill }: { readonly bill: Bill }) {
  const t = useText();
  const { status, direction, counterparty } = bill;
  if (isTrade(bill)) return <TradeNews bill={bill} />;
  if (status === 'failed') return <span className="text-bad">{t('bill.status.failed')}</span>;
  if (litPetalsOfBill(bill) !== undefined) {
    const counted = countOf(bill);
    const words = counted === undefined ? t(`bill.status.${status}`) : t('bill.countingShort', counted);
    return <span className="text-brand-text">{words}</span>;
  }
  if (counterparty === null || isLock(bill)) return t('bill.status.success');
  if (isAddressValue(counterparty)) return <AddressText address={counterparty} isShort />;
  return t(direction === 'in' ? 'bill.from' : 'bill.to', { name: counterparty });
}

/** The market, and what was done there, or that its order goes on or was taken back. */
function TradeNews({ bill }: { readonly bill: BillOfTrade }) {
  const t = useText();
  const pair = <span className="whitespace-nowrap">{pairText(bill.symbol)}</span>;
  // What comes back was neither bought nor sold.
  if (bill.type === 'CURRENCY_TRADE_RECOVERY') return pair;
  const isRunning = litPetalsOfBill(bill) !== undefined;
  const done = bill.status === 'failed' ? statusText(t, bill) : t(`bill.trade.${sideOfBill(bill)}`);
  return (
    <span className={isRunning ? 'text-brand-text' : ''}>
      {pair} · {isRunning ? t('bill.trade.running') : done}
    </span>
  );
}
