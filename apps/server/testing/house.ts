/** What tests of a check by the house need: what somebody gave to it, as if it had been sent in, and the lines of their document. */
import type { KycTyped } from '@marigold/contract/calls/kyc/own';
import type { DirectProvider } from '@marigold/partners/identity-port';
import { type OwnItem, ownItems, type PictureItem } from '@marigold/partners/kyc-states';
import { longRegion } from '@marigold/partners/region-codes';
import { passportLines } from '@marigold/partners/testing/mrz-lines';
import { sql } from 'kysely';

import { createHouseProvider } from '../src/modules/kyc/house/provider.ts';
import { changeRecord } from '../src/modules/kyc/record/change.ts';
import { keyOfRecord } from '../src/modules/kyc/record/fields.ts';
import { lockRecord } from '../src/modules/kyc/record/store.ts';
import { chooseCompany } from '../src/modules/kyc/review/store.ts';
import type { Database } from '../src/platform/database/database.ts';
import { newRowId } from '../src/platform/process/ids.ts';
import { testVault } from './kyc.ts';

type DocumentItem = 'names' | 'birthday' | 'nationality' | 'issuingRegion' | 'idNumber' | 'expiry';
export type OwnDocument = { readonly [Item in DocumentItem]: Exclude<KycTyped[Item], undefined> };

let made = 0;

/** Anna's passport, with a number that nobody else has. */
export function ownDocument(change: Partial<OwnDocument> = {}): OwnDocument {
  made += 1;
  return {
    names: { firstName: 'Anna', lastName: 'Kovaleva' },
    birthday: '1990-05-17',
    nationality: 'GE',
    issuingRegion: 'GE',
    idNumber: { idType: 'passport', number: `20AB${String(made).padStart(5, '0')}` },
    expiry: '2034-01-01',
    ...change,
  };
}

/** Everything that has to be typed. */
export function ownTyped(document: OwnDocument = ownDocument()): KycTyped {
  return {
    ...document,
    nickname: 'ANNA K',
    job: 'engineer',
    occupation: 'Builds bridges',
    income: 'to50k',
    purpose: 'savings',
    contact: 'By telephone after six',
  };
}

/** The lines of a passport, as a person of the house types them. */
export function typedLines({
  names,
  birthday,
  nationality,
  issuingRegion,
  idNumber,
  expiry,
}: OwnDocument): string {
  const plain = (name: string) => name.toUpperCase();
  const short = (day: string) => day.slice(2).replaceAll('-', '');
  return passportLines({
    firstName: plain(names.latinFirst ?? names.firstName),
    lastName: plain(names.latinLast ?? names.lastName),
    birthday: short(birthday),
    expiry: short(expiry),
    region: longRegion(issuingRegion),
    nationality: longRegion(nationality),
    idNumber: idNumber.number,
  }).join(',');
}

export type GivenItems = {
  readonly typed: KycTyped;
  readonly pictures: readonly PictureItem[];
};

/** What level 2 rests on. */
export const level2Pictures = ['idFront', 'signature'] as const satisfies readonly PictureItem[];

/** Sends items of a record in, to be handed to the house: sealed as they lie, without the files of pictures. */
export async function giveOwnItems(
  db: Database,
  recordId: string,
  { typed, pictures, now }: GivenItems & { readonly now: number },
): Promise<readonly OwnItem[]> {
  return await db.transaction().execute(async (transaction) => {
    const record = await lockRecord(transaction, recordId);
    const key = record && keyOfRecord(record);
    if (record === undefined || key === undefined) throw new Error('there is no such record');
    const at = new Date(now);
    await sql`delete from app.kyc_item where record_id = ${recordId} and item = 'liveness'`.execute(
      transaction,
    );
    await sql`
      insert into app.kyc_item (record_id, item, state, changed_at)
      select ${recordId}, item, 'missing', ${at} from unnest(${[...ownItems]}::text[]) as i (item)
      on conflict do nothing`.execute(transaction);
    const values = Object.entries(typed).map(([item, value]) => ({
      item: item as OwnItem,
      value: testVault.seal(key, { recordId, part: `value:${item}` }, JSON.stringify(value)),
    }));
    for (const { item, value } of [...values, ...pictures.map((item) => ({ item, value: null }))])
      await sql`
        update app.kyc_item set state = 'given', label = null, words = null, value = ${value},
          saved_at = ${value === null ? null : at}, changed_at = ${at}
        where record_id = ${recordId} and item = ${item}`.execute(transaction);
    await chooseCompany(transaction, { id: recordId, provider: 'house', lookAt: now });
    await changeRecord(transaction, record, { reviews: ['submitted'], now });
    return [...values.map(({ item }) => item), ...pictures];
  });
}

/** Gives items, and hands them over as the round of the house does. */
export async function sendOwnItems(
  db: Database,
  recordId: string,
  given: GivenItems & { readonly now: number },
): Promise<readonly OwnItem[]> {
  const items = await giveOwnItems(db, recordId, given);
  const house = testHouse(db, () => given.now);
  const answer = await house.submit({ requestId: newRowId(), applicant: recordId, items });
  if (answer.is !== 'done') throw new Error(`the house answered ${answer.is}`);
  return items;
}

/** The house over the database of a test. */
export function testHouse(db: Database, clock: () => number): DirectProvider {
  return createHouseProvider({ db, vault: testVault, clock });
}
