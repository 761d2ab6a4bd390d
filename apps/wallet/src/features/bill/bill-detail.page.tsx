import { dateTimeText, showCoin } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { goBack } from '../../lib/navigation.ts';
import { type BillDetailSearch, paths } from '../../lib/paths.ts';
import { useBillDetail } from '../../lib/queries.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** One bill (spec 2, 3). */
export function BillDetailPage({ id = '' }: BillDetailSearch) {
  const t = useText();
  const { data: bill } = useBillDetail(id);
  const back = { kind: 'back', label: t('shell.back'), onPress: () => goBack(paths.bills()) } as const;
  return (
    <Page nav={<NavBar title={t('shell.title.billdetail')} back={back} />}>
      {bill === undefined ? (
        <SkeletonRows label={t('shell.loading')} />
      ) : (
        <>
          <MoneyText
            size="display"
            parts={showCoin(bill.amount, bill.currency, { decimalsMin: bill.decimals })}
          />
          <p>{dateTimeText(bill.createTime)}</p>
          <p>{bill.orderNumber}</p>
        </>
      )}
    </Page>
  );
}
