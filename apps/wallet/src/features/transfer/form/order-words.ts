/** An order in short words. */
import { shortAddress } from '../../../ui/address/address-parts.ts';
import type { Order } from './order.ts';

/** Who is paid, as one name. */
export function payeeOf(order: Order): string {
  if (order.kind === 'internal') return order.payee;
  return order.name ?? order.internal ?? shortAddress(order.address);
}

/** True when no chain is needed: the money is there with the answer. */
export function isAtOnce(order: Order): boolean {
  return order.kind === 'internal' || order.internal !== null;
}
