import type { CardOrderSearch } from '../../lib/route/paths.ts';
import { NewApplication } from './order/new-application.tsx';
import { ApplicationToPay } from './pay/application-to-pay.tsx';

/** An application (spec 2): made with name, phone and delivery; by its id it gets its identity and is paid. */
export function CardMethodPage({ product = '', id, country }: CardOrderSearch) {
  if (id !== undefined) return <ApplicationToPay key={id} id={id} />;
  return <NewApplication key={product} productId={product} country={country} />;
}
