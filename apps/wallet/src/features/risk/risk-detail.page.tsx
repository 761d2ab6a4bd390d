import { useText } from '../../lib/i18n.ts';
import { goBack } from '../../lib/navigation.ts';
import { paths, type RiskSearch } from '../../lib/paths.ts';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { RiskView } from './risk-view.tsx';

/** One case on a page of its own (spec 2). */
export function RiskDetailPage({ id = '' }: RiskSearch) {
  const t = useText();
  const back = { kind: 'back', label: t('shell.back'), onPress: () => goBack(paths.risks()) } as const;
  return (
    <Page nav={<NavBar title={t('shell.title.riskdetail')} back={back} />} width="480">
      <RiskView id={id} />
    </Page>
  );
}
