import { showCoin } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { goBack } from '../../lib/navigation.ts';
import { paths, type TransferSearch } from '../../lib/paths.ts';
import { useBalances } from '../../lib/queries.ts';
import { List, ListRow } from '../../ui/list.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Page } from '../../ui/page.tsx';

/** What the person can send, one asset per row (spec 2). */
export function TransferPage(_search: TransferSearch) {
  const t = useText();
  const { data } = useBalances();
  const back = { kind: 'back', label: t('shell.back'), onPress: () => goBack(paths.home()) } as const;
  return (
    <Page nav={<NavBar title={t('shell.title.transfer')} back={back} isInRail />}>
      <List>
        {(data?.list ?? []).map(({ currency, available, decimals }) => (
          <ListRow
            key={currency}
            title={currency}
            value={<MoneyText parts={showCoin(available, currency, { decimalsMin: decimals })} />}
            link={linkTo(paths.transfer({ currency }))}
          />
        ))}
      </List>
    </Page>
  );
}
