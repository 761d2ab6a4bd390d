import type { BillDetail } from '@marigold/contract/calls/bill';
import { useState } from 'react';

import { useBillDetail } from '../../domain/chain/deposit-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { coinText, momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';

const visibleFirst = 3;

/** The bills that tell of an order or a fill; a long story is opened on demand. */
export function BillLinks({ ids }: { readonly ids: readonly string[] }) {
  const t = useText();
  const [isWhole, setWhole] = useState(false);
  if (ids.length === 0) return null;
  const visible = isWhole ? ids : ids.slice(0, visibleFirst);
  const action =
    visible.length === ids.length ? undefined : (
      <button type="button" onClick={() => setWhole(true)}>
        {t('orders.bills.all', { count: ids.length })}
      </button>
    );
  return (
    <>
      <SectionHead title={t('orders.bills')} action={action} />
      <List label={t('orders.bills')}>
        {visible.map((id) => (
          <BillLink key={id} id={id} />
        ))}
      </List>
    </>
  );
}

/** One bill; what is not read yet is a link all the same. */
function BillLink({ id }: { readonly id: string }) {
  const t = useText();
  const { data: bill } = useBillDetail(id);
  const isIn = bill?.direction === 'in';
  return (
    <ListRow
      glyph={<ListGlyph icon={isIn ? 'arrow-down-left' : 'arrow-up-right'} />}
      title={bill === undefined ? t('orders.bill') : t(`bill.type.${bill.type}`)}
      {...(bill === undefined
        ? {}
        : {
            detail: isTakenBack(bill) ? t('orders.state.cancelled') : t(`bill.status.${bill.status}`),
            value: `${isIn ? '+' : '\u2212'}${coinText(bill.amount, bill.currency, { decimalsMin: bill.decimals })}`,
            valueDetail: momentText(bill.time),
          })}
      link={linkTo(paths.billDetail(id))}
    />
  );
}

/** An order that ends with nothing traded did not fail: it was taken back. */
function isTakenBack({ type, status }: BillDetail): boolean {
  return type === 'CURRENCY_TRADE' && status === 'failed';
}
