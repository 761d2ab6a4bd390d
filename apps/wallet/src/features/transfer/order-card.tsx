import type { ReactNode } from 'react';

import { showCoin } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyValues } from '../../ui/key-values.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import type { Order } from './order.ts';

/** What is approved, next to where it is approved (DESIGN.md "Say what is signed"): amount, payee, fee. */
export function OrderCard({ order, link }: { readonly order: Order; readonly link: ReactNode }) {
  const t = useText();
  const { currency, decimals, amount, payee, to, note } = order;
  const parts = (decimal: string) => showCoin(decimal, currency, { decimalsMin: decimals });
  const [before = '', after = ''] = t('transfer.toPayee', { payee: '\u0000' }).split('\u0000');
  const noted = note === undefined ? [] : [{ key: t('transfer.note'), value: note }];
  return (
    <>
      <Card tone="sunken" className="mt-2">
        <p className="type-sm text-ink-2">{t('transfer.youSend')}</p>
        <MoneyText size="display" parts={parts(amount)} />
        <p className="mt-2 type-sm wrap-anywhere text-ink-2">
          {before}
          <b className="font-semibold text-ink">{payee}</b>
          {after} · {to}
        </p>
        <div className="mt-2.5 border-t border-line pt-1">
          <KeyValues
            isTight
            rows={[
              { key: t('transfer.fee'), value: <MoneyText parts={parts(order.fee)} /> },
              { key: t('transfer.recipientGets'), value: <MoneyText parts={parts(order.recipientGets)} /> },
              ...noted,
            ]}
          />
        </div>
      </Card>
      <p className="mt-2 mb-3 flex gap-2 type-sm text-ink-2">
        <Icon name="link-bold" size={18} className="mt-px flex-none text-ok" />
        <span>{link}</span>
      </p>
    </>
  );
}
