import { useText } from '../../lib/i18n.ts';
import { goBack } from '../../lib/navigation.ts';
import { type FillSearch, paths } from '../../lib/paths.ts';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { FillView } from './fill-view.tsx';

/** One trade of one's own on a page of its own. */
export function FillPage({ id = '' }: FillSearch) {
  const t = useText();
  const back = {
    kind: 'back',
    label: t('shell.back'),
    onPress: () => goBack(paths.tradeBills({ tab: 'fills' })),
  } as const;
  return (
    <Page nav={<NavBar title={t('shell.title.tradedetail')} back={back} />} width="480">
      <FillView id={id} />
    </Page>
  );
}
