import { useText } from '../../lib/i18n.ts';
import { goBack } from '../../lib/navigation.ts';
import { type BillDetailSearch, paths } from '../../lib/paths.ts';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { BillView } from './bill-view.tsx';

/** One bill on a page of its own (spec 2, 3). */
export function BillDetailPage({ id = '' }: BillDetailSearch) {
  const t = useText();
  const back = { kind: 'back', label: t('shell.back'), onPress: () => goBack(paths.bills()) } as const;
  return (
    <Page nav={<NavBar title={t('shell.title.billdetail')} back={back} />} width="480">
      <BillView id={id} />
    </Page>
  );
}
