import '../../../ui-market/tone.css';
import { pairText } from '@marigold/contract/rules/pair';

import { orderTone } from '../../../domain/order/order-look.ts';
import type { useFills } from '../../../domain/order/trade-queries.ts';
import { PageLink } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { coinText, dateTimeText, numberText, sumText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { ReadFailed, WaitingRows } from '../../../screen/when-read.tsx';
import { DenseTable } from '../../../ui-market/dense-table.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';

type DeskFillsProps = { readonly fills: Pick<ReturnType<typeof useFills>, 'data' | 'error' | 'refetch'> };

/** Own trades of a market as a table. */
export function DeskFills({ fills: { data, error, refetch } }: DeskFillsProps) {
  const t = useText();
  const rows = data?.pages.flatMap(({ list }) => list);
  if (rows === undefined) {
    if (error === null) return <WaitingRows rows={2} />;
    return <ReadFailed isInline error={error} reason={t('orders.failed')} onRetry={refetch} />;
  }
  if (rows.length === 0)
    return (
      <EmptyState title={t('orders.empty.fills.title')} reason={t('orders.empty.fills.text')} isInline />
    );
  return (
    <DenseTable
      label={t('trade.orders.fills')}
      columns={[
        { label: t('orders.column.time') },
        { label: t('orders.column.pair') },
        { label: t('orders.side') },
        { label: t('orders.column.price'), isNumber: true },
        { label: t('orders.column.amount'), isNumber: true },
        { label: t('orders.column.total'), isNumber: true },
        { label: t('orders.column.fee'), isNumber: true },
      ]}
      rows={rows}
      keyOf={({ tradeId }) => tradeId}
      cellsOf={(fill) => [
        <PageLink key="time" to={paths.fill(fill.tradeId)} className="underline-offset-2 hover:underline">
          {dateTimeText(fill.time).slice(5)}
        </PageLink>,
        pairText(fill.symbol),
        <span key="side" className={`tone-${orderTone(fill.side)}`}>
          <span aria-hidden="true">{fill.side === 'buy' ? '▲ ' : '▼ '}</span>
          {t(fill.side === 'buy' ? 'orders.fill.bought' : 'orders.fill.sold')}
        </span>,
        numberText(fill.price),
        numberText(fill.amount),
        sumText(fill.total),
        coinText(fill.fee, fill.feeCurrency),
      ]}
    />
  );
}
