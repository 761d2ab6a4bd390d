import '../../ui-market/tone.css';
import '../../ui/base/card.css';
import { assetsOf, pairText } from '@marigold/contract/rules/pair';

import { receivedOf, orderTone } from '../../domain/order/order-look.ts';
import { rateText } from '../../domain/order/order-words.ts';
import { type Fill, type FillDetail, useFill } from '../../domain/order/trade-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { coinText, dateTimeText, showCoin, sumText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FillDisc } from '../../ui-market/fill-row.tsx';
import { Button } from '../../ui/base/button.tsx';
import { KeyValues } from '../../ui/list/key-values.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { BillLinks } from './bill-links.tsx';
import { Copied } from './copied.tsx';
import { RecordState } from './record-state.tsx';

type ViewProps = {
  readonly id: string;
  /** Beside the list: everything on one surface that the pane brings along. */
  readonly isInPane?: boolean;
};

/** Everything about one trade of one's own. */
export function FillView({ id, isInPane = false }: ViewProps) {
  const t = useText();
  const read = useFill(id);
  if (read.data === undefined) return <RecordState id={id} read={read} what="fill" isInPane={isInPane} />;
  const { fill, billIds } = read.data;
  return (
    <article>
      <Hero fill={fill} />
      <section className={isInPane ? 'pt-4 mt-4 border-t border-line' : 'card mt-4'}>
        <Fields detail={read.data} />
      </section>
      <div className="mt-3 grid">
        <Button kind="secondary" link={linkTo(paths.order(fill.orderId))}>
          {t('orders.fill.order')}
        </Button>
      </div>
      <BillLinks ids={billIds} />
    </article>
  );
}

function Hero({ fill }: { readonly fill: Fill }) {
  const t = useText();
  const { base, quote } = assetsOf(fill.symbol);
  const kind = t(fill.side === 'buy' ? 'orders.fill.bought' : 'orders.fill.sold');
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-2">
      <FillDisc tone={orderTone(fill.side)} isLarge />
      <div className="max-w-full">
        <p className="type-sm text-ink-2">
          {`${pairText(fill.symbol)} · `}
          <span className={`tone-${orderTone(fill.side)}`}>{kind}</span>
        </p>
        <p>
          <MoneyText size="title" parts={showCoin(fill.amount, base)} />
        </p>
        <p className="type-sm text-ink-3 num">{`× ${coinText(fill.price, quote)}`}</p>
      </div>
    </header>
  );
}

function Fields({ detail: { fill, feePercent } }: { readonly detail: FillDetail }) {
  const t = useText();
  const { base, quote } = assetsOf(fill.symbol);
  const { received, currency } = receivedOf(fill);
  const number = t('orders.fill.number');
  return (
    <KeyValues
      rows={[
        { key: t('orders.fill.price'), value: coinText(fill.price, quote) },
        { key: t('orders.fill.amount'), value: coinText(fill.amount, base) },
        { key: t('orders.fill.total'), value: sumText(fill.total, quote) },
        {
          key: t('orders.fill.fee', { percent: rateText(feePercent) }),
          value: sumText(fill.fee, fill.feeCurrency),
        },
        { key: t('orders.fill.got'), value: sumText(received, currency), isStrong: true },
        { key: t('orders.fill.role'), value: t(`orders.role.${fill.role}Text`) },
        { key: t('orders.fill.yours'), value: t(`orders.side.${fill.side}`) },
        { key: t('orders.fill.counter'), value: t(`orders.side.${fill.side === 'buy' ? 'sell' : 'buy'}`) },
        { key: t('orders.column.time'), value: dateTimeText(fill.time) },
        { key: number, value: <Copied name={number} text={fill.tradeId} /> },
      ]}
    />
  );
}
