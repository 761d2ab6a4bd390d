/** The lease of a market: who holds it runs the book, and a new epoch begins with each taking. */
import { releaseLease, takeLease } from '@marigold/ledger/lease';

import { isOutage } from '../../../platform/database/database.ts';
import { feedSnapshotOf } from './book-views.ts';
import { leaseName, loadBook } from './load-book.ts';
import type { OwnerState } from './owner-state.ts';
import { upsertOwner } from './store.ts';

/** Lease time-out: the market of an owner that renews nothing for so long may be taken by another process. */
const leaseMs = 3000;
const renewEveryMs = 700;

/** Takes or renews the lease, and reads the book where this is a new epoch. What cannot be done now is tried again when it is due. */
export async function holdLease(owner: OwnerState): Promise<void> {
  const { ledger, log, symbol, holder } = owner;
  owner.renewAt = performance.now() + renewEveryMs;
  try {
    const epoch = await takeLease(ledger, { name: leaseName(symbol), holder, ttlMs: leaseMs });
    if (epoch === undefined) return forgetBook(owner);
    if (owner.book?.lease.epoch === epoch) return;
    forgetBook(owner);
    await takeOver(owner, epoch);
  } catch (error) {
    if (isOutage(error))
      log.debug({ market: symbol, err: error }, 'the lease of a market could not be renewed');
    else log.error({ market: symbol, err: error }, 'a market could not be taken over');
  }
}

/** A new epoch begins with the next lease, so nothing that is still on its way can be written. */
export async function letGo(owner: OwnerState): Promise<void> {
  const { ledger, symbol, holder } = owner;
  const epoch = owner.book?.lease.epoch;
  forgetBook(owner);
  if (epoch !== undefined)
    await releaseLease(ledger, { name: leaseName(symbol), holder, epoch }).catch(() => undefined);
}

async function takeOver(owner: OwnerState, epoch: bigint): Promise<void> {
  const { db, log, symbol, address, feed } = owner;
  const market = owner.rules().markets.get(symbol);
  if (market === undefined) return;
  await upsertOwner(db, { symbol, epoch, address });
  const book = await loadBook(db, market, epoch);
  owner.book = book;
  log.info(
    { market: symbol, epoch: Number(epoch), orders: book.open.size },
    'a market is run by this process',
  );
  feed.snapshot(feedSnapshotOf(book));
}

/** What is in memory is worth nothing any more; the database alone knows. */
function forgetBook(owner: OwnerState): void {
  if (owner.book === undefined) return;
  owner.book = undefined;
  owner.feed.away();
}
