import { AddressText } from '../../../ui/address/address-text.tsx';
import type { TransferOrder } from '../form/order.ts';

/** Who was paid, with what they were paid by. */
export function PaidTo({ order }: { readonly order: TransferOrder }) {
  if (order.kind === 'internal') return `${order.payee} · ${order.to}`;
  const person = order.name ?? order.internal;
  return (
    <>
      {person === null ? null : <span className="block wrap-anywhere">{person}</span>}
      <AddressText address={order.address} />
    </>
  );
}
