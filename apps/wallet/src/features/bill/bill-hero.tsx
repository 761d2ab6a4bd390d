import type { BillDetail } from '@marigold/contract/bill';

import { showCoin } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { Bloom } from '../../ui/bloom.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { amountLook, litPetals } from './bill-look.ts';

/** What happened and how much, in one glance; petals open while the reader looks. */
export function BillHero({ bill }: { readonly bill: BillDetail }) {
  const t = useText();
  const { type, status, amount, currency, decimals } = bill;
  const look = amountLook(bill, showCoin(amount, currency, { decimalsMin: decimals }));
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-2">
      <HeroSign status={status} />
      <div className="max-w-full">
        <p className="type-sm text-ink-2">{`${t(`bill.type.${type}`)} · ${t(`bill.status.${status}`)}`}</p>
        <p className={look.isStruck ? 'text-ink-3' : ''}>
          <MoneyText size="title" parts={look.parts} isStruck={look.isStruck} />
        </p>
      </div>
    </header>
  );
}

function HeroSign({ status }: { readonly status: BillDetail['status'] }) {
  const t = useText();
  if (status === 'failed') {
    return (
      <span className="gi gi-bad state-sign">
        <Icon name="x" size={34} />
      </span>
    );
  }
  return (
    <span className="flex-none">
      <Bloom size={72} lit={litPetals(status) ?? 12} label={t(`bill.status.${status}`)} />
    </span>
  );
}
