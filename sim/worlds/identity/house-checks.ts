/** What must be true of records that were given to the house, by the book of who gave and who checked. */
import { dayMs } from '@marigold/money/spans';
import type { KycReviewState, OwnItem } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';

import { testVault } from '../../../apps/server/testing/kyc.ts';
import {
  acceptedOf,
  type GivenRecord,
  isWhole,
  lastDecision,
  needsTwo,
  noteErased,
  wordsAtRest,
  wantedAgain,
} from './book.ts';
import type { Crowd } from './crowd.ts';
import { idleMs, sameItems } from './draft.ts';

const attemptsMost = 3;

/** The state that the house has brought a record to. `unfinished`: its persons are not done with it. */
export function dueOfHouse(record: GivenRecord, isOthers: () => boolean): KycReviewState | 'unfinished' {
  const { rounds, decisions } = record;
  const last = lastDecision(record);
  if (rounds.length === 0) return 'draft';
  if (last === undefined) return 'unfinished';
  const { outcome, persons } = last;
  if (outcome === 'again')
    return decisions.filter((one) => one.outcome === 'again').length >= attemptsMost ? 'final' : 'again';
  // What two persons decide holds as they say it.
  if (outcome === 'passed') return persons.length === 1 && isOthers() ? 'held' : 'approved';
  return outcome;
}

type HouseRow = {
  readonly review: KycReviewState | null;
  readonly status: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly accepted: readonly string[];
};

/** Everything else about a record that lies with the house. */
export function wrongHouse(record: GivenRecord, row: HouseRow): string[] {
  const { decisions } = record;
  const { review, status, reason, attempts } = row;
  const again = decisions.filter(({ outcome }) => outcome === 'again').length;
  const accepted = acceptedOf(record);
  const wrong: string[] = [];
  if (attempts !== again) wrong.push(`${attempts} attempts for ${again} verdicts`);
  if (!sameItems(row.accepted, [...accepted.keys()]))
    wrong.push(
      `accepted is ${row.accepted.join(' ')}, and persons accepted ${[...accepted.keys()].join(' ')}`,
    );
  const isOld = [...accepted].some(([item, value]) => record.saved.get(item) !== value);
  if (isOld) wrong.push('something was accepted that its person has replaced');
  if (review === 'approved' && !isWhole(record)) wrong.push('approved, and no person accepted all of it');
  if (review === 'approved' && passedAlone(record)) wrong.push('one person alone passed what two decide');
  if (review === 'final') {
    const due = lastDecision(record)?.outcome === 'again' ? 'attempts_used' : 'refused';
    if (reason !== due) wrong.push(`it is over for ${reason ?? 'no reason'} and not for ${due}`);
    if (status !== 'disabled') wrong.push('it is over, and not disabled');
  }
  return wrong.map((what) => `record ${record.id} is ${review} at the house: ${what}`);
}

/** Level 3, and lines that nobody compared or that differ, are for two. */
function passedAlone(record: GivenRecord): boolean {
  const last = record.decisions.at(-1);
  return last?.outcome === 'passed' && last.persons.length < 2 && needsTwo(record);
}

type Lying = {
  readonly id: string;
  readonly review: KycReviewState;
  readonly provider: string | null;
  readonly order: string;
  readonly keyId: string | null;
  readonly wrapped: Buffer | null;
  readonly items: readonly string[];
  readonly again: readonly OwnItem[];
};

async function listLying({ setup, book }: Crowd): Promise<readonly Lying[]> {
  const found = await sql<Lying>`
    select r.id, r.review, r.provider, o.state as order, k.key_id as "keyId", k.wrapped,
      array(select i.item from app.kyc_item i where i.record_id = r.id and num_nonnulls(i.value, i.file_id) > 0) as items,
      array(select i.item from app.kyc_item i where i.record_id = r.id and i.state = 'again') as again
    from app.kyc_record r join app.kyc_order o on o.id = r.order_id join app.identity_key k on k.record_id = r.id
    where r.id = any(${[...book.keys()]}::uuid[])`.execute(setup.db);
  return found.rows;
}

/** What a company has taken, or is over at one, leaves nothing with the house. */
function isLeft({ review, provider }: Lying): boolean {
  return review !== 'draft' && provider !== 'house';
}

/** What was given is there as long as it is its person's or checked, and not a day longer. */
export async function givenProblems(crowd: Crowd): Promise<string[]> {
  return (await listLying(crowd)).flatMap((row) => {
    const record = crowd.book.get(row.id);
    if (record === undefined) return [];
    const due = isLeft(row) ? [] : [...record.saved.keys()];
    const lies = row.items.join(' ') || 'nothing';
    const wrong = sameItems(row.items, due)
      ? []
      : [`of ${row.id} (${row.review}) there is ${lies}, and should be ${due.join(' ') || 'nothing'}`];
    const isUnpaid = row.review === 'draft' && row.order !== 'paid';
    return isUnpaid ? [...wrong, `the order of a draft is ${row.order}: ${row.id}`] : wrong;
  });
}

/** One step of a month in which nobody comes: what was not touched for thirty days is erased, and nothing else. */
export async function idleProblems(crowd: Crowd): Promise<string[]> {
  const { setup, book } = crowd;
  const until = setup.clock.now() - idleMs;
  for (const record of book.values())
    if (record.rounds.length === 0 && record.touchedAt !== null && record.touchedAt <= until)
      noteErased(record);
  return (await givenProblems(crowd)).map((what) => `after ${idleMs / dayMs} idle days: ${what}`);
}

/** At the end of a history: each value as it was saved last, each sending with exactly what was asked. */
export async function houseProblems(crowd: Crowd): Promise<string[]> {
  const rows = await listLying(crowd);
  return [
    ...(await givenProblems(crowd)),
    ...(await changedValues(crowd, rows)),
    ...(await wrongSendings(crowd)),
    ...(await loosePictures(crowd)),
    ...rows.flatMap((row) => {
      const record = crowd.book.get(row.id);
      if (record === undefined || row.provider !== 'house') return [];
      const due = wantedAgain(record);
      return sameItems(row.again, due)
        ? []
        : [`asked again of ${row.id} is ${row.again.join(' ')}, and persons asked for ${due.join(' ')}`];
    }),
  ];
}

async function changedValues({ setup, book }: Crowd, rows: readonly Lying[]): Promise<string[]> {
  const keys = new Map(rows.filter((row) => !isLeft(row)).map((row) => [row.id, row]));
  const found = await sql<{ id: string; item: OwnItem; value: Buffer }>`
    select record_id as id, item, value from app.kyc_item
    where record_id = any(${[...keys.keys()]}::uuid[]) and value is not null`.execute(setup.db);
  return found.rows.flatMap(({ id: recordId, item, value }) => {
    const { keyId = null, wrapped = null } = keys.get(recordId) ?? {};
    const given = book.get(recordId)?.saved.get(item);
    if (keyId === null || wrapped === null || given === undefined) return [];
    const text = testVault.open({ keyId, wrapped }, { recordId, part: `value:${item}` }, value);
    return text === wordsAtRest(given) ? [] : [`not what its person saved last: ${recordId} ${item} ${text}`];
  });
}

/** What was written down as given to the house, and what was handed over, is what was sent in, each time. */
async function wrongSendings({ setup, book }: Crowd): Promise<string[]> {
  const found = await sql<{ id: string; what: string; items: readonly string[] }>`
    select record_id as id, 'written down' as what, items, at, id as "order" from app.identity_disclosure
      where provider = 'house'
    union all
    select object_id, 'handed over', array(select jsonb_array_elements_text(request->'items')), created_at, id
      from app.partner_call where kind = 'identity.submit'
    order by 2, 4, 5`.execute(setup.db);
  const wrong: string[] = [];
  for (const record of book.values())
    for (const what of ['written down', 'handed over']) {
      const lists = found.rows.filter((row) => row.id === record.id && row.what === what);
      const { rounds } = record;
      if (lists.length !== rounds.length)
        wrong.push(`${record.id} was sent in ${rounds.length} times, and ${lists.length} times ${what}`);
      for (const [place, { items }] of rounds.entries())
        if (!sameItems(lists[place]?.items ?? [], [...items.keys()]))
          wrong.push(`an item is lost or sent again: ${record.id}, ${what} ${lists[place]?.items.join(' ')}`);
    }
  return wrong;
}

/** Pictures of records lie there for good only as long as an item names them. */
async function loosePictures({ setup }: Crowd): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select f.id from app.file f where f.kind in ('identity', 'signature') and f.expires_at is null
      and not exists (select from app.kyc_item i where i.file_id = f.id)`.execute(setup.db);
  return found.rows.map(({ id }) => `a picture lies there that nothing names: ${id}`);
}
