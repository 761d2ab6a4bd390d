import { useBalances } from '../../domain/asset/asset-queries.ts';
import { useWideLayout } from '../../lib/device/use-wide-layout.ts';
import { invalidateMoney } from '../../lib/query/queries.ts';
import { PageLink } from '../../lib/route/link.tsx';
import { type AssetsSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { Refreshable, Screen } from '../../screen/screen.tsx';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { BalanceSection } from './balance-section.tsx';
import { ExplanationPane, ExplanationSheet } from './explanation-frame.tsx';
import { TotalWorth } from './total.tsx';

/** Every balance of the person, what it is worth, and why it is what it is (spec 2). */
export function AssetsPage({ explain }: AssetsSearch) {
  const isWide = useWideLayout();
  return (
    <Refreshable onRefresh={invalidateMoney}>
      <Screen
        actions={<BillsLink />}
        sidebarWidth={380}
        sidebar={isWide ? <ExplanationPane currency={explain} /> : null}
      >
        <FreezeNote className="pb-4" />
        <Balances explain={explain} />
        {isWide ? null : <ExplanationSheet currency={explain} />}
      </Screen>
    </Refreshable>
  );
}

function Balances({ explain }: { readonly explain: string | undefined }) {
  const t = useText();
  const { data, error, isError, refetch } = useBalances();
  if (data === undefined && isError) {
    return <ReadFailed error={error} reason={t('assets.failed')} onRetry={refetch} />;
  }
  return (
    <>
      <TotalWorth assets={data} />
      {data === undefined ? (
        <WaitingRows rows={5} />
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
