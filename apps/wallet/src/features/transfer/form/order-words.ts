/** An order in short words. */
import { shortAddress } from '../../../ui/address/address-parts.ts';
import type { TransferOrder } from './order.ts';

/** Who is paid, as one name. */
export function payeeWords(order: TransferOrder): string {
  if (order.kind === 'internal') return order.payee;
  return order.name ?? order.internal ?? shortAddress(order.address);
}

/** True when no chain is needed: the money is there with the answer. */
export function isAtOnce(order: TransferOrder): boolean {
  return order.kind === 'internal' || order.internal !== null;
}
