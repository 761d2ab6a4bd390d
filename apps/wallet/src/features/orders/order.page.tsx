import { useText } from '../../lib/i18n.ts';
import { goBack } from '../../lib/navigation.ts';
import { type OrderSearch, paths } from '../../lib/paths.ts';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { OrderView } from './order-view.tsx';

/** One order on a page of its own. */
export function OrderPage({ id = '' }: OrderSearch) {
  const t = useText();
  const back = {
    kind: 'back',
    label: t('shell.back'),
    onPress: () => goBack(paths.tradeBills({ tab: 'history' })),
  } as const;
  return (
    <Page nav={<NavBar title={t('shell.title.tradedetail')} back={back} />} width="480">
      <OrderView id={id} />
    </Page>
  );
}
