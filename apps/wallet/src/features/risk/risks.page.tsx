import { useRisks } from '../../domain/chain/chain-queries.ts';
import { useWideLayout } from '../../lib/device/use-wide-layout.ts';
import { paths, type RiskSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Card } from '../../ui/base/card.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { RiskList } from './risk-list.tsx';
import { RiskView } from './risk-view.tsx';

/** The deposits and transfers that a rule holds back, with what is needed; on wide screens one beside the list (spec 2). */
export function RisksPage({ id }: RiskSearch) {
  const isWide = useWideLayout();
  const risks = useRisks();
  const first = risks.data?.pages[0]?.list[0];
  const selected = isWide ? (id ?? first?.id) : undefined;
  const detail =
    selected === undefined ? null : (
      <Card className="max-h-[calc(100dvh-40px)] overflow-y-auto">
        <RiskView key={selected} id={selected} isInPane />
      </Card>
    );
  return (
    <Screen back={paths.me()} detail={detail}>
      <Risks risks={risks} selected={selected} isWide={isWide} />
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
  return (
    <WhenRead read={risks} rows={3} failed={t('risk.failed')}>
      {({ pages }) =>
        pages[0]?.list.length === 0 ? (
          <EmptyState title={t('risk.emptyTitle')} reason={t('risk.emptyReason')} />
        ) : (
          <RiskList risks={risks} selected={selected} isWide={isWide} />
        )
      }
    </WhenRead>
  );
}
