/** What persons of the house do about cards. */
import type * as rows from '@marigold/operations/rows/card';

import type { Database } from '../../platform/database/database.ts';
import type { Deed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import { judgeUnsent } from '../partner/judge.ts';
import { type CardDetails, createDetailsSeal } from './application/details.ts';
import { closeApplication, lockWithIdentity } from './application/end.ts';
import {
  type ApplicationRow,
  type DeliveryRow,
  findApplication,
  findDelivery,
  listApplicationSteps,
} from './application/store.ts';
import { type ParcelStep, sendOn } from './issuing/follow.ts';
import { openKind } from './issuing/kind-names.ts';
import { nameOfProduct, setProductOpen } from './store.ts';

/** The last so many are printed. */
const stepsListed = 50;

/** An application as a person of the house sees it. */
export type OpenedApplication = {
  readonly application: Pick<
    ApplicationRow,
    'userId' | 'state' | 'provider' | 'tries' | 'reason' | 'silentSince' | 'cardId'
  >;
  readonly product: string;
  readonly steps: readonly { readonly state: string; readonly at: number }[];
  readonly delivery: DeliveryRow | null;
  /** Where the card goes; null: it is virtual. */
  readonly to: CardDetails['delivery'];
};

export type CardDeeds = {
  readonly 'card.show': Deed<typeof rows.showCardApplication, OpenedApplication>;
  readonly 'card.ship': Deed<typeof rows.shipCard>;
  readonly 'card.parcel': Deed<typeof rows.moveCardParcel>;
  readonly 'card.judge': Deed<typeof rows.judgeCardUnsent>;
  readonly 'card.halt': Deed<typeof rows.haltCardProduct>;
  readonly 'card.resume': Deed<typeof rows.resumeCardProduct>;
};

export function createCardDeeds({ secretKey }: { readonly secretKey: () => string }): CardDeeds {
  return {
    'card.show': {
      async act(db, { application: id }, { by }) {
        if (by === 'nobody') return new RefusedDeed('nameless');
        const application = await findApplication(db, id);
        if (application === undefined) return new RefusedDeed('not_found');
        const facts = {
          application,
          product: await nameOfProduct(db, application.productId),
          steps: await listApplicationSteps(db, id, stepsListed),
          delivery: (await findDelivery(db, id)) ?? null,
          to: createDetailsSeal(secretKey()).open(application).delivery,
        };
        return { subject: subjectOf(id), facts };
      },
    },
    'card.ship': {
      act: async (db, { application, carrier, tracking }, { now }) =>
        await move(db, application, { to: 'shipped', carrier, tracking }, now),
    },
    'card.parcel': {
      act: async (db, { application, state: to }, { now }) =>
        await move(db, application, { to, carrier: null, tracking: null }, now),
    },
    'card.judge': {
      async act(db, { application: id }, { now }) {
        const seen = await findApplication(db, id);
        if (seen === undefined) return new RefusedDeed('not_found');
        // The wish before its application, as whoever applies an answer locks them.
        const judged = await judgeUnsent(db, { provider: seen.provider, objectId: id, kind: openKind, now });
        if (judged !== 'void') return new RefusedDeed(judged === 'early' ? 'too_early' : 'wrong_state');
        const application = await lockWithIdentity(db, id);
        if (application?.state !== 'passed') return new RefusedDeed('wrong_state');
        await closeApplication(db, application, { reason: 'operator', now });
        return { subject: subjectOf(id) };
      },
    },
    'card.halt': {
      async act(db, { product }) {
        return doneOr(await setProductOpen(db, product, false), product, 'halted');
      },
    },
    'card.resume': {
      async act(db, { product }) {
        return doneOr(await setProductOpen(db, product, true), product, 'not_halted');
      },
    },
  };
}

/** Only of a card that is made and not with its person yet. */
async function move(db: Database, id: string, step: ParcelStep, now: number) {
  const application = await lockWithIdentity(db, id);
  if (application === undefined) return new RefusedDeed('not_found');
  const isMoved = application.state === 'opened' && (await sendOn({ db, now }, application, step));
  return isMoved ? { subject: subjectOf(id), detail: { parcel: step.to } } : new RefusedDeed('wrong_state');
}

function doneOr<Code extends string>(done: boolean | undefined, product: string, code: Code) {
  if (done === undefined) return new RefusedDeed('not_found');
  return done ? { subject: `card-product:${product}` } : new RefusedDeed(code);
}

function subjectOf(id: string): string {
  return `card-application:${id}`;
}
