import { useEffect, useState } from 'react';

import { useSession } from '../../../lib/device/session.ts';
import { useRead } from '../../../lib/query/queries.ts';
import type { OrderInput } from './order-form.ts';

/** A form that is being typed into is asked about once it rests. */
const restMs = 300;
/** The book moves on; so does what is said of it. */
const againEveryMs = 3_000;

/** What a market order would do now; undefined while nothing is asked, and for visitors. */
export function useOrderEstimate(order: OrderInput | undefined) {
  const rested = useRested(order);
  const { hasLogin } = useSession();
  const isNeeded = hasLogin && rested?.type === 'market' && order !== undefined;
  const { data, error } = useRead('trade/estimate', rested ?? nothing, {
    isEnabled: isNeeded,
    everyMs: againEveryMs,
  });
  const isOfNow = isNeeded && JSON.stringify(rested) === JSON.stringify(order);
  return { estimate: isOfNow ? data : undefined, error: isOfNow ? error : null };
}

export type OrderEstimate = NonNullable<ReturnType<typeof useOrderEstimate>['estimate']>;

/** Never sent: what the read is named by while it is not made. */
const nothing = { symbol: '', side: 'buy', type: 'market' } as const;

function useRested(order: OrderInput | undefined): OrderInput | undefined {
  const [rested, setRested] = useState<OrderInput>();
  const key = JSON.stringify(order);
  useEffect(() => {
    const timer = window.setTimeout(
      () => setRested(key === undefined ? undefined : (JSON.parse(key) as OrderInput)),
      restMs,
    );
    return () => window.clearTimeout(timer);
  }, [key]);
  return rested;
}
