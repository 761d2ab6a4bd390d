import { type OrderSearch, paths } from '../../lib/route/paths.ts';
import { Screen } from '../../screen/screen.tsx';
import { OrderView } from './order-view.tsx';

/** One order on a page of its own. */
export function OrderPage({ id = '' }: OrderSearch) {
  return (
    <Screen back={paths.tradeBills({ tab: 'history' })} width="480">
      <OrderView id={id} />
    </Screen>
  );
}
