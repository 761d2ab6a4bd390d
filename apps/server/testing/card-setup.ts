/**
 * Everything that cards need around them: a database, people with money, two-step and verified identities, the handlers of
 * the product, one company in memory, and workers that may die at the named points.
 */
import { audit } from '@marigold/ledger/audit';
import type { HookHeaders } from '@marigold/partners/identity-port';
import { hostedItems } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';

import { createDetailsSeal } from '../src/modules/card/application/details.ts';
import { cardStateKind, holderKind, openKind } from '../src/modules/card/issuing/kind-names.ts';
import { createHolderKind, createOpenKind, createStateKind } from '../src/modules/card/issuing/kinds.ts';
import { createCardWatch } from '../src/modules/card/issuing/look.ts';
import type { CardCompany } from '../src/modules/card/port.ts';
import { type Cards, createCards } from '../src/modules/card/service.ts';
import { insertOrder } from '../src/modules/kyc/order/store.ts';
import { sealFields } from '../src/modules/kyc/record/fields.ts';
import { makeRecord } from '../src/modules/kyc/record/make.ts';
import { findRecord, storeFields } from '../src/modules/kyc/record/store.ts';
import type { PartnerCrashPoint } from '../src/modules/partner/crash-points.ts';
import { type EventOutcome, receiveEvent } from '../src/modules/partner/event.ts';
import { createPartnerRound } from '../src/modules/partner/round.ts';
import { listBrokenPurchases } from '../src/modules/purchase/views.ts';
import type { Spending } from '../src/modules/spending/service.ts';
import type { Database } from '../src/platform/database/database.ts';
import { openDatabases, openOwner, queryable } from '../src/platform/database/database.ts';
import type { Call } from '../src/platform/http/call.ts';
import { newRowId } from '../src/platform/process/ids.ts';
import { createLog } from '../src/platform/process/log.ts';
import { createSealer } from '../src/platform/process/sealed-text.ts';
import type { TestDatabase } from './database.ts';
import { annaRead, testKeeping, testVault } from './kyc.ts';
import { testSecretKey } from './session-cookies.ts';
import { addVerifiable, callOf, publishAgreement, simStart, unlessRefused } from './sim-people.ts';

export type CardCrash = (point: PartnerCrashPoint) => void;

export type CardSetup = {
  readonly db: Database;
  readonly clock: { now(): number; move(ms: number): void };
  readonly cards: Cards;
  /** So many people with two-step, each with so many units of each currency. */
  people(count: number, money: Readonly<Record<string, bigint>>): Promise<readonly string[]>;
  /** A new identity of somebody that holds and stands for nothing yet; answers its number. */
  identity(userId: string): Promise<string>;
  /** One call of a person in a transaction of its own: what is refused, or thrown, leaves nothing behind. */
  call<Answer>(userId: string, handle: (call: Call<'user'>) => Promise<Answer>): Promise<Answer>;
  /** Another process that does one round at the company. */
  round(crash?: CardCrash): Promise<void>;
  event(event: SentEvent, crash?: CardCrash): Promise<EventOutcome>;
  /** What the views and the whole audit of the ledger find broken. */
  brokenBooks(): Promise<readonly string[]>;
  close(): Promise<void>;
};

type SentEvent = { readonly raw: Buffer; readonly headers: HookHeaders };

/** Who pays is asked nothing here but what their order itself must be asked: secrets and limits have worlds of their own. */
const spending: Pick<Spending, 'approvePurchase'> = {
  approvePurchase: async (_call, { beforePassword, checkDigits }) =>
    (await beforePassword?.()) ?? (await checkDigits()),
};

export async function openCardSetup(given: {
  readonly database: TestDatabase;
  readonly company: (now: () => number) => CardCompany;
}): Promise<CardSetup> {
  const databases = openDatabases(given.database.appUrl, 12);
  const owner = openOwner(given.database.ownerUrl);
  const db = databases.main;
  let moved = 0;
  const clock = { now: () => simStart + moved, move: (ms: number) => void (moved += ms) };
  const company = given.company(clock.now);
  const log = createLog(process.env['TEST_LOG'] ?? 'silent');
  const cards = createCards({
    db,
    clock: clock.now,
    log,
    secretKey: testSecretKey,
    keeping: testKeeping,
    cardCompanies: new Map([[company.id, company]]),
    mode: 'demo',
    spending,
    checkDigits: async () => await Promise.resolve(undefined),
  });
  const seal = createDetailsSeal(testSecretKey);
  const sealer = createSealer(testSecretKey, 'partner-event');
  await publishAgreement(owner.db, company.contentId);
  return {
    db,
    clock,
    cards,
    people: async (count, money) => await addVerifiable(db, { count, money, now: clock.now() }),
    identity: async (userId) =>
      await db.transaction().execute(async (inside) => await addIdentity(inside, userId, clock.now())),
    call: async (userId, handle) =>
      await unlessRefused(
        db,
        async (inside) => await handle(callOf(inside, db, { userId, now: clock.now() })),
      ),

    async round(crash) {
      const parts = { db, clock: clock.now, log, ...(crash === undefined ? {} : { crash }) };
      const issuing = { ...parts, seal, vault: testVault };
      const work = {
        provider: company.id,
        promise: company.promise,
        kinds: {
          [holderKind]: createHolderKind(issuing, company),
          [openKind]: createOpenKind(issuing, company),
          [cardStateKind]: createStateKind(issuing, company),
        },
        watch: createCardWatch(issuing, company),
      };
      await createPartnerRound(parts, work).pass();
    },

    async event(event, crash) {
      const partner = cards.partners[0];
      if (partner === undefined) throw new Error('Broken: there is one company');
      const parts = { db, sealer, ...(crash === undefined ? {} : { crash }) };
      return await receiveEvent(parts, company.id, partner.events, { ...event, now: clock.now() });
    },

    async brokenBooks() {
      const views = await listBrokenPurchases(db, 10);
      const books = await audit(queryable(db), { full: true });
      return [...views, ...books].map(({ what, id }) => `the books are broken: ${what} ${id}`);
    },

    async close() {
      await databases.close();
      await owner.close();
    },
  };
}

async function addIdentity(db: Database, userId: string, now: number): Promise<string> {
  const orderId = newRowId();
  const order = { id: orderId, userId, purpose: 'card', soldAs: 'card', expiresAt: now, now } as const;
  await insertOrder(db, order);
  const { id, authNo } = await makeRecord(db, testVault, { userId, orderId, purpose: 'card', now });
  const record = await findRecord(db, id);
  const sealed =
    record === undefined ? undefined : sealFields(testVault, record, { ...annaRead, idNumber: id });
  if (sealed === undefined) throw new Error('Broken: a record that was just made has a key');
  await storeFields(db, id, sealed);
  await sql`update app.kyc_order set state = 'completed', result = 'approved' where id = ${orderId}`.execute(
    db,
  );
  await sql`update app.kyc_record set review = 'approved', use = 'notUsed' where id = ${id}`.execute(db);
  await sql`
    update app.kyc_item set state = 'accepted'
    where record_id = ${id} and item = any(${[...hostedItems]}::text[])`.execute(db);
  return authNo;
}
