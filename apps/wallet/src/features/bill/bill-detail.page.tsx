import { useBillDetail } from '../../lib/deposit-queries.ts';
import { useText } from '../../lib/i18n.ts';
import { type BillDetailSearch, paths } from '../../lib/paths.ts';
import { Screen } from '../../screen/screen.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { BillView } from './bill-view.tsx';
import { shareBill } from './share-bill.ts';

/** One bill on a page of its own (spec 2, 3). */
export function BillDetailPage({ id = '' }: BillDetailSearch) {
  return (
    <Screen back={paths.bills()} actions={<ShareBill id={id} />} width="480">
      <BillView id={id} />
    </Screen>
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
