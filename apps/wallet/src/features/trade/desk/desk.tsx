import './desk.css';
import type { ComponentProps } from 'react';

import { FreezeNote } from '../../../screen/freeze-note.tsx';
import { BookPanel } from '../book/book-panel.tsx';
import { PairStrip } from '../book/pair-head.tsx';
import { LockedNote } from '../form/locked-note.tsx';
import { OrderPanel } from '../form/order-panel.tsx';
import { DeskChart } from './desk-chart.tsx';
import { DeskOrders } from './desk-orders.tsx';
import { DeskTrades } from './desk-trades.tsx';

type DeskProps = ComponentProps<typeof OrderPanel> & {
  readonly head: ComponentProps<typeof PairStrip>;
  readonly book: ComponentProps<typeof BookPanel>;
};

/** The desktop: chart, book and form beside each other, own orders beneath (DESIGN.md 5). */
export function TradingDesk({ head, book, ...panels }: DeskProps) {
  const { market, entry } = panels;
  return (
    <div className="desk">
      <PairStrip {...head} />
      <section className="desk-panel desk-panel-chart">
        <DeskChart market={market} />
      </section>
      <section className="desk-panel desk-panel-book">
        <BookPanel {...book} />
      </section>
      <section className="desk-panel desk-panel-form">
        <LockedNote market={market} />
        <FreezeNote areas={['trade']} className="pb-3" />
        <OrderPanel {...panels} />
        <div className="desk-panel-more">
          <DeskTrades market={market} />
        </div>
      </section>
      <section className="desk-panel desk-panel-orders">
        <DeskOrders market={market} config={entry.config.data} />
      </section>
    </div>
  );
}
