/**
 * What is wished of a card and what it is. A wish is its person's word and stands at once; its company is asked until what is
 * read equals it. So neither two phones, nor a lost answer, nor a word that is old leaves a card as nobody wanted it.
 */
import { dayMs } from '@marigold/money/spans';
import { mayFollow } from '@marigold/money/states';
import type { CardFacts } from '@marigold/partners/card-port';
import type { CardChannel, CardState, CardWish } from '@marigold/partners/card-states';
import { cardStates } from '@marigold/partners/card-states';

import type { Database } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import { hasOpenCall } from '../../partner/views.ts';
import { recordWish } from '../../partner/wish.ts';
import { changeApplication } from '../application/change.ts';
import { lockApplication } from '../application/store.ts';
import { cardStateKind } from '../issuing/kind-names.ts';
import { moveCard, type OwnCardRow, storeFacts } from './store.ts';

/** What a company can be asked for. */
export type IssuerWish = 'activate' | 'active' | 'locked';

/** A lock that was sent so long ago has taken effect by now, or never will. */
const lockMayArriveMs = dayMs;

/** What its company has to do so that it is what is wished; undefined: nothing, or nothing that it can. */
export function askFor({
  state,
  wish,
}: {
  readonly state: CardState;
  readonly wish: CardWish;
}): IssuerWish | undefined {
  if (state === 'pendingActive') return wish === 'active' ? 'activate' : undefined;
  if (state === 'active' && wish === 'locked') return 'locked';
  if (state === 'locked' && wish === 'active') return 'active';
  return undefined;
}

/** Of a row that the caller has locked. */
export async function wishOfCard(
  db: Database,
  card: OwnCardRow,
  { to, channel, now }: { readonly to: CardWish; readonly channel: CardChannel; readonly now: number },
): Promise<OwnCardRow> {
  await moveCard(db, card, { wish: to, channel, now });
  await announceCard(db, card);
  const wished = { ...card, wish: to };
  await drive(db, wished, now);
  return wished;
}

/** Asks the company for what is wished, unless it is being asked: who sends it reads what is wished then. */
export async function drive(db: Database, card: OwnCardRow, now: number): Promise<void> {
  const { id, provider } = card;
  const ask = askFor(card);
  if (ask === undefined) return;
  if (await hasOpenCall(db, { provider, objectId: id, kind: cardStateKind })) return;
  await recordWish(db, {
    provider,
    kind: cardStateKind,
    nature: 'set',
    objectId: id,
    requestId: newRowId(),
    request: { to: ask },
    now,
  });
}

/** What was read of a card, of a row that the caller has locked after its application. Answers it as it is now. */
export async function followCard(
  db: Database,
  card: OwnCardRow,
  { facts, now }: { readonly facts: CardFacts; readonly now: number },
): Promise<OwnCardRow> {
  // Somebody else's card under our name: nothing of it is ours.
  if (facts.cardRef !== card.cardRef || facts.last4 !== card.last4) return card;
  await storeFacts(db, card.id, { facts, now });
  const isMoved = facts.state !== card.state && mayFollow(cardStates, card.state, facts.state);
  if (!isMoved) {
    await announceCard(db, card);
    return card;
  }
  const channel = facts.state === card.wish ? 'app' : 'issuer';
  // A lock that nobody here asked for is the company's own: it is not undone without its person.
  const isOwnLock = facts.state === 'locked' && card.wish === 'active' && !isLockUnderWay(card, now);
  const wish = isOwnLock ? ('locked' as const) : card.wish;
  await moveCard(db, card, { state: facts.state, ...(isOwnLock && { wish }), channel, now });
  await announceCard(db, card);
  if (card.state === 'pendingActive' && facts.state === 'active') await endApplication(db, card, now);
  return { ...card, state: facts.state, wish };
}

/** A lock that its person took back since may still take effect there: then it is undone again. */
function isLockUnderWay({ lockSentAt }: OwnCardRow, now: number): boolean {
  return lockSentAt !== null && lockSentAt > now - lockMayArriveMs;
}

/** Its card is active: the application has got where it was to go. */
async function endApplication(db: Database, { applicationId }: OwnCardRow, now: number): Promise<void> {
  const application = await lockApplication(db, applicationId);
  if (application?.state !== 'pendingActivation') return;
  await changeApplication(db, application, { states: ['active'], now });
}

export async function announceCard(
  db: Database,
  { id, userId }: Pick<OwnCardRow, 'id' | 'userId'>,
): Promise<void> {
  await announce(db, { userId, event: 'card', data: { cardId: id } });
}
