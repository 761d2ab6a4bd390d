/**
 * The house of the world of identities: its persons read what was sent in and hold it against the book, accept items or ask
 * them once more, type the lines of the document, and decide; some leave in the middle, some decide at once with another, some
 * let it lie for days.
 */
import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';
import type { Operation, OperationInput } from '@marigold/operations/operation';
import type { ReadFields } from '@marigold/partners/identity-port';
import { type OwnItem, pictureItems } from '@marigold/partners/kyc-states';
import { longRegion } from '@marigold/partners/region-codes';
import { idCardLines, passportLines } from '@marigold/partners/testing/mrz-lines';
import { sql } from 'kysely';

import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import type { Authority, Deed, DoneDeed } from '../../../apps/server/src/platform/operations/deed.ts';
import { RefusedDeed } from '../../../apps/server/src/platform/operations/deed.ts';
import { mapConcurrent } from '../../../apps/server/src/platform/process/map-concurrent.ts';
import type { Random } from '../../../chaos/random.ts';
import { Crashed } from '../death.ts';
import { acceptedOf, type GivenRecord, type HouseEnding, isWhole, lastDecision, needsTwo } from './book.ts';
import type { Crowd } from './crowd.ts';
import { sameItems } from './draft.ts';

const persons = ['ann', 'ben', 'eva'] as const;
const recordsAtOnce = 3;

type Waiting = {
  readonly id: string;
  readonly review: 'submitted' | 'review' | 'held';
  readonly phase: string;
};
type Sitting = { readonly crowd: Crowd; readonly random: Random; readonly record: GivenRecord };

/** One turn of everybody in the house. */
export async function workInTheHouse(crowd: Crowd, random: Random): Promise<void> {
  const found = await sql<Waiting>`
    select h.record_id as id, r.review, h.phase
    from app.house_review h join app.kyc_record r on r.id = h.record_id
    where r.provider = 'house' and r.review in ('submitted', 'review', 'held') order by h.record_id`.execute(
    crowd.setup.db,
  );
  await mapConcurrent(found.rows, recordsAtOnce, async (waiting) => {
    const record = crowd.book.get(waiting.id);
    if (record === undefined || record.rounds.length === 0)
      crowd.failures.push(`the house checks what nobody sent in: ${waiting.id}`);
    else if (waiting.review === 'held') await judge({ crowd, random, record });
    else if (waiting.phase === 'checking') await check({ crowd, random, record }, waiting);
  });
}

type By = { readonly by: string; readonly second?: string };

/** One deed within `db`. */
async function doDeed<Row extends Operation, Facts>(
  db: Database,
  deed: Deed<Row, Facts>,
  input: OperationInput<Row>,
  { by, second, now }: By & { readonly now: number },
): Promise<DoneDeed<Facts> | RefusedDeed> {
  if (!('act' in deed)) throw new Error('Broken: nobody is asked before a deed of the house');
  return await deed.act(db, input, { by, second, reason: 'seen', now } as Authority<Row>);
}

/** Undefined: whoever did it died before it was written down. */
async function alone<Row extends Operation, Facts>(
  { crowd: { setup, doom }, random }: Sitting,
  deed: Deed<Row, Facts>,
  input: OperationInput<Row>,
  by: By,
): Promise<DoneDeed<Facts> | RefusedDeed | undefined> {
  try {
    return await setup.operate(async (db) => {
      const done = await doDeed(db, deed, input, { ...by, now: setup.clock.now() });
      if (doom.isOn && random.chance(0.02)) throw new Crashed('deed.before-commit');
      return done;
    });
  } catch (error) {
    if (error instanceof Crashed) return undefined;
    throw error;
  }
}

async function check(sitting: Sitting, { review }: Waiting): Promise<void> {
  const { crowd, random, record } = sitting;
  const now = crowd.setup.clock.now();
  record.dueAt ??= now + drawSpan(random);
  const wanted = record.deeds[record.rounds.length - 1] ?? 'pass';
  if (!crowd.isCalm && (now < record.dueAt || wanted === 'nothing')) return;
  const deed = wanted === 'nothing' ? 'pass' : wanted;
  const by = random.pick(persons);
  if (!(await readAll(sitting, { by, review }))) return;
  const isCut = !crowd.isCalm && random.chance(0.1);
  if (!(await lookAt(sitting, { deed, by, isCut })) || isCut) {
    // Whoever left in the middle cannot decide; nor can anybody else.
    if (isCut && random.chance(0.5)) await decideTooEarly(sitting, by);
    return;
  }
  if (deed === 'pass' || random.chance(0.8)) await typeLines(sitting, by);
  await decide(sitting, { verdict: deed, by });
}

function drawSpan(random: Random): number {
  if (random.chance(0.05)) return 4 * dayMs;
  return random.chance(0.1) ? dayMs : minuteMs + random.below(2 * hourMs);
}

/** What stands there is what its person saved last, item by item. False: it has not quite arrived. */
async function readAll(
  sitting: Sitting,
  { by, review }: { readonly by: string; readonly review: string },
): Promise<boolean> {
  const { crowd, record } = sitting;
  const { setup, failures } = crowd;
  const read = await alone(sitting, setup.deeds.read, { record: record.authNo }, { by });
  if (read === undefined || (read instanceof RefusedDeed && review === 'submitted')) return false;
  if (read instanceof RefusedDeed) {
    failures.push(`what is checked cannot be read: ${record.id} ${read.code}`);
    return false;
  }
  const stands = read.facts.map(({ item, text }) => `${item} ${text}`);
  const due = [...record.saved].flatMap(([item, given]) =>
    given.is === 'typed' ? [`${item} ${plain(given.value)}`] : [],
  );
  if (!sameItems(stands, due))
    failures.push(`not what its person saved last: ${record.id} ${stands.join()} / ${due.join()}`);
  for (const item of pictureItems) {
    const given = record.saved.get(item);
    const bytes = await setup.sentPicture(record.id, item);
    if (bytes?.toString() !== (given?.is === 'picture' ? given.words : undefined))
      failures.push(`not what its person saved last: ${record.id} ${item}`);
  }
  return true;
}

function plain(value: string | object): string {
  return typeof value === 'string' ? value : Object.values(value).join(' · ');
}

type Looking = {
  readonly deed: 'pass' | 'again' | 'final';
  readonly by: string;
  readonly isCut: boolean;
};

/** Everything that was sent in last, or half of it; false: nothing of it was written down. */
async function lookAt(sitting: Sitting, { deed, by, isCut }: Looking): Promise<boolean> {
  const { crowd, random, record } = sitting;
  const { setup, failures, doom } = crowd;
  const round = record.rounds.at(-1)?.items ?? new Map<OwnItem, never>();
  const items = [...round.keys()];
  const again = new Set(deed === 'again' ? drawAgain(random, items) : []);
  const seen = isCut ? items.slice(0, Math.floor(items.length / 2)) : items;
  if (random.chance(0.1)) await lookAtAccepted(sitting, by);
  const { acceptItem, again: askAgain } = setup.deeds;
  const at = { by, now: setup.clock.now() };
  try {
    const done = await setup.operate(async (db) => {
      let last: DoneDeed<{ readonly [Is in 'accepted' | 'again' | 'unseen']: readonly string[] }> | undefined;
      for (const item of seen) {
        const input = { record: record.authNo, item };
        const isAgain = again.has(item);
        const asks = isAgain !== random.chance(0.04) ? [isAgain] : [!isAgain, isAgain];
        for (const isOnceMore of asks) {
          const one = isOnceMore
            ? await doDeed(db, askAgain, { ...input, label: 'blurred' }, at)
            : await doDeed(db, acceptItem, input, at);
          if (one instanceof RefusedDeed) return new RefusedDeed(one.code, { item });
          last = one;
        }
      }
      if (doom.isOn && random.chance(0.03)) throw new Crashed('deed.before-commit');
      return { last };
    });
    if (done instanceof RefusedDeed) {
      const { item = '' } = done.facts;
      failures.push(`sent in, and not there for whoever checks: ${record.id} ${String(item)} ${done.code}`);
      return false;
    }
    for (const item of seen) {
      const value = round.get(item);
      if (value !== undefined)
        record.looked.set(item, { value, verdict: again.has(item) ? 'again' : 'accepted' });
    }
    const progress = done.last?.facts;
    const listed = progress && [...progress.accepted, ...progress.again, ...progress.unseen];
    if (listed !== undefined && !sameItems(listed, [...record.saved.keys()]))
      failures.push(
        `looked at in ${record.id}: ${listed.join(' ')}, and given: ${[...record.saved.keys()].join(' ')}`,
      );
    return true;
  } catch (error) {
    if (error instanceof Crashed) return false;
    throw error;
  }
}

/** Often the photo of the document: whatever was typed from it has to be typed anew. */
function drawAgain(random: Random, items: readonly OwnItem[]): readonly OwnItem[] {
  const drawn = random.shuffled(items).slice(0, 1 + random.below(3));
  return items.includes('idFront') && random.chance(0.3) ? ['idFront', ...drawn] : drawn;
}

/** What was accepted in a round before is nobody's to look at. */
async function lookAtAccepted(sitting: Sitting, by: string): Promise<void> {
  const { crowd, random, record } = sitting;
  const accepted = [...acceptedOf(record).keys()];
  if (accepted.length === 0) return;
  const item = random.pick(accepted);
  const input = { record: record.authNo, item, label: 'blurred' };
  const done = await alone(sitting, crowd.setup.deeds.again, input, { by });
  if (done !== undefined && !(done instanceof RefusedDeed))
    crowd.failures.push(`an accepted item is asked again: ${record.id} ${item}`);
}

async function decideTooEarly(sitting: Sitting, by: string): Promise<void> {
  const { crowd, record } = sitting;
  const items = [...(record.rounds.at(-1)?.items.keys() ?? [])];
  // Somebody before them looked at the rest, and did not come to decide.
  if (items.every((item) => record.looked.has(item))) return;
  const input = { record: record.authNo, verdict: 'pass' } as const;
  const done = await alone(sitting, crowd.setup.deeds.decide, input, { by });
  if (done !== undefined && !(done instanceof RefusedDeed))
    crowd.failures.push(`passed before everything was looked at: ${record.id}`);
}

/** As they stand in the document, unless a finger slips. */
async function typeLines(sitting: Sitting, by: string): Promise<void> {
  const { crowd, random, record } = sitting;
  const { document } = record;
  if (random.chance(record.rounds.length > 1 ? 0.4 : 0.1)) return;
  const isSlip = random.chance(0.08);
  const lines = isSlip ? linesOf({ ...document, birthday: '1971-01-01' }) : linesOf(document);
  const done = await alone(sitting, crowd.setup.deeds.mrz, { record: record.authNo, lines }, { by });
  if (done instanceof RefusedDeed)
    crowd.failures.push(`the lines of a document are not read: ${record.id} ${done.code}`);
  else if (done !== undefined) record.lines = isSlip ? 'slipped' : 'right';
}

function linesOf(document: ReadFields): readonly string[] {
  const short = (day: string): string => day.slice(2).replaceAll('-', '');
  const lined = {
    ...document,
    birthday: short(document.birthday),
    expiry: short(document.expiry ?? ''),
    region: longRegion(document.issuingRegion),
    nationality: longRegion(document.nationality),
  };
  return document.idType === 'passport' ? passportLines(lined) : idCardLines(lined);
}

type Verdict = 'pass' | 'again' | 'final';

/** The whole, by one person; now and then by two at once, of whom one comes too late. */
async function decide(
  sitting: Sitting,
  { verdict, by }: { readonly verdict: Verdict; readonly by: string },
): Promise<void> {
  const { crowd, random, record } = sitting;
  const other = persons.find((one) => one !== by) ?? by;
  const go = async (word: Verdict, who: string) => ({
    word,
    who,
    done: await alone(
      sitting,
      crowd.setup.deeds.decide,
      { record: record.authNo, verdict: word },
      { by: who },
    ),
  });
  const both = random.chance(0.12)
    ? await Promise.all([go(verdict, by), go(random.pick([verdict, 'final']), other)])
    : [await go(verdict, by)];
  const done = both.flatMap(({ word, who, done: one }) =>
    one === undefined || one instanceof RefusedDeed ? [] : [{ word, who, is: one.facts.is }],
  );
  const [first] = done;
  if (done.length > 1) crowd.failures.push(`one review is decided twice: ${record.id}`);
  for (const { done: one } of both)
    if (one instanceof RefusedDeed && (both.length === 1 || one.code !== 'wrong_state'))
      crowd.failures.push(`what was looked at cannot be decided: ${record.id} ${one.code}`);
  if (first === undefined) return;
  const outcome = first.word === 'pass' ? (needsTwo(record) ? 'held' : 'passed') : first.word;
  const due = outcome === 'final' ? 'held' : outcome;
  if (first.is === 'passed' && due === 'held')
    crowd.failures.push(`one person alone passes what two decide: ${record.id}`);
  else if (first.is !== due) crowd.failures.push(`decided as ${first.is} and not ${due}: ${record.id}`);
  note(record, { outcome: first.is, persons: [first.who] });
}

function note(
  record: GivenRecord,
  { outcome, persons: who }: Pick<HouseEnding, 'outcome' | 'persons'>,
): void {
  const of = (verdict: 'accepted' | 'again') =>
    [...record.looked].filter(([, looked]) => looked.verdict === verdict);
  record.decisions.push({
    round: record.rounds.length,
    outcome,
    again: outcome === 'again' ? of('again').map(([item]) => item) : [],
    accepted: new Map(of('accepted').map(([item, { value }]) => [item, value])),
    persons: who,
  });
}

/** What waits for two persons, whoever or whatever held it. */
async function judge(sitting: Sitting): Promise<void> {
  const { crowd, random, record } = sitting;
  const { judgement } = record;
  if (judgement === 'nobody' || lastDecision(record) === undefined) return;
  if (!crowd.isCalm && random.chance(0.5)) return;
  const [by = '', second = ''] = random.shuffled(persons);
  const go = async (verdict: 'pass' | 'final', pair: By) => ({
    verdict,
    pair,
    done: await alone(sitting, crowd.setup.deeds.judge, { record: record.authNo, verdict }, pair),
  });
  const both = random.chance(0.1)
    ? await Promise.all([go(judgement, { by, second }), go('final', { by: second, second: by })])
    : [await go(judgement, { by, second })];
  const done = both.filter(({ done: one }) => one !== undefined && !(one instanceof RefusedDeed));
  if (done.length > 1) crowd.failures.push(`one review is judged twice: ${record.id}`);
  for (const { done: one } of both)
    if (one instanceof RefusedDeed) refusedToJudge(sitting, one.code, both.length);
  for (const { verdict, pair } of done.slice(0, 1))
    record.decisions.push({
      round: record.rounds.length,
      outcome: verdict === 'pass' ? 'passed' : 'final',
      again: [],
      accepted: new Map(),
      persons: [pair.by, pair.second ?? ''],
    });
}

function refusedToJudge({ crowd, random, record }: Sitting, code: string, count: number): void {
  if (code === 'wrong_state' && count > 1) return;
  // Who has the document is worked out at the end.
  const isRight = code === 'duplicate_identity' || (code === 'incomplete' && !isWhole(record));
  if (!isRight) crowd.failures.push(`what is held cannot be judged: ${record.id} ${code}`);
  record.judgement = random.chance(0.5) ? 'final' : 'nobody';
}
