import { lazy, type ReactElement, Suspense } from 'react';

import { useIdle } from '../../lib/device/idle.ts';
import { useRead } from '../../lib/query/queries.ts';

const rowsMax = 5;
/** The live channel tells of every block; asking is for when that is away. */
const everyMs = 20_000;

const InFlightCard = lazy(async () => ({ default: (await import('./in-flight-card.tsx')).InFlightCard }));

/** What is on its way from a chain; asked for once the screen stands, drawn only where there is something. */
export function InFlight(): ReactElement | null {
  const { data } = useRead(
    'wallet/deposit/list',
    { open: true, size: rowsMax },
    { isEnabled: useIdle(), everyMs: (now) => (now?.list.length ? everyMs : false) },
  );
  const coming = data?.list.find(({ state }) => state === 'confirming' || state === 'orphaned');
  if (coming === undefined) return null;
  return (
    <Suspense fallback={null}>
      <InFlightCard deposit={coming} />
    </Suspense>
  );
}
