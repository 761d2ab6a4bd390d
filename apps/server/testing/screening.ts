/** A list of sanctioned persons whose entries a test decides, and a server that compares people with it. */
import type { ReadFields } from '@marigold/partners/identity-port';
import type { ListHit, ScreenedPerson, ScreeningList } from '@marigold/partners/screening-port';
import { sql } from 'kysely';

import type { CommandOutcome } from '../src/modules/operator/outcome.ts';
import { openOwner } from '../src/platform/database/database.ts';
import type { TestApi } from './api.ts';
import { asOwner } from './database.ts';
import { checkPurchases, startKycApi } from './kyc-steps.ts';
import { annaRead, type ScriptedCompany } from './kyc.ts';
import { enrolled, operate } from './operate.ts';

export type ScriptedList = {
  readonly list: ScreeningList;
  /** What it finds of somebody from now on, by their first name and last name. */
  readonly hits: Map<string, readonly ListHit[]>;
  /** With whom it was compared, in order. */
  readonly seen: ScreenedPerson[];
  version: string;
  /** It answers nobody while this is true; or nobody of these names. */
  isSilent: boolean;
  readonly silentAbout: Set<string>;
};

export function createScriptedList(): ScriptedList {
  const scripted: ScriptedList = {
    hits: new Map(),
    seen: [],
    version: 'v1',
    isSilent: false,
    silentAbout: new Set(),
    list: {
      async screen(person) {
        const [name = ''] = person.names;
        scripted.seen.push(person);
        if (scripted.isSilent || scripted.silentAbout.has(name))
          return await Promise.resolve({ is: 'unknown' });
        const hits = scripted.hits.get(name) ?? [];
        return await Promise.resolve({ is: 'done', listVersion: scripted.version, hits });
      },
      version: async () => await Promise.resolve(scripted.isSilent ? undefined : scripted.version),
    },
  };
  return scripted;
}

/** An entry that persons look at. */
export const listedHit: ListHit = {
  listId: 'Q77-x',
  score: 0.91,
  name: 'LISTED ELSEWHERE',
  source: 'a_list_of_names',
};

/** Options of a command that two persons give. */
export const byAnnAndBen = ['--by', 'ann', '--second', 'ben', '--reason', 'a person has looked at it'];

export type ScreeningSetup = {
  readonly api: TestApi;
  readonly company: ScriptedCompany;
  readonly scripted: ScriptedList;
  /** A command of ann, or of ann and ben. */
  readonly operator: (line: string, persons?: readonly string[]) => Promise<CommandOutcome>;
  /** The list answers again, nothing was compared yet, and rates are fresh. */
  readonly calm: () => Promise<void>;
  /** @throws where the books do not explain every purchase. */
  readonly checkPurchases: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function openScreeningSetup(): Promise<ScreeningSetup> {
  const scripted = createScriptedList();
  const { api, company } = await startKycApi({ screening: scripted.list });
  const owner = openOwner(api.ownerUrl);
  const { ask } = await enrolled(owner.db, ['ann', 'ben']);
  return {
    api,
    company,
    scripted,
    operator: async (line, persons = byAnnAndBen) =>
      await operate(line, persons, { db: owner.db, ask, now: api.clock.now(), screens: true }),

    async calm() {
      scripted.isSilent = false;
      scripted.silentAbout.clear();
      scripted.seen.length = 0;
      await api.refreshRates();
    },

    checkPurchases: async () => await checkPurchases(api),

    async close() {
      await owner.close();
      await api.close();
    },
  };
}

type WithId = { readonly id: string };

/** What tests of screening do and look at; `setup` is asked when they do. */
export function screeningSteps(setup: () => ScreeningSetup) {
  let made = 0;

  /** From now on the list has this of somebody. */
  function list({ firstName, lastName }: ReadFields, hits: readonly ListHit[]): void {
    setup().scripted.hits.set(`${firstName} ${lastName}`, hits);
  }

  /** Somebody whom nobody else is called like, and what the list has of them. */
  function readOf(hits: readonly ListHit[], more: Partial<ReadFields> = {}): ReadFields {
    made += 1;
    const read = { ...annaRead, lastName: `NUMBER${made}`, idNumber: `LISTED${made}`, ...more };
    list(read, hits);
    return read;
  }

  async function rowOf({ id }: WithId) {
    const found = await sql<Record<string, unknown>>`
      select review, status, reason, screened_version as version, look_at is not null as "isOpen"
      from app.kyc_record where id = ${id}`.execute(setup().api.databases.main);
    return found.rows[0];
  }

  async function decisionsOf({ id }: WithId): Promise<unknown> {
    return await asOwner(
      setup().api.ownerUrl,
      `select list_id, list_version, decision, decided_by from app.screening_hit where record_id = '${id}' order by id`,
    );
  }

  /** The nightly job. */
  async function rescreen(): Promise<void> {
    await setup().api.server.jobs['kycRescreen']?.({});
  }

  async function operator(line: string, persons?: readonly string[]): Promise<CommandOutcome> {
    return await setup().operator(line, persons);
  }

  return { list, readOf, rowOf, decisionsOf, rescreen, operator };
}
