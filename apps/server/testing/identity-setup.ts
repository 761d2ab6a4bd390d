/**
 * Everything that identities need around them: a database, people with money and two-step, the handlers of the product, and
 * workers that may die at the named points. The companies are whoever makes this says; the house checks beside them.
 */
import { audit } from '@marigold/ledger/audit';
import { dayMs } from '@marigold/money/spans';
import type { HookHeaders } from '@marigold/partners/identity-port';
import type { PictureItem } from '@marigold/partners/kyc-states';

import { createFiles, type Files } from '../src/modules/file/service.ts';
import { createSubmitKind, submitKind } from '../src/modules/kyc/draft/submit.ts';
import { houseCompany } from '../src/modules/kyc/house/company.ts';
import { createEraseKind, eraseKind } from '../src/modules/kyc/keeping/company.ts';
import { createKycDeeds, type KycDeeds } from '../src/modules/kyc/operations.ts';
import {
  type DirectCompany,
  type HostedCompany,
  type IdentityCompany,
  ownAgreement,
} from '../src/modules/kyc/port.ts';
import { openPicture } from '../src/modules/kyc/record/picture.ts';
import { findRecord, findSentPicture } from '../src/modules/kyc/record/store.ts';
import { createWatch } from '../src/modules/kyc/review/look.ts';
import { createStartKind, startKind } from '../src/modules/kyc/review/start.ts';
import { createKyc, type Kyc } from '../src/modules/kyc/service.ts';
import type { PartnerCrashPoint } from '../src/modules/partner/crash-points.ts';
import { type EventOutcome, receiveEvent } from '../src/modules/partner/event.ts';
import { createPartnerRound } from '../src/modules/partner/round.ts';
import { listBrokenPurchases } from '../src/modules/purchase/views.ts';
import type { Spending } from '../src/modules/spending/service.ts';
import type { Database } from '../src/platform/database/database.ts';
import { openDatabases, openOwner, queryable } from '../src/platform/database/database.ts';
import type { Call } from '../src/platform/http/call.ts';
import type { RefusedDeed } from '../src/platform/operations/deed.ts';
import { createLog } from '../src/platform/process/log.ts';
import { createSealer } from '../src/platform/process/sealed-text.ts';
import type { TestDatabase } from './database.ts';
import { testKeeping, testVault } from './kyc.ts';
import { createMemoryFiles } from './memory-files.ts';
import { testSecretKey } from './session-cookies.ts';
import { addVerifiable, callOf, publishAgreement, simStart, unlessRefused } from './sim-people.ts';

export type IdentityCrash = (point: PartnerCrashPoint) => void;

export type IdentitySetup = {
  readonly db: Database;
  readonly clock: { now(): number; move(ms: number): void };
  readonly kyc: Kyc;
  readonly companies: ReadonlyMap<string, HostedCompany>;
  /** The house, as one of those who check. */
  readonly house: DirectCompany;
  readonly deeds: KycDeeds;
  /** So many people with two-step, each with so many units of each currency. */
  people(count: number, money: Readonly<Record<string, bigint>>): Promise<readonly string[]>;
  /** One call of a person in a transaction of its own: what is refused, or thrown, leaves nothing behind. */
  call<Answer>(userId: string, handle: (call: Call<'user'>) => Promise<Answer>): Promise<Answer>;
  /** What persons of the house do, in a transaction of its own: what is refused leaves nothing behind. */
  operate<Answer extends object>(
    act: (db: Database) => Promise<Answer | RefusedDeed>,
  ): Promise<Answer | RefusedDeed>;
  /** A picture that somebody brought and that was made anew, to be used within a day; answers its id. */
  bring(userId: string, kind: 'identity' | 'signature', bytes: Buffer): Promise<string>;
  /** The plain bytes of a picture that was sent in; undefined where there is none. */
  sentPicture(recordId: string, item: PictureItem): Promise<Buffer | undefined>;
  /** Another process that does one round at a company, over a line of its own. */
  round(company: IdentityCompany, crash?: IdentityCrash): Promise<void>;
  event(provider: string, event: SentEvent, crash?: IdentityCrash): Promise<EventOutcome>;
  /** What the views and the whole audit of the ledger find broken. */
  brokenBooks(): Promise<readonly string[]>;
  close(): Promise<void>;
};

type SentEvent = { readonly raw: Buffer; readonly headers: HookHeaders };

const publicAddress = (): string => 'https://wallet.example';

/** Who pays is asked nothing here but what their order itself must be asked: secrets and limits have worlds of their own. */
const spending: Pick<Spending, 'approvePurchase'> = {
  approvePurchase: async (_call, { beforePassword, checkDigits }) =>
    (await beforePassword?.()) ?? (await checkDigits()),
};

export async function openIdentitySetup(given: {
  readonly database: TestDatabase;
  readonly companies: (now: () => number) => ReadonlyMap<string, HostedCompany>;
}): Promise<IdentitySetup> {
  const databases = openDatabases(given.database.appUrl, 12);
  const owner = openOwner(given.database.ownerUrl);
  const db = databases.main;
  let moved = 0;
  const clock = { now: () => simStart + moved, move: (ms: number) => void (moved += ms) };
  const companies = given.companies(clock.now);
  const log = createLog(process.env['TEST_LOG'] ?? 'silent');
  const files = createFiles({
    db,
    store: createMemoryFiles(),
    secretKey: testSecretKey,
    clock: clock.now,
    log,
  });
  const house = houseCompany({ db, vault: testVault, clock: clock.now });
  const kyc = createKyc({
    db,
    clock: clock.now,
    log,
    secretKey: testSecretKey,
    keeping: testKeeping,
    companies,
    screening: undefined,
    publicAddress,
    files,
    mode: 'demo',
    spending,
    checkDigits: async () => await Promise.resolve(undefined),
    checkPaymentPassword: async () => await Promise.resolve(undefined),
  });
  const sealers = {
    page: createSealer(testSecretKey, 'identity-page'),
    event: createSealer(testSecretKey, 'partner-event'),
  };
  for (const { contentId } of companies.values()) await publishAgreement(owner.db, contentId);
  await publishAgreement(owner.db, ownAgreement);
  return {
    db,
    clock,
    kyc,
    companies,
    house,
    deeds: deedsWith(files),
    people: async (count, money) => await addVerifiable(db, { count, money, now: clock.now() }),

    call: async (userId, handle) =>
      await unlessRefused(
        db,
        async (inside) => await handle(callOf(inside, db, { userId, now: clock.now() })),
      ),

    operate: async (act) => await unlessRefused(db, act),

    ...picturesOf({ db, files, clock: clock.now }),

    async round(company, crash) {
      const parts = { db, clock: clock.now, log, ...(crash === undefined ? {} : { crash }) };
      const work = {
        provider: company.id,
        promise: company.promise,
        kinds: {
          ...(company.way === 'page' && {
            [startKind]: createStartKind({ ...parts, sealer: sealers.page, publicAddress }, company),
          }),
          ...(company.way === 'own' && { [submitKind]: createSubmitKind(parts, company) }),
          [eraseKind]: createEraseKind(parts, company),
        },
        watch: createWatch({ ...parts, vault: testVault, screening: undefined }, company),
      };
      await createPartnerRound(parts, work).pass();
    },

    async event(provider, event, crash) {
      const partner = kyc.partners.find(({ work }) => work.provider === provider);
      if (partner === undefined) throw new Error(`Broken: nobody is ${provider}`);
      const parts = { db, sealer: sealers.event, ...(crash === undefined ? {} : { crash }) };
      return await receiveEvent(parts, provider, partner.events, { ...event, now: clock.now() });
    },

    async brokenBooks() {
      const views = await listBrokenPurchases(db, 10);
      const books = await audit(queryable(db), { full: true });
      return [...views, ...books].map(({ what, id }) => `the books are broken: ${what} ${id}`);
    },

    async close() {
      await files.stop();
      await databases.close();
      await owner.close();
    },
  };
}

function deedsWith(files: Files): KycDeeds {
  return createKycDeeds({
    secretKey: () => testSecretKey,
    keeping: testKeeping,
    screens: () => false,
    pictures: () => files,
  });
}

type PictureParts = { readonly db: Database; readonly files: Files; readonly clock: () => number };

function picturesOf({ db, files, clock }: PictureParts): Pick<IdentitySetup, 'bring' | 'sentPicture'> {
  return {
    async bring(ownerId, kind, bytes) {
      const mediaType = kind === 'signature' ? 'image/png' : 'image/jpeg';
      const now = clock();
      const file = { ownerId, kind, name: 'one', mediaType, now, expires: now + dayMs };
      return (await files.keep(db, file, once(bytes))).id;
    },

    async sentPicture(recordId, item) {
      const [record, fileId] = [await findRecord(db, recordId), await findSentPicture(db, recordId, item)];
      if (record === undefined || fileId === undefined) return undefined;
      return (await openPicture({ db, vault: testVault, files }, record, { item, fileId }))?.bytes;
    },
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
