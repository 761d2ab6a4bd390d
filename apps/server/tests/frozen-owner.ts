/** What a call is about, where somebody else than the owner of the world makes it. */
import { hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import { insertOrder } from '../src/modules/kyc/order/store.ts';
import { newRowId } from '../src/platform/process/ids.ts';
import type { TestApi, TestPerson } from '../testing/api.ts';
import { bindingOf } from '../testing/bindings.ts';
import { applicationOf, cardOf, closeUnpaid, setWish } from '../testing/card-rows.ts';
import type { RequestWorld } from './requests/base-request.ts';

/** The world as it is for this person, whose things are made when a request asks for them. */
export function worldOf(
  { databases, clock }: TestApi,
  world: RequestWorld,
  person: TestPerson,
): Omit<RequestWorld, 'owner' | 'quote'> {
  const db = databases.main;
  const owned = { userId: person.id, now: clock.now() };
  return {
    ...world,
    kycBinding: async () => await bindingOf(db, { owner: person, asker: world.other, now: clock.now() }),
    wishedCard: async (wish) => {
      const id = await cardOf(db, { ...owned, productId: 'master-virtual', isActive: true });
      await setWish(db, id, wish);
      return id;
    },
  };
}

/** What of the owner's is this person's, for the call that needs it. */
export async function ownedBy(
  { databases, clock }: TestApi,
  path: string,
  { id: userId }: TestPerson,
): Promise<Partial<RequestWorld['owner']>> {
  const db = databases.main;
  const now = clock.now();
  if (path === 'kyc/order/pay') return { kycOrderId: await kycOrderOf({ databases, clock }, userId) };
  if (path === 'card/activate')
    return { newCardId: await cardOf(db, { userId, productId: 'master-physical', isActive: false, now }) };
  if (path !== 'card/order/pay') return {};
  await closeUnpaid(db, { userId, productId: 'muse-platinum' });
  return { applicationId: await applicationOf(db, { userId, productId: 'muse-platinum', now }) };
}

/** Of a verification, to be paid; an earlier one of theirs is over. */
async function kycOrderOf(
  { databases, clock }: Pick<TestApi, 'databases' | 'clock'>,
  userId: string,
): Promise<string> {
  const db = databases.main;
  const [id, now] = [newRowId(), clock.now()];
  await sql`update app.kyc_order set state = 'cancelled' where user_id = ${userId} and state = 'pending'`.execute(
    db,
  );
  const row = { id, userId, purpose: 'system', soldAs: 'system', expiresAt: now + hourMs, now } as const;
  await insertOrder(db, row);
  return id;
}
