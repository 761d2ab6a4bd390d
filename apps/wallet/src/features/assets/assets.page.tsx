import { showCoin } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { type AssetsSearch, paths } from '../../lib/paths.ts';
import { useBalances } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** Every balance of the person (spec 2). */
export function AssetsPage(_search: AssetsSearch) {
  const t = useText();
  const { data } = useBalances();
  const bills = (
    <Button kind="secondary" size="small" link={linkTo(paths.bills())}>
      {t('shell.bills')}
    </Button>
  );
  return (
    <Page nav={<NavBar title={t('shell.title.assets')} actions={bills} isInRail />}>
      {data === undefined ? (
        <SkeletonRows label={t('shell.loading')} />
      ) : (
        <List>
          {data.list.map(({ currency, name, available, decimals }) => (
            <ListRow
              key={currency}
              title={name}
              value={<MoneyText parts={showCoin(available, currency, { decimalsMin: decimals })} />}
              link={linkTo(paths.transfer({ currency }))}
            />
          ))}
        </List>
      )}
    </Page>
  );
}
