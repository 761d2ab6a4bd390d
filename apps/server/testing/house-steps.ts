/** A check by the house, step by step, as its person and persons of the house take them. */
import type { OwnItem } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';

import type { CommandOutcome } from '../src/modules/operator/outcome.ts';
import { openOwner } from '../src/platform/database/database.ts';
import { startTestApi, type TestApi, type TestApiOptions } from './api.ts';
import {
  level2Pictures,
  type OwnDocument,
  ownDocument,
  ownTyped,
  sendOwnItems,
  typedLines,
} from './house.ts';
import { type CheckedRecord, kycSteps, type Verifiable } from './kyc-steps.ts';
import { enrolled, operate } from './operate.ts';

export type HouseSetup = {
  readonly api: TestApi;
  /** A command of ann, who gives her name; `persons` in place of hers. */
  readonly operator: (line: string, persons?: readonly string[]) => Promise<CommandOutcome>;
  readonly close: () => Promise<void>;
};

const why = ['--reason', 'looked at beside the picture'];
const byAnn = ['--by', 'ann', ...why];
export const byTwoOfHouse = ['--by', 'ann', '--second', 'ben', ...why];
export const byNobody = why;

export async function openHouseSetup(options: TestApiOptions = {}): Promise<HouseSetup> {
  const api = await startTestApi(options);
  const owner = openOwner(api.ownerUrl);
  const { ask } = await enrolled(owner.db, ['ann', 'ben']);
  const screens = options.screening !== undefined;
  return {
    api,
    operator: async (line, persons = byAnn) =>
      await operate(line, persons, { db: owner.db, ask, now: api.clock.now(), screens }),
    async close() {
      await owner.close();
      await api.close();
    },
  };
}

/** A record that lies with the house, and what its person gave. */
export type HouseRecord = CheckedRecord & {
  readonly person: Verifiable;
  readonly document: OwnDocument;
  readonly items: readonly OwnItem[];
};

/** `setup` is asked when a step is taken. */
export function houseSteps(setup: () => HouseSetup) {
  const api = () => setup().api;
  const { verifiable, paid, pass, detail } = kycSteps(api);

  /** Somebody who has paid and sent everything in; the house has it. */
  async function sentIn(
    given: { readonly document?: OwnDocument; readonly hasAddress?: boolean } = {},
  ): Promise<HouseRecord> {
    const person = await verifiable();
    const record = await paid(person);
    const { document = ownDocument(), hasAddress = false } = given;
    const items = await sendOwnItems(api().databases.main, record.id, {
      typed: ownTyped(document),
      pictures: hasAddress ? [...level2Pictures, 'addressProof'] : level2Pictures,
      now: api().clock.now(),
    });
    await pass();
    return { ...record, person, document, items };
  }

  /** A command that has to be done. */
  async function done(line: string, persons?: readonly string[]): Promise<readonly string[]> {
    const { isDone, lines } = await setup().operator(line, persons);
    if (!isDone) throw new Error(lines.join('\n'));
    return lines;
  }

  async function acceptAll({ authNo, items }: HouseRecord, but: readonly OwnItem[] = []): Promise<void> {
    for (const item of items) if (!but.includes(item)) await done(`kyc-accept-item ${authNo} ${item}`);
  }

  /** Everything accepted, and the lines of the document typed as they stand there. */
  async function looked(record: HouseRecord, document = record.document): Promise<void> {
    await acceptAll(record);
    await done(`kyc-mrz ${record.authNo} ${typedLines(document)}`);
  }

  /** The decision, and the round that applies it. */
  async function decided({ authNo }: HouseRecord, verdict: string): Promise<readonly string[]> {
    const lines = await done(`kyc-decide ${authNo} ${verdict}`);
    await pass();
    return lines;
  }

  async function reviewOf({ person, authNo }: HouseRecord) {
    const { review, reason, attemptsLeft, items } = await detail(person, authNo);
    const named = (state: string) => items.filter((one) => one.state === state).map(({ item }) => item);
    return { review, reason, attemptsLeft, again: named('again'), accepted: named('accepted') };
  }

  async function levelOf({ person }: HouseRecord): Promise<unknown> {
    const found = await sql<{ level: number }>`
      select kyc_level as level from app.person where id = ${person.id}`.execute(api().databases.main);
    return found.rows[0]?.level;
  }

  return { sentIn, done, acceptAll, looked, decided, reviewOf, levelOf };
}
