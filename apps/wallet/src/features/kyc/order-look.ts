/** An order of a check as a person sees it: one table of what each state says and offers. */
import type { KycOrderDetail, KycOrderItem } from '../../domain/kyc/kyc-queries.ts';
import type { TagTone } from '../../ui/base/tag.tsx';
import type { TimelineStep } from '../../ui/list/timeline.tsx';

type KycOrderPhase = KycOrderItem['status'];

/** States of the contract, split where the money or the result makes another sentence of them. */
type OrderFace =
  | 'pending'
  | 'overdue'
  | 'paid'
  | 'approved'
  | 'final'
  | 'completed'
  | 'cancelled'
  | 'refunded';

/** The one main action of an order that is no longer to be paid. */
type OrderWay = 'again' | 'check' | 'mine' | 'support' | 'none';

export const orderWays: Readonly<Record<Exclude<OrderFace, 'pending'>, OrderWay>> = {
  overdue: 'again',
  paid: 'check',
  approved: 'mine',
  final: 'support',
  completed: 'mine',
  cancelled: 'again',
  refunded: 'again',
};

export const orderTones: Readonly<Record<KycOrderPhase, TagTone>> = {
  pending: 'warn',
  paid: 'info',
  overdue: 'bad',
  completed: 'ok',
  cancelled: 'neutral',
};

/** The state of an order whose time may be over before the server has said so. */
export function stateNow(order: Pick<KycOrderItem, 'status'>, isTimeUp: boolean): KycOrderPhase {
  return order.status === 'pending' && isTimeUp ? 'overdue' : order.status;
}

export function faceOf(
  order: Pick<KycOrderDetail, 'status' | 'result' | 'billId'>,
  isTimeUp: boolean,
): OrderFace {
  const state = stateNow(order, isTimeUp);
  if (state === 'completed') return order.result ?? 'completed';
  // Only what was paid has a bill, and what was paid is cancelled with the money back.
  if (state === 'cancelled') return order.billId === null ? 'cancelled' : 'refunded';
  return state;
}

type OrderStep = {
  readonly status: KycOrderPhase;
  readonly state: TimelineStep['state'];
  /** Epoch ms; undefined where it is still to come. */
  readonly time: number | undefined;
};

/** What happened to the order, and what is still to come of it. */
export function kycOrderSteps(
  order: Pick<KycOrderDetail, 'status' | 'timeline'>,
  isTimeUp: boolean,
): OrderStep[] {
  const state = stateNow(order, isTimeUp);
  const past: OrderStep[] = order.timeline.map(({ status, time }) => ({
    status,
    state: status === 'overdue' || status === 'cancelled' ? 'failed' : 'done',
    time,
  }));
  if (state === 'pending') {
    const [last] = past.splice(-1);
    return [
      ...past,
      { status: 'pending', state: 'now', time: last?.time },
      { status: 'paid', state: 'todo', time: undefined },
      { status: 'completed', state: 'todo', time: undefined },
    ];
  }
  if (state === 'overdue' && order.status === 'pending')
    return [...past, { status: 'overdue', state: 'failed', time: undefined }];
  if (state === 'paid') return [...past, { status: 'completed', state: 'todo', time: undefined }];
  return past;
}

/** The order that a visit of the page without an id is about; undefined where a new one may be made. */
export function openOrder(order: KycOrderItem | null): string | undefined {
  if (order === null || order.status === 'completed' || order.status === 'cancelled') return undefined;
  return order.orderId;
}

/** `m:ss`. */
export function clockLeft(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
