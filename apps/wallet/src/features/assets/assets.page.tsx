import { useText } from '../../lib/i18n.ts';
import { PageLink } from '../../lib/link.tsx';
import { type AssetsSearch, paths } from '../../lib/paths.ts';
import { invalidateMoney, useBalances } from '../../lib/queries.ts';
import { readFailed } from '../../lib/read-failed.ts';
import { useWide } from '../../lib/wide.ts';
import { Screen } from '../../screen/screen.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TwoPane } from '../../ui/page.tsx';
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { BalanceSection } from './balance-section.tsx';
import { ExplanationPane, ExplanationSheet } from './explanation-frame.tsx';
import { Total } from './total.tsx';

/** Every balance of the person, what it is worth, and why it is what it is (spec 2). */
export function AssetsPage({ explain }: AssetsSearch) {
  const t = useText();
  const isWide = useWide();
  return (
    <PullToRefresh
      onRefresh={invalidateMoney}
      label={t('shell.refresh')}
      busyLabel={t('shell.pull.refreshing')}
    >
      <Screen actions={<BillsLink />}>
        <TwoPane asideWidth={380} aside={isWide ? <ExplanationPane currency={explain} /> : null}>
          <Balances explain={explain} />
        </TwoPane>
        {isWide ? null : <ExplanationSheet currency={explain} />}
      </Screen>
    </PullToRefresh>
  );
}

function Balances({ explain }: { readonly explain: string | undefined }) {
  const t = useText();
  const { data, error, isError, refetch } = useBalances();
  if (data === undefined && isError) {
    return (
      <ErrorState
        title={readFailed(error)}
        reason={t('assets.failed')}
        retry={{ label: t('shell.tapToRetry'), onPress: refetch }}
      />
    );
  }
  return (
    <>
      <Total assets={data} />
      {data === undefined ? (
        <SkeletonRows label={t('shell.loading')} count={5} />
      ) : (
        <BalanceSection balances={data.list} fiat={data.fiat} explain={explain} />
      )}
    </>
  );
}

function BillsLink() {
  const t = useText();
  return (
    <PageLink
      to={paths.bills()}
      className="inline-flex items-center gap-1 min-h-11 px-2 wide:px-0 type-sm-b text-ink"
    >
      <Icon name="receipt" size={22} />
      {t('assets.bills')}
    </PageLink>
  );
}
