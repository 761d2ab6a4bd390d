import { type FillSearch, paths } from '../../lib/route/paths.ts';
import { Screen } from '../../screen/screen.tsx';
import { FillView } from './fill-view.tsx';

/** One trade of one's own on a page of its own. */
export function FillPage({ id = '' }: FillSearch) {
  return (
    <Screen back={paths.tradeBills({ tab: 'fills' })} width="480">
      <FillView id={id} />
    </Screen>
  );
}
