import type { CardEventSubject } from '@marigold/partners/card-port';

/** Cards put together: the shop, applications, own cards, and what the companies that issue them do for us. */
import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { IdentityKeeping } from '../../platform/process/identity-keys.ts';
import { isId } from '../../platform/process/ids.ts';
import type { Log } from '../../platform/process/log.ts';
import { houseVault } from '../kyc/record/house-vault.ts';
import type { Hint } from '../partner/event.ts';
import type { Partner } from '../partner/service.ts';
import { createApplyHandlers } from './application/apply.ts';
import { createDetailsSeal } from './application/details.ts';
import { createPayHandlers, type PayDependencies } from './application/pay.ts';
import { createOrderReadHandlers } from './application/read.ts';
import { dueApplicationNow } from './application/store.ts';
import { runCardClock } from './clock.ts';
import { cardStateKind, holderKind, openKind } from './issuing/kind-names.ts';
import { createHolderKind, createOpenKind, createStateKind } from './issuing/kinds.ts';
import { createCardWatch } from './issuing/look.ts';
import { createOwnCardHandlers } from './own/handlers.ts';
import { dueCardNow } from './own/store.ts';
import type { CardCompanies, CardCompany } from './port.ts';
import { createShopHandlers } from './product/read.ts';

export type CardDependencies = Pick<PayDependencies, 'mode' | 'spending' | 'checkDigits'> & {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secretKey: string;
  readonly keeping: IdentityKeeping;
  readonly cardCompanies: CardCompanies;
};

export type Cards = {
  readonly handlers: Pick<
    Handlers,
    | 'card/product/list'
    | 'card/method'
    | 'card/apply'
    | 'card/apply/complete'
    | 'card/apply/cancel'
    | 'card/order/pay'
    | 'card/order/list'
    | 'card/order/detail'
    | 'card/list'
    | 'card/info'
    | 'card/remark'
    | 'card/refresh'
    | 'card/activate'
    | 'card/lock'
    | 'card/unlock'
  >;
  /** The task `cardClock`. */
  readonly jobs: JobHandlers;
  /** What the companies do for us, for their rounds and their events. */
  readonly partners: readonly Partner[];
};

export function createCards(dependencies: CardDependencies): Cards {
  const { db, clock, log, secretKey, keeping, cardCompanies: companies } = dependencies;
  const vault = houseVault(secretKey, keeping.keys);
  const seal = createDetailsSeal(secretKey);
  const parts = { ...dependencies, companies, seal };
  const issuing = { db, clock, log, seal, vault };
  const partnerOf = (company: CardCompany): Partner => ({
    work: {
      provider: company.id,
      promise: company.promise,
      kinds: {
        [holderKind]: createHolderKind(issuing, company),
        [openKind]: createOpenKind(issuing, company),
        [cardStateKind]: createStateKind(issuing, company),
      },
      watch: createCardWatch(issuing, company),
    },
    events: {
      read(raw, headers) {
        const event = company.port.readEvent(raw, headers);
        return event === undefined ? undefined : { about: hintOf(company.id, event.about) };
      },
    },
  });
  return {
    handlers: {
      ...createShopHandlers(parts),
      ...createApplyHandlers(parts),
      ...createPayHandlers(parts),
      ...createOrderReadHandlers(parts),
      ...createOwnCardHandlers(parts),
    },
    jobs: {
      async cardClock() {
        await runCardClock(db, log, clock());
      },
    },
    partners: [...companies.values()].map(partnerOf),
  };
}

/** What an event makes due; null where it is about nothing that could be ours. */
function hintOf(provider: string, about: CardEventSubject | null): Hint | null {
  if (about === null) return null;
  if ('card' in about)
    return async (db, now) => await dueCardNow(db, { by: 'ref', key: about.card, provider, now });
  const id = 'opening' in about ? about.opening : about.applicant;
  return isId(id) ? async (db, now) => await dueApplicationNow(db, { id, provider, now }) : null;
}
