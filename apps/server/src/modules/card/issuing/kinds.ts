/** How the wishes of cards are sent, found and applied. Each reads what is true when it leaves, and applies under locks. */
import type { CardFacts, CardHolder, FoundHolder, FoundOpening } from '@marigold/partners/card-port';
import type { PartnerAnswer } from '@marigold/partners/identity-port';

import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import { openFields } from '../../kyc/record/fields.ts';
import { holds } from '../../kyc/record/holding.ts';
import type { Vault } from '../../kyc/record/vault.ts';
import { findRecord } from '../../kyc/views.ts';
import type { PartnerCall } from '../../partner/store.ts';
import type { CallKind } from '../../partner/work.ts';
import { type DetailsSeal, residenceOf } from '../application/details.ts';
import { closeApplication, lockWithIdentity } from '../application/end.ts';
import {
  type ApplicationRow,
  dueApplicationNow,
  findApplication,
  findDelivery,
  lockApplication,
} from '../application/store.ts';
import { askFor, followCard } from '../own/change.ts';
import { dueCardNow, findCard, lockCardRow, storeLockSent } from '../own/store.ts';
import type { CardCompany } from '../port.ts';
import { findProduct } from '../store.ts';
import { followHolder, followOpening } from './follow.ts';

export type IssuingParts = {
  readonly db: Database;
  readonly clock: Clock;
  readonly seal: DetailsSeal;
  readonly vault: Vault;
};

/** Whoever a wish was for has left, or its identity does not hold any more: nobody was asked. */
const left = { is: 'refused', reason: 'left', isFinal: false } as const;
const unknown = { is: 'unknown' } as const;
const noIdentity = { is: 'refused', reason: 'identity', isFinal: true } as const;

/** Its person's data. Sent twice it is the same as once. */
export function createHolderKind(parts: IssuingParts, { port }: CardCompany): CallKind<FoundHolder> {
  const { db, clock } = parts;
  return {
    nature: 'set',
    async send({ objectId, requestId }) {
      const application = await findApplication(db, objectId);
      if (application?.state !== 'submitting') return left;
      const holder = await holderOf(parts, application);
      return holder === undefined
        ? noIdentity
        : await port.holder({ requestId, applicant: objectId, holder });
    },
    async apply(transaction, { objectId, provider }, end) {
      const now = clock();
      const application = await lockWithIdentity(transaction, objectId);
      if (application?.state !== 'submitting') return { left: true };
      if (end.is === 'done') {
        await followHolder({ db: transaction, now }, application, end.value);
        await dueApplicationNow(transaction, { id: objectId, provider, now });
        return { phase: end.value.phase };
      }
      const isOurs = end.is === 'refused' && end.reason === noIdentity.reason;
      await closeApplication(transaction, application, { reason: isOurs ? 'identity' : 'refused', now });
      return { refused: end.is === 'refused' ? end.reason.slice(0, 200) : 'void' };
    },
  };
}

/** Undefined where its identity does not hold any more, or something is missing. */
async function holderOf(
  { db, seal, vault }: IssuingParts,
  application: ApplicationRow,
): Promise<CardHolder | undefined> {
  const record = application.recordId === null ? undefined : await findRecord(db, application.recordId);
  const read = record === undefined || !holds(record) ? undefined : openFields(vault, record);
  if (read === undefined) return undefined;
  const details = seal.open(application);
  const residence = residenceOf(details);
  return {
    ...read,
    phone: details.phone,
    occupation: details.occupation ?? null,
    income: details.income ?? null,
    purpose: details.purpose ?? null,
    residence: residence ?? null,
  };
}

/** The card: it costs money there, so it is sent once and then asked for. */
export function createOpenKind(parts: IssuingParts, company: CardCompany): CallKind<FoundOpening> {
  const { db, clock } = parts;
  const { id: provider, port } = company;
  return {
    nature: 'move',
    async send(call): Promise<PartnerAnswer<FoundOpening>> {
      const application = await findApplication(db, call.objectId);
      if (application?.state !== 'passed' || application.holderRef === null) return left;
      const product = await findProduct(db, { id: application.productId, providers: [provider] });
      if (product === undefined) return left;
      const { latinName, phone, delivery } = parts.seal.open(application);
      const isMailed = (await findDelivery(db, application.id))?.method === 'mail';
      return await port.open({
        requestId: call.requestId,
        holderRef: application.holderRef,
        product: product.code,
        phone,
        latinName,
        mailTo: isMailed ? delivery : null,
      });
    },
    async find({ objectId, requestId }: PartnerCall) {
      const application = await findApplication(db, objectId);
      const { holderRef = null } = application ?? {};
      const found = holderRef === null ? unknown : await port.findOpening({ requestId, holderRef });
      // A question that is refused says nothing of the card: a company that refused that says so as its phase.
      return found.is === 'refused' ? unknown : found;
    },
    async apply(transaction, { objectId }, end) {
      const now = clock();
      const application = await lockWithIdentity(transaction, objectId);
      if (application?.state !== 'passed') return { left: true };
      if (end.is !== 'done') {
        await closeApplication(transaction, application, { reason: 'refused', now });
        return { refused: end.is === 'refused' ? end.reason.slice(0, 200) : 'void' };
      }
      // What is on the card is read by the look that follows.
      const followed = await followOpening({ db: transaction, now }, application, {
        opening: end.value,
        facts: null,
      });
      await dueApplicationNow(transaction, { id: objectId, provider, now });
      return followed ?? { phase: end.value.phase };
    },
  };
}

/** What a card is to be: whatever is wished when it leaves. */
export function createStateKind(
  { db, clock }: IssuingParts,
  { port }: CardCompany,
): CallKind<CardFacts | null> {
  return {
    nature: 'set',
    async send({ objectId }) {
      const card = await findCard(db, objectId);
      const ask = card === undefined ? undefined : askFor(card);
      if (card === undefined || ask === undefined) return left;
      if (ask === 'locked') await storeLockSent(db, card.id, clock());
      const answer = ask === 'activate' ? await port.activate(card) : await port.setState(card, ask);
      if (answer.is !== 'done') return answer;
      const found = await port.find(card);
      return { is: 'done', value: found.is === 'done' ? found.value : null };
    },
    async apply(transaction, { objectId, provider, attempts, request }, end) {
      const now = clock();
      const seen = await findCard(transaction, objectId);
      if (seen === undefined) return 'mismatch';
      await lockApplication(transaction, seen.applicationId);
      const card = await lockCardRow(transaction, objectId);
      if (card === undefined) return 'mismatch';
      // Answered at once: nothing of it is on its way any more.
      if (end.is === 'done' && attempts === 1 && request['to'] === 'locked')
        await storeLockSent(transaction, objectId, null);
      if (end.is === 'done' && end.value !== null)
        await followCard(transaction, card, { facts: end.value, now });
      // Whatever came of it: what is true is read, and asked for again where it is not what is wished.
      await dueCardNow(transaction, { by: 'id', key: objectId, provider, now });
      return { is: end.is };
    },
  };
}
