import { paths, type RiskSearch } from '../../lib/route/paths.ts';
import { Screen } from '../../screen/screen.tsx';
import { RiskView } from './risk-view.tsx';

/** One case on a page of its own (spec 2). */
export function RiskDetailPage({ id = '' }: RiskSearch) {
  return (
    <Screen back={paths.risks()} width="480">
      <RiskView id={id} />
    </Screen>
  );
}
