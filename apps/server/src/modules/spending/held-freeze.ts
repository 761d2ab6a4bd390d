/** A freeze as it is stored and as it is asked for. */
import type { FreezeReason, FreezeSpan } from '@marigold/guard/freezes';

/** A freeze that holds; `until` in epoch milliseconds, `untilLifted` where it has no end of its own. */
export type Freeze = FreezeSpan & { readonly reason: FreezeReason };

/** As it comes out of the database: `until` null where it has no end of its own. It may be over. */
export type StoredFreeze = Omit<Freeze, 'until'> & { readonly until: number | null };
