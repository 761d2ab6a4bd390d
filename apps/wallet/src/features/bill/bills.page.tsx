import { dateTimeText, showCoin } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { goBack } from '../../lib/navigation.ts';
import { type BillsSearch, paths } from '../../lib/paths.ts';
import { useBills } from '../../lib/queries.ts';
import { List, ListRow } from '../../ui/list.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** The person's bills, newest first (spec 2). */
export function BillsPage({ currency }: BillsSearch) {
  const t = useText();
  const { data } = useBills(currency === undefined ? {} : { currency });
  const back = { kind: 'back', label: t('shell.back'), onPress: () => goBack(paths.home()) } as const;
  return (
    <Page nav={<NavBar title={t('shell.title.bill')} back={back} isInRail />}>
      {data === undefined ? (
        <SkeletonRows label={t('shell.loading')} />
      ) : (
        <List>
          {data.pages.flatMap(({ list }) =>
            list.map((bill) => (
              <ListRow
                key={bill.id}
                title={bill.counterparty ?? bill.currency}
                detail={dateTimeText(bill.time)}
                value={
                  <MoneyText parts={showCoin(bill.amount, bill.currency, { decimalsMin: bill.decimals })} />
                }
                link={linkTo(paths.billDetail(bill.id))}
              />
            )),
          )}
        </List>
      )}
    </Page>
  );
}
