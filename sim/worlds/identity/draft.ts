/**
 * Who gives their record to the house: step by step, over days, with pictures; some think again, leave in the middle, go to a
 * company and come back, send in twice, or never. What is asked once more they give once more.
 */
import { Refusal } from '@marigold/contract/endpoint';
import { dayMs } from '@marigold/money/spans';
import type { OwnItem } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';

import {
  acceptedOf,
  type GivenRecord,
  type GivenValue,
  missingIn,
  noteErased,
  noteSaved,
  noteSent,
  wordsAtRest,
  typedOf,
  wantedAgain,
} from './book.ts';
import { beginAt, type Crowd, inCall, type Seen, type SimPerson } from './crowd.ts';
import { namesIn, renewed, wantsOf } from './wants.ts';

export const houseAgreed = { contentId: 'kyc-house', version: 1 } as const;
/** Written down a second time. */
export const idleMs = 30 * dayMs;

type Paid = Seen & { readonly recordId: string; readonly authNo: string };

/** False: they go on with a company. */
export async function giveToHouse(crowd: Crowd, person: SimPerson, seen: Paid): Promise<boolean> {
  const { book } = crowd;
  const { random } = person;
  const { recordId: id, authNo, review, provider, attempts } = seen;
  const record =
    book.get(id) ??
    book.open(
      { id, authNo, userId: person.id, document: person.document },
      { wants: wantsOf(person, authNo), way: person.way, isSent: person.habit !== 'never-sends' },
    );
  if (review === 'again') {
    if (provider !== 'house') return false;
    await giveAgain(crowd, person, record);
    return true;
  }
  if (attempts === 0 && !crowd.isCalm && random.chance(0.04))
    record.way = record.way === 'house' ? 'page' : 'house';
  if (record.way === 'page') return false;
  await goOnWithDraft(crowd, person, record);
  return true;
}

async function goOnWithDraft(crowd: Crowd, person: SimPerson, record: GivenRecord): Promise<void> {
  const { random } = person;
  if (record.isStuck || (!crowd.isCalm && random.chance(0.2))) return;
  if (random.chance(0.25)) await readBack(crowd, record, [...allItems]);
  const left = [...record.wants.keys()].filter((item) => !record.saved.has(item));
  if (left.length > 0) {
    if (!record.isSent && random.chance(0.5)) return;
    if (random.chance(0.04)) await saveForeign(crowd, person, record);
    const count = crowd.isCalm ? left.length : 2 + random.below(8);
    await save(crowd, person, record, left.slice(0, count));
    if (random.chance(0.1)) await thinkAgain(crowd, person, record);
    return;
  }
  if (!record.isSent) return;
  const sent = await sendWhole(crowd, person, record);
  if (sent === 'items_missing') crowd.failures.push(`what was saved is missing: ${record.id}`);
}

/** Another value of something, or none. */
async function thinkAgain(crowd: Crowd, person: SimPerson, record: GivenRecord): Promise<void> {
  const [chosen] = person.random.shuffled([...record.saved]);
  if (chosen === undefined) return;
  const [item, given] = chosen;
  record.wants.set(item, renewed(person.random, given));
  await save(crowd, person, record, [item], person.random.chance(0.3));
}

type SavedItems = Parameters<Crowd['setup']['kyc']['handlers']['kyc/save']>[0]['items'];

async function bringAll(
  { setup }: Crowd,
  person: SimPerson,
  given: ReadonlyMap<OwnItem, GivenValue | null>,
): Promise<SavedItems> {
  const items: Record<string, unknown> = {};
  for (const [item, value] of given)
    if (value?.is !== 'picture') items[item] = value?.value ?? null;
    else {
      const kind = item === 'signature' ? 'signature' : 'identity';
      items[item] = { fileId: await setup.bring(person.id, kind, Buffer.from(value.words)) };
    }
  return items as SavedItems;
}

async function save(
  crowd: Crowd,
  person: SimPerson,
  record: GivenRecord,
  names: readonly OwnItem[],
  isTakenBack = false,
): Promise<void> {
  const { setup, failures } = crowd;
  const { authNo, wants } = record;
  const given = new Map(names.map((item) => [item, isTakenBack ? null : (wants.get(item) ?? null)]));
  const items = await bringAll(crowd, person, given);
  const answer = await inCall(
    crowd,
    person,
    async (call) => await setup.kyc.handlers['kyc/save']({ authNo, items }, call),
  );
  if (answer === undefined) return;
  if (answer instanceof Refusal) {
    failures.push(`what is open cannot be saved: ${record.id} ${answer.code} ${answer.field ?? ''}`);
    return;
  }
  noteSaved(record, given, setup.clock.now());
  failures.push(...wrongMissing(record, answer.missing));
}

/** A picture that somebody else brought is nobody's; nothing of such a call is saved. */
async function saveForeign(crowd: Crowd, person: SimPerson, record: GivenRecord): Promise<void> {
  const { setup, people, failures } = crowd;
  const stranger = person.random.pick(people);
  if (stranger.id === person.id) return;
  const fileId = await setup.bring(stranger.id, 'identity', Buffer.from('somebody else'));
  const items = { contact: 'with a foreign picture', idFront: { fileId } };
  const answer = await inCall(
    crowd,
    person,
    async (call) => await setup.kyc.handlers['kyc/save']({ authNo: record.authNo, items }, call),
  );
  if (answer !== undefined && !(answer instanceof Refusal && answer.code === 'file_unknown'))
    failures.push(`a picture of somebody else is taken: ${record.id}`);
}

/** What of it is asked once more and not given yet. */
function notYetAgain(record: GivenRecord): readonly OwnItem[] {
  return wantedAgain(record).filter((item) => record.saved.get(item) === sentLast(record, item));
}

function sentLast({ rounds }: GivenRecord, item: OwnItem): GivenValue | undefined {
  return rounds.findLast(({ items }) => items.has(item))?.items.get(item);
}

function wrongMissing(record: GivenRecord, missing: readonly OwnItem[]): string[] {
  const due = record.rounds.length === 0 ? missingIn(record) : notYetAgain(record);
  return sameItems(due, missing)
    ? []
    : [`missing of ${record.id} is ${missing.join(' ')}, and should be ${due.join(' ')}`];
}

export function sameItems(one: readonly string[], other: readonly string[]): boolean {
  return one.toSorted().join(' ') === other.toSorted().join(' ');
}

/** What a person reads of their own draft is what they saved, and nothing that was accepted is open. */
async function readBack(crowd: Crowd, record: GivenRecord, open: readonly OwnItem[]): Promise<void> {
  const { setup, failures } = crowd;
  const { authNo, id, saved, userId } = record;
  const draft = await setup.call(
    userId,
    async (call) => await setup.kyc.handlers['kyc/draft']({ authNo }, call),
  );
  if (draft instanceof Refusal) {
    failures.push(`a draft cannot be read: ${id} ${draft.code}`);
    return;
  }
  const accepted = acceptedOf(record);
  const reopened = draft.open.filter((item) => accepted.has(item));
  if (reopened.length > 0) failures.push(`an accepted item is open again: ${id} ${reopened.join(' ')}`);
  else if (!sameItems(draft.open, open))
    failures.push(`open of ${id} is ${draft.open.join(' ')}, and should be ${open.join(' ')}`);
  failures.push(...wrongMissing(record, draft.missing));
  const fresh =
    record.rounds.length === 0 ? open : open.filter((item) => !notYetAgain(record).includes(item));
  const due = open.flatMap((item) => {
    const given = saved.get(item);
    if (given === undefined || (given.is === 'picture' && !fresh.includes(item))) return [];
    return [`${item} ${given.is === 'typed' ? wordsAtRest(given) : 'picture'}`];
  });
  const read = [
    ...Object.entries(draft.typed).map(([item, value]) => `${item} ${JSON.stringify(value)}`),
    ...draft.pictures.map(({ item }) => `${item} picture`),
  ];
  if (due.toSorted().join() !== read.toSorted().join())
    failures.push(`the draft of ${id} is not what its person saved: ${read.join()} / ${due.join()}`);
}

type Way = 'kyc/submit' | 'kyc/resubmit';
type Sent = 'sent' | 'lost' | (string & {});

async function attempt(crowd: Crowd, person: SimPerson, authNo: string, way: Way): Promise<Sent> {
  const { handlers } = crowd.setup.kyc;
  const answer = await inCall(
    crowd,
    person,
    async (call) =>
      way === 'kyc/submit'
        ? await handlers[way]({ authNo, agreed: houseAgreed }, call)
        : await handlers[way]({ authNo }, call),
    'own',
  );
  if (answer === undefined) return 'lost';
  return answer instanceof Refusal ? `${answer.code} ${answer.field ?? ''}`.trim() : 'sent';
}

/** Sends in what is whole; now and then twice at once, and once more where they did not hear the answer. */
export async function sendWhole(crowd: Crowd, person: SimPerson, record: GivenRecord): Promise<string> {
  const { failures, setup } = crowd;
  const { random } = person;
  const { authNo, id } = record;
  const way: Way = record.rounds.length === 0 ? 'kyc/submit' : 'kyc/resubmit';
  const items = way === 'kyc/submit' ? [...record.saved.keys()] : wantedAgain(record);
  const go = async (): Promise<Sent> => await attempt(crowd, person, authNo, way);
  const answers = random.chance(0.1) ? await Promise.all([go(), go()]) : [await go()];
  const sent = answers.filter((one) => one === 'sent');
  if (sent.length > 1) failures.push(`sent in twice: ${id}`);
  if (sent.length === 0) return await notSent(crowd, person, record, answers);
  const bad = [...record.wants.keys()].filter((item) => isBad(crowd, record, item));
  if (bad.length > 0) failures.push(`sent in with what is no good: ${id} ${bad.join(' ')}`);
  noteSent(record, items, setup.clock.now());
  if (random.chance(0.15) && (await go()) === 'sent') failures.push(`sent in twice: ${id}`);
  if (random.chance(0.1)) await saveClosed(crowd, person, record);
  return 'sent';
}

async function saveClosed(crowd: Crowd, person: SimPerson, { authNo, id }: GivenRecord): Promise<void> {
  const { setup, failures } = crowd;
  const items = { contact: 'while it is checked' };
  const answer = await inCall(
    crowd,
    person,
    async (call) => await setup.kyc.handlers['kyc/save']({ authNo, items }, call),
  );
  if (answer !== undefined && !(answer instanceof Refusal))
    failures.push(`saved into what is checked: ${id}`);
}

/** What was refused is put right, truly or not; or they give up. */
async function notSent(
  crowd: Crowd,
  person: SimPerson,
  record: GivenRecord,
  answers: readonly string[],
): Promise<string> {
  const answer = answers.find((one) => one !== 'lost') ?? 'lost';
  const [code = '', field] = answer.split(' ');
  if (code === 'lost' || code === 'items_missing') return code;
  if (code === 'provider_unavailable' && (await isOnItsWay(crowd, record))) return code;
  const item = [...record.wants.keys()].find((name) => name === field);
  if (code !== 'items_wrong' || item === undefined || !isBad(crowd, record, item)) {
    crowd.failures.push(`what is whole cannot be sent in: ${record.id} ${answer}`);
    return code;
  }
  record.isStuck = item === 'idNumber' || person.random.chance(0.5);
  if (record.isStuck) return code;
  const at = (ms: number) => new Date(crowd.setup.clock.now() + ms).toISOString().slice(0, 10);
  const value = item === 'birthday' ? at(-31 * 365 * dayMs) : at(2500 * dayMs);
  record.wants.set(item, { is: 'typed', value });
  await save(crowd, person, record, [item]);
  return code;
}

/** What was sent in before arrived, and nobody lived to hear so: until it is asked for again they try later. */
async function isOnItsWay({ setup }: Crowd, { id }: GivenRecord): Promise<boolean> {
  const found = await sql`
    select from app.partner_call where object_id = ${id} and provider = 'house' and state in ('sent', 'unknown')`.execute(
    setup.db,
  );
  return found.rows.length > 0;
}

/** Written down a second time: of age, good for a month, and a kind of document that is taken. */
function isBad({ setup }: Crowd, record: GivenRecord, item: OwnItem): boolean {
  const at = setup.clock.now();
  if (item === 'birthday') {
    const birthday = typedOf(record, item) ?? '';
    return Date.parse(`${Number(birthday.slice(0, 4)) + 18}${birthday.slice(4)}`) > at;
  }
  if (item === 'expiry') return Date.parse(typedOf(record, item) ?? '') < at + idleMs;
  if (item !== 'idNumber') return false;
  return typedOf(record, 'issuingRegion') === 'JP' && typedOf(record, item)?.idType === 'idCard';
}

/** Exactly what is asked once more, all of it. */
async function giveAgain(crowd: Crowd, person: SimPerson, record: GivenRecord): Promise<void> {
  const { random } = person;
  const { failures } = crowd;
  const items = wantedAgain(record);
  if (items.length === 0) failures.push(`asked once more by nobody: ${record.id}`);
  if (items.length === 0 || random.chance(crowd.isCalm ? 0.1 : 0.3)) return;
  if (random.chance(0.4)) await readBack(crowd, record, items);
  const left = notYetAgain(record);
  if (record.stopsHalfway && left.length < items.length) return;
  if (left.length > 0) {
    if (random.chance(0.1)) await giveWrongly(crowd, person, record);
    const now = left.slice(0, 1 + random.below(left.length));
    for (const item of now) {
      const given = record.saved.get(item);
      if (given !== undefined) record.wants.set(item, renewed(random, given));
      // They read more closely now.
      if (item === 'names' && random.chance(0.5))
        record.wants.set(item, { is: 'typed', value: namesIn(person.document) });
    }
    await save(crowd, person, record, now);
    if (record.stopsHalfway || random.chance(0.5)) return;
  }
  if (notYetAgain(record).length > 0) return;
  const sent = await sendWhole(crowd, person, record);
  if (sent === 'items_missing') failures.push(`what was given once more is missing: ${record.id}`);
}

/** Everything is saved that its person means to give, and nothing of it is refused. */
function isWholeDraft(crowd: Crowd, record: GivenRecord): boolean {
  const { wants, saved } = record;
  return [...wants.keys()].every((item) => saved.has(item) && !isBad(crowd, record, item));
}

/** While a company is asked about somebody they think again, and send the whole to the house. */
export async function sendInBeside(crowd: Crowd, person: SimPerson, record: GivenRecord): Promise<void> {
  const { rounds, saved, authNo } = record;
  if (rounds.length > 0 || !record.isSent || !isWholeDraft(crowd, record)) return;
  if ((await attempt(crowd, person, authNo, 'kyc/submit')) !== 'sent') return;
  record.way = 'house';
  noteSent(record, [...saved.keys()], crowd.setup.clock.now());
}

/** Too early, or what nobody asked for; or a company in the place of the house. */
async function giveWrongly(crowd: Crowd, person: SimPerson, record: GivenRecord): Promise<void> {
  const { failures, setup } = crowd;
  const { random } = person;
  const { authNo, id } = record;
  if ((await attempt(crowd, person, authNo, 'kyc/resubmit')) === 'sent')
    failures.push(`sent in without what was asked once more: ${id}`);
  if ((await attempt(crowd, person, authNo, 'kyc/submit')) === 'sent') failures.push(`sent in anew: ${id}`);
  await beginAt(crowd, person, authNo, random.pick(crowd.companies).id);
  if (wantedAgain(record).includes('contact')) return;
  const answer = await setup.call(
    person.id,
    async (call) => await setup.kyc.handlers['kyc/save']({ authNo, items: { contact: 'Not asked' } }, call),
  );
  if (!(answer instanceof Refusal)) failures.push(`an accepted item is open again: ${id} contact`);
}

/** A draft whose month is over is sent in at the very moment in which it is erased: the one or the other. */
export async function sendInLate(crowd: Crowd, person: SimPerson, record: GivenRecord): Promise<void> {
  const { setup, failures } = crowd;
  const isIdle = (record.touchedAt ?? 0) <= setup.clock.now() - idleMs;
  // Most of them wait for the very last moment.
  if (!isIdle && person.random.chance(0.8)) return;
  const found = await sql`select from app.kyc_record where id = ${record.id} and review = 'draft'`.execute(
    setup.db,
  );
  // A company took it, while they thought again.
  if (found.rows.length === 0) return;
  if (!isWholeDraft(crowd, record)) return;
  const sent = await sendWhole(crowd, person, record);
  if (sent !== 'items_missing') return;
  if (isIdle) noteErased(record);
  else failures.push(`a draft is erased too early: ${record.id}`);
}

const allItems: readonly OwnItem[] = [
  'names',
  'birthday',
  'nationality',
  'nickname',
  'job',
  'occupation',
  'income',
  'purpose',
  'contact',
  'phone',
  'email',
  'description',
  'issuingRegion',
  'idNumber',
  'expiry',
  'idFront',
  'idBack',
  'addressProof',
  'signature',
];
