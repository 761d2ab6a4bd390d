/** Freezes as they hold and as they are stored. */
import { type FreezeReason, freezes, type FreezeSpan, type LiftedBy } from '@marigold/guard/freezes';

/** A freeze that holds; `until` in epoch milliseconds, `untilLifted` where it has no end of its own. */
export type Freeze = FreezeSpan & { readonly reason: FreezeReason };

/** As it comes out of the database: `until` null where it has no end of its own. It may be over. */
export type StoredFreeze = Omit<Freeze, 'until'> & { readonly until: number | null };

/** Those that hold, each with who lifts it, as their owner reads them. */
export function heldNow(
  stored: readonly StoredFreeze[],
  now: number,
): (StoredFreeze & { readonly liftedBy: LiftedBy })[] {
  return stored
    .filter(({ until }) => until === null || until > now)
    .map((held) => ({ ...held, liftedBy: freezes[held.reason].liftedBy }));
}
