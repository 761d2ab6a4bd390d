import { useBillDetail } from '../../lib/deposit-queries.ts';
import { useText } from '../../lib/i18n.ts';
import { goBack } from '../../lib/navigation.ts';
import { type BillDetailSearch, paths } from '../../lib/paths.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { BillView } from './bill-view.tsx';
import { shareBill } from './share-bill.ts';

/** One bill on a page of its own (spec 2, 3). */
export function BillDetailPage({ id = '' }: BillDetailSearch) {
  const t = useText();
  const back = { kind: 'back', label: t('shell.back'), onPress: () => goBack(paths.bills()) } as const;
  return (
    <Page
      nav={<NavBar title={t('shell.title.billdetail')} back={back} actions={<ShareBill id={id} />} />}
      width="480"
    >
      <BillView id={id} />
    </Page>
  );
}

/** The bill as a picture, as soon as there is one. */
function ShareBill({ id }: { readonly id: string }) {
  const t = useText();
  const { data: bill } = useBillDetail(id);
  if (bill === undefined) return null;
  return (
    <IconButton icon="share-network" label={t('bill.sharePicture')} onPress={() => void shareBill(bill)} />
  );
}
