import { useRisks } from '../../lib/chain-queries.ts';
import { useText } from '../../lib/i18n.ts';
import { paths, type RiskSearch } from '../../lib/paths.ts';
import { readFailed } from '../../lib/read-failed.ts';
import { useWide } from '../../lib/wide.ts';
import { Screen } from '../../screen/screen.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { TwoPane } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { RiskList } from './risk-list.tsx';
import { RiskView } from './risk-view.tsx';

/** The deposits and transfers that a rule holds back, with what is needed; on wide screens one beside the list (spec 2). */
export function RisksPage({ id }: RiskSearch) {
  const isWide = useWide();
  const risks = useRisks();
  const first = risks.data?.pages[0]?.list[0];
  const selected = isWide ? (id ?? first?.id) : undefined;
  const aside =
    selected === undefined ? null : (
      <Card className="max-h-[calc(100dvh-40px)] overflow-y-auto">
        <RiskView key={selected} id={selected} isInPane />
      </Card>
    );
  return (
    <Screen back={paths.me()}>
      <TwoPane asideWidth={380} narrow="hidden" aside={aside}>
        <Risks risks={risks} selected={selected} isWide={isWide} />
      </TwoPane>
    </Screen>
  );
}

type RisksProps = {
  readonly risks: ReturnType<typeof useRisks>;
  readonly selected: string | undefined;
  readonly isWide: boolean;
};

function Risks({ risks, selected, isWide }: RisksProps) {
  const t = useText();
  if (risks.data === undefined) {
    if (risks.isPending) return <SkeletonRows label={t('shell.loading')} count={3} />;
    const retry = { label: t('shell.tapToRetry'), onPress: risks.refetch };
    return <ErrorState title={readFailed(risks.error)} reason={t('risk.failed')} retry={retry} />;
  }
  if (risks.data.pages[0]?.list.length === 0) {
    return <EmptyState title={t('risk.emptyTitle')} reason={t('risk.emptyReason')} />;
  }
  return <RiskList risks={risks} selected={selected} isWide={isWide} />;
}
