import '../../ui/base/card.css';
import { formatDate } from '@marigold/money/dates';

import { filledPercent } from '../../domain/order/order-look.ts';
import { type Order, type OrderDetail, useCancelOrder, useOrder } from '../../domain/order/trade-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { dateTimeText } from '../../lib/text/format.ts';
import { type Say, useText } from '../../lib/text/i18n.ts';
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx';
import { Timeline } from '../../ui/list/timeline.tsx';
import { DangerAsk } from '../../ui/sheet/danger-ask.tsx';
import { BillLinks } from './bill-links.tsx';
import { OrderFields } from './order-fields.tsx';
import { OrderFills } from './order-fills.tsx';
import { OrderHero } from './order-hero.tsx';
import { type OrderStep, orderSteps } from './order-steps.ts';
import { RecordState } from './record-state.tsx';

type ViewProps = {
  readonly id: string;
  /** Beside the list: everything on one surface that the pane brings along. */
  readonly isInPane?: boolean;
};

/** Everything about one order, on its page and beside the list; live while it is open. */
export function OrderView({ id, isInPane = false }: ViewProps) {
  const t = useText();
  const read = useOrder(id);
  if (read.data === undefined) return <RecordState id={id} read={read} what="order" isInPane={isInPane} />;
  const { order, billIds } = read.data;
  return (
    <article>
      <OrderHero order={order} />
      <section className={isInPane ? 'pt-5' : 'card mt-4'}>
        <VisuallyHidden>
          <h2>{t('orders.timeline')}</h2>
        </VisuallyHidden>
        <Steps detail={read.data} />
      </section>
      <section className={isInPane ? 'pt-4 mt-4 border-t border-line' : 'card mt-3'}>
        <OrderFields order={order} />
      </section>
      {order.status === 'wait' ? <Cancel order={order} /> : null}
      <OrderFills detail={read.data} />
      <BillLinks ids={billIds} />
    </article>
  );
}

function Steps({ detail: { order, fills } }: { readonly detail: OrderDetail }) {
  const t = useText();
  const firstDay = formatDate(order.time);
  return (
    <Timeline
      steps={orderSteps(order, fills[0]).map((step) => ({
        id: step.word,
        state: step.state,
        title: titleOf(t, order, step),
        lit: step.lit,
        time: step.time === undefined ? undefined : stepTime(step.time, firstDay),
      }))}
      stateLabels={{
        done: t('orders.stepState.done'),
        now: t('orders.stepState.now'),
        todo: t('orders.stepState.todo'),
        failed: t('orders.stepState.failed'),
      }}
    />
  );
}

function titleOf(t: Say, order: Order, { word }: OrderStep): string {
  if (word === 'partly') return t('orders.step.partly', { percent: String(filledPercent(order)) });
  if (word === 'ended') return t(`orders.reason.${order.reason ?? 'user'}`);
  return t(`orders.step.${word}`);
}

/** The day is named only where it is another one than that of the order. */
function stepTime(timeMs: number, firstDay: string): string {
  const text = dateTimeText(timeMs);
  return formatDate(timeMs) === firstDay ? text.slice(11) : text;
}

/** Takes the order off the book, after one question. */
function Cancel({ order: { orderId } }: { readonly order: Order }) {
  const t = useText();
  const { isOnline } = useOnline();
  const { cancel, isCancelling } = useCancelOrder();
  return (
    <div className="mt-3 grid gap-2">
      <DangerAsk
        label={t('orders.cancelOrder')}
        title={t('orders.cancelOrderAsk')}
        text={t('orders.cancelOrderText')}
        cancelLabel={t('orders.keep')}
        closeLabel={t('shell.close')}
        busyLabel={t('orders.cancelling')}
        isBusy={isCancelling(orderId)}
        disabledReason={isOnline ? undefined : t('orders.offline')}
        onConfirm={async () => await cancel(orderId)}
      />
    </div>
  );
}
