import { nextLookAfter } from '@marigold/partners/call-states';
/** A card that its company has opened is written down: from here on it is its person's. */
import type { CardFacts } from '@marigold/partners/card-port';

import type { Database } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import type { ApplicationRow } from '../application/store.ts';
import { insertCard } from './store.ts';

/** False where this card is another application's already: then one of them is not what it says. */
export async function makeCard(
  db: Database,
  { id: applicationId, userId, productId, provider }: ApplicationRow,
  { facts, now }: { readonly facts: CardFacts; readonly now: number },
): Promise<boolean> {
  const id = newRowId();
  const row = { id, applicationId, userId, productId, provider, facts, lookAt: now + nextLookAfter(0), now };
  const isNew = await insertCard(db, row);
  if (isNew) await announce(db, { userId, event: 'card', data: { cardId: id } });
  return isNew;
}
