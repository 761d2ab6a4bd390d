/**
 * Everything that identities need around them: a database, people with money and two-step, the handlers of the product, and
 * workers that may die at the named points. The companies are whoever makes this says; the house checks beside them.
 */
import { randomUUID } from 'node:crypto';

import { Refusal } from '@marigold/contract/endpoint';
import { openAccount } from '@marigold/ledger/account';
import { audit } from '@marigold/ledger/audit';
import { post } from '@marigold/ledger/journal';
import { dayMs } from '@marigold/money/spans';
import type { HookHeaders } from '@marigold/partners/identity-port';
import type { PictureItem } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

import { findAsset } from '../src/modules/asset/views.ts';
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
import { RefusedDeed } from '../src/platform/operations/deed.ts';
import { createLog } from '../src/platform/process/log.ts';
import { createSealer } from '../src/platform/process/sealed-text.ts';
import type { TestDatabase } from './database.ts';
import { testKeeping, testVault } from './kyc.ts';
import { createMemoryFiles } from './memory-files.ts';
import { testSecretKey } from './session-cookies.ts';

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

const startedAt = Date.UTC(2026, 0, 5);
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
  const clock = { now: () => startedAt + moved, move: (ms: number) => void (moved += ms) };
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
  for (const { contentId } of companies.values()) await publish(owner.db, contentId);
  await publish(owner.db, ownAgreement);
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

class Refused extends Error {
  readonly refusal: Refusal | RefusedDeed;
  constructor(refusal: Refusal | RefusedDeed) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** In a transaction of its own, rolled back where the answer is a no. */
async function unlessRefused<Answer>(
  db: Database,
  act: (inside: Database) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await db.transaction().execute(async (inside) => {
      const answer = await act(inside);
      if (answer instanceof Refusal || answer instanceof RefusedDeed) throw new Refused(answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof Refused) return error.refusal as Answer;
    throw error;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

function callOf(
  db: Database,
  aside: Database,
  { userId, now }: { userId: string; now: number },
): Call<'user'> {
  const deviceId = 'a-device';
  return {
    db,
    aside,
    session: { id: userId, userId, deviceId, mayTrade: false, tradeFrozenUntil: undefined },
    deviceId,
    deviceCookie: undefined,
    deviceName: '',
    deviceFamily: '',
    outgoing: {},
    address: '127.0.0.1',
    country: undefined,
    language: 'en',
    now,
  };
}

async function publish(owner: Kysely<Record<string, never>>, contentId: string): Promise<void> {
  await sql`
    insert into app.content (id, kind, language, version, title, body, published_at)
    values (${contentId}, 'agreement', 'en', 1, 'An agreement', 'What is given to whom.', ${new Date(startedAt)})
    on conflict do nothing`.execute(owner);
}

/** However many databases there are, everybody has a number of their own. */
let madeSoFar = 0;

async function addVerifiable(
  db: Database,
  { count, money, now }: { count: number; money: Readonly<Record<string, bigint>>; now: number },
): Promise<readonly string[]> {
  const people = Array.from({ length: count }, () => {
    madeSoFar += 1;
    // Nine digits and six characters that nobody has who is made beside these.
    const code = madeSoFar.toString(36).toUpperCase().padStart(6, '0');
    return { id: randomUUID(), digits: String(100_000_000 + madeSoFar), code };
  });
  const ids = people.map(({ id }) => id);
  const at = new Date(now);
  await sql`
    insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
    select id, 'p' || digits, 'Anna', digits, digits || '@sim.example', 'x', code, 'en', ${at}
    from unnest(${ids}::uuid[], ${people.map(({ digits }) => digits)}::text[],
      ${people.map(({ code }) => code)}::text[]) as p (id, digits, code)`.execute(db);
  await sql`
    insert into app.google (user_id, sealed, key_id, state, offered_at, bound_at)
    select id, '\\x00', 1, 'bound', ${at}, ${at} from unnest(${ids}::uuid[]) as p (id)`.execute(db);
  const ledger = queryable(db);
  for (const [code, units] of Object.entries(money)) {
    const asset = await findAsset(db, code);
    if (asset === undefined) throw new Error(`Broken: no ${code}`);
    const { ledgerId: assetId } = asset;
    const from = await openAccount(ledger, { owner: null, assetId, kind: 'demo' });
    const postings = [];
    for (const id of ids) {
      const to = await openAccount(ledger, { owner: id, assetId, kind: 'available' });
      postings.push({ from, to, assetId, units });
    }
    const key = `credit-${code}-${ids[0] ?? ''}`;
    await post(ledger, { scope: 'test', key, kind: 'demo', reference: null, postings });
  }
  return ids;
}
