/** Applications and cards, put into the tables as they come to lie there. */
import { cardUnpaidForMs } from '@marigold/partners/card-states';
import { hostedItems } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';

import { createDetailsSeal } from '../src/modules/card/application/details.ts';
import {
  findApplication,
  insertApplication,
  insertDelivery,
  moveApplication,
  storeApplication,
} from '../src/modules/card/application/store.ts';
import { insertCard, lockCardRow, moveCard } from '../src/modules/card/own/store.ts';
import type { Database } from '../src/platform/database/database.ts';
import { newRowId } from '../src/platform/process/ids.ts';
import { approvedRecordOf } from './bindings.ts';
import { testSecretKey } from './session-cookies.ts';

const provider = 'democards';
const seal = createDetailsSeal(testSecretKey);
const home = { country: 'GE', city: 'Tbilisi', postal: '0108', line: '24 Example Avenue' };

/** The last digits of every card of these. */
export const cardDigits = '4711';

type Applied = {
  readonly userId: string;
  readonly productId: 'master-virtual' | 'master-physical' | 'muse-platinum';
  readonly now: number;
};

/** An identity that holds, of the level that every card needs, and stands for nothing yet. */
export async function levelledRecordOf(
  db: Database,
  { userId, now }: Pick<Applied, 'userId' | 'now'>,
): Promise<{ readonly id: string; readonly authNo: string }> {
  const record = await approvedRecordOf(db, { userId, now });
  await sql`
    update app.kyc_item set state = 'accepted' where record_id = ${record.id} and item = any(${[...hostedItems]}::text[])`.execute(
    db,
  );
  return record;
}

/** An application that waits for its payment, with an identity that was linked to it. Answers its id. */
export async function applicationOf(db: Database, { userId, productId, now }: Applied): Promise<string> {
  const id = newRowId();
  const { id: recordId } = await levelledRecordOf(db, { userId, now });
  const delivery =
    productId === 'master-virtual' ? null : { ...home, recipient: 'Anna Muster', isResidential: true };
  const details = seal.seal({ latinName: 'ANNA MUSTER', phone: '+995555123456', delivery }, id);
  const expiresAt = now + cardUnpaidForMs;
  await insertApplication(db, { id, userId, productId, provider, recordId, details, expiresAt, now });
  if (delivery !== null) {
    const { country: region } = delivery;
    await insertDelivery(db, { applicationId: id, method: 'mail', region, pickupId: null, now });
  }
  return id;
}

/** A card that was made, and is active where it is wished so. Its last digits are `cardDigits`. Answers its id. */
export async function cardOf(
  db: Database,
  { isActive, ...applied }: Applied & { readonly isActive: boolean },
): Promise<string> {
  const { userId, productId, now } = applied;
  const [id, applicationId] = [newRowId(), await applicationOf(db, applied)];
  const application = await findApplication(db, applicationId);
  if (application === undefined) throw new Error('an application that was just written is there');
  await storeApplication(db, applicationId, { holderRef: `holder-${applicationId}` });
  await moveApplication(db, application, {
    states: ['submitting', 'passed', 'approval', 'opening', 'opened', 'pendingActivation'],
    now,
  });
  const facts = {
    cardRef: `card-${id}`,
    state: 'pendingActive',
    last4: cardDigits,
    expiry: '2031-11',
    currency: 'USD',
    balance: '0.00',
    available: '0.00',
    dailyLimit: null,
    dailyLeft: null,
  } as const;
  await insertCard(db, { id, applicationId, userId, productId, provider, facts, lookAt: now, now });
  const card = isActive ? await lockCardRow(db, id) : undefined;
  if (card === undefined) return id;
  await moveCard(db, card, { state: 'active', wish: 'active', channel: 'app', now });
  await moveApplication(db, { id: applicationId, state: 'pendingActivation' }, { states: ['active'], now });
  return id;
}

/** What was wished of a card last, whatever it was before. */
export async function setWish(db: Database, cardId: string, wish: 'active' | 'locked'): Promise<void> {
  await sql`update app.card set wish = ${wish}, state = 'active' where id = ${cardId}`.execute(db);
}

/** Lets somebody apply for a product once more: what they applied for and did not pay is over. */
export async function closeUnpaid(
  db: Database,
  { userId, productId }: Pick<Applied, 'userId' | 'productId'>,
): Promise<void> {
  await sql`
    update app.card_application set state = 'closed', reason = 'cancelled'
    where user_id = ${userId} and product_id = ${productId} and state = 'binding'`.execute(db);
}
