import { useBillDetail } from '../../domain/chain/deposit-queries.ts';
import { type BillDetailSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
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
