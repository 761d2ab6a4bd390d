/**
 * The world of identities: people order and pay checks, begin at either of two companies or give everything to the house,
 * step by step, send in late, again or never, while answers are lost, doubled or hours late, events are forged, old, disordered or about somebody else, copies lag,
 * clocks are an hour off, a company answers nobody for days, and workers die at every named point. Then all is calm until
 * whatever can end has ended. Every paid order ends once, earned or given back; nobody is approved without everything that
 * was needed; and levels, money and documents are what the companies did, as they wrote it down themselves. Years later
 * what ended is gone, here and there.
 */
import { createHash, createHmac } from 'node:crypto';

import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';
import type { SignedEvent } from '@marigold/partners/testing/simulated-provider';
import { sql } from 'kysely';

import { partnerCrashPoints } from '../../../apps/server/src/modules/partner/crash-points.ts';
import { mapConcurrent } from '../../../apps/server/src/platform/process/map-concurrent.ts';
import { openIdentitySetup } from '../../../apps/server/testing/identity-setup.ts';
import { createRandom, type Random } from '../../../chaos/random.ts';
import type { World, WorldResult, WorldRun } from '../../world.ts';
import { Crashed, createDoom } from '../death.ts';
import { createHouseBook } from './book.ts';
import { identityProblems, identityStepProblems } from './checks.ts';
import { createSimCompany, type HeardAnswer, type SimCompany } from './company.ts';
import { beginAt, type Crowd } from './crowd.ts';
import { sendInBeside, sendInLate } from './draft.ts';
import { givenProblems, idleProblems } from './house-checks.ts';
import { workInTheHouse } from './house.ts';
import { keepingProblems } from './keeping-checks.ts';
import { lookAround, makeSimPeople, takeSimTurn } from './people.ts';

const peopleCount = 48;
const turnsOfTheStorm = 38;
/** From this turn on one of the companies answers nobody, for longer than it is waited for. */
const turnOfSilence = 22;
const turnsOfSilence = 5;
const turnsOfCalm = 13;
/** At the end nobody does anything any more, and the companies have their time. */
const turnsOfWaiting = 5;
const peopleAtOnce = 6;
/** Whoever sends in at the last moment does so while drafts are erased, not before. */
const lateAtOnce = 24;
/** In days, around the month after which a draft is erased. */
const idleSteps = [23, 2, 2, 1, 1, 1, 1];
const spans = [20_000, 2 * minuteMs, 10 * minuteMs, 31 * minuteMs, hourMs, 2 * hourMs];

/** The house sends no events. */
const ownPoints = partnerCrashPoints.filter((point) => !point.startsWith('partner.event.'));

export const identityWorld: World = { counts: 'orders', usual: 10_000, run };

async function run({ seed, random, database }: WorldRun): Promise<WorldResult> {
  let companies: readonly SimCompany[] = [];
  const setup = await openIdentitySetup({
    database,
    companies(now) {
      companies = ['first', 'second'].map((id) =>
        createSimCompany(id, { random: createRandom(seed, id), now }),
      );
      return new Map(companies.map(({ id, identity }) => [id, identity]));
    },
  });
  try {
    const people = await makeSimPeople(setup, { seed, random, count: peopleCount });
    const crowd: Crowd = {
      setup,
      companies,
      book: createHouseBook(createRandom(seed, 'book')),
      people,
      doom: createDoom({ page: partnerCrashPoints, own: ownPoints }),
      failures: [],
      paid: new Set(),
      made: new Set(),
      isCalm: false,
      isOver: false,
    };
    return await live(crowd, { seed, random });
  } finally {
    await setup.close();
  }
}

/** What reached the house, for the oracle. */
export type ArrivedEvents = {
  /** Answers that a worker lived to write down. */
  readonly heard: HeardAnswer[];
  /** Every event that was rightly signed and taken, by the hash of its bytes: how often. */
  readonly events: Map<string, number>;
  /** When an event about somebody was taken last. */
  readonly hinted: Map<string, number>;
};

type Life = { readonly seed: number; readonly random: Random };

async function live(crowd: Crowd, { seed, random }: Life): Promise<WorldResult> {
  const { setup, companies, doom, failures } = crowd;
  const arrived: ArrivedEvents = { heard: [], events: new Map(), hinted: new Map() };
  const fates = [0, 1].map((place) => createRandom(seed, `worker ${place}`));
  const desk = createRandom(seed, 'desk');
  for (const company of companies) watchLooks(crowd, company, createRandom(seed, `looks at ${company.id}`));
  const again: { company: SimCompany; event: SignedEvent }[] = [];

  const turn = async (programs: number): Promise<void> => {
    for (const company of companies) {
      const events = [...again.splice(0), ...company.live().map((event) => ({ company, event }))];
      await mapConcurrent(events, 4, async (one) => {
        const isTaken = await deliver(crowd, one, arrived, random);
        // Whoever was not answered sends it again, unless that was the last time.
        if (!isTaken && random.chance(0.6)) again.push(one);
      });
    }
    const open = await lookAround(crowd);
    await mapConcurrent(crowd.people, peopleAtOnce, async (person) => {
      await takeSimTurn(
        crowd,
        person,
        open.filter(({ userId }) => userId === person.id),
      );
    });
    for (const company of companies)
      await Promise.all(
        fates.slice(0, programs).map(async (fate) => await work(crowd, company, fate, arrived)),
      );
    const persons = workInTheHouse(crowd, desk);
    // Rounds of the house run beside its persons, or after them.
    if (random.chance(0.7)) await persons;
    await Promise.all([
      persons,
      ...fates.slice(0, programs).map(async (fate) => await workOfHouse(crowd, fate)),
    ]);
    if (random.chance(0.5))
      await Promise.all(fates.slice(0, programs).map(async () => await runClock(crowd)));
  };

  for (let count = 0; count < turnsOfTheStorm; count += 1) {
    const isSilence = count >= turnOfSilence && count < turnOfSilence + turnsOfSilence;
    if (count === turnOfSilence) random.pick(companies).beSilentFor(80 * hourMs);
    else if (!isSilence && random.chance(0.05)) random.pick(companies).beSilentFor(5 * hourMs);
    setup.clock.move(isSilence ? 16 * hourMs : random.pick(spans));
    await turn(random.chance(0.4) ? 2 : 1);
    if (count % 4 === 3)
      failures.push(...(await identityStepProblems(crowd)), ...(await givenProblems(crowd)));
    if (failures.length > 0) break;
  }
  failures.push(...doom.unmet().map((point) => `nobody died at ${point}`));
  doom.isOn = false;
  crowd.isCalm = true;
  for (const company of companies) company.calm();
  for (let count = 0; count < turnsOfCalm && failures.length === 0; count += 1) {
    crowd.isOver = count >= turnsOfCalm - turnsOfWaiting;
    if (count === turnsOfCalm - turnsOfWaiting) await passIdleMonth(crowd);
    // A page is open for half an hour; whoever has one sends in before it closes.
    setup.clock.move(crowd.isOver ? 12 * hourMs : count % 2 === 1 ? 20 * minuteMs : 6 * hourMs);
    await turn(1);
    await runClock(crowd);
  }
  if (failures.length === 0) failures.push(...(await identityProblems(crowd, arrived)));
  if (failures.length === 0) failures.push(...(await keepingProblems(crowd)));
  return { payments: crowd.made.size, failures };
}

async function runClock({ setup }: Crowd): Promise<void> {
  await setup.kyc.jobs['kycClock']?.({});
}

/** Nobody comes for a month, but for those who send in at the last moment; after each step what is due is erased. */
async function passIdleMonth(crowd: Crowd): Promise<void> {
  const { setup, people, book, failures } = crowd;
  for (const days of idleSteps) {
    setup.clock.move(days * dayMs);
    const late = [...book.values()].filter(
      ({ rounds, saved, way }) => rounds.length === 0 && saved.size > 0 && way === 'house',
    );
    await Promise.all([
      runClock(crowd),
      mapConcurrent(
        late.filter((_, place) => place % 3 > 0),
        lateAtOnce,
        async (record) => {
          const person = people.find(({ id }) => id === record.userId);
          if (person !== undefined) await sendInLate(crowd, person, record);
        },
      ),
    ]);
    await runClock(crowd);
    failures.push(...(await idleProblems(crowd)));
    if (failures.length > 0) return;
  }
}

/** One round of a worker of the house. */
async function workOfHouse({ setup, doom }: Crowd, fate: Random): Promise<void> {
  try {
    await setup.round(setup.house, doom.worker(fate, 'own'));
  } catch (error) {
    if (!(error instanceof Crashed)) throw error;
  }
}

/** One round of one worker; what it heard counts only where it lived to its end. */
async function work(crowd: Crowd, company: SimCompany, fate: Random, arrived: ArrivedEvents): Promise<void> {
  const heard: HeardAnswer[] = [];
  try {
    await crowd.setup.round(company.lineOf(heard), crowd.doom.worker(fate, 'page'));
    arrived.heard.push(...heard);
  } catch (error) {
    if (!(error instanceof Crashed)) throw error;
  }
}

/** Answers whether the company got its answer. */
async function deliver(
  { setup, doom, failures }: Crowd,
  { company, event }: { readonly company: SimCompany; readonly event: SignedEvent },
  arrived: ArrivedEvents,
  random: Random,
): Promise<boolean> {
  const signed = createHmac('sha256', company.id).update(event.raw).digest('hex');
  const isForged = event.headers['x-payload-digest'] !== signed;
  try {
    const outcome = await setup.event(company.id, event, doom.worker(random, 'page'));
    if ((outcome === 'forged') !== isForged)
      failures.push(`an event that is ${isForged ? 'forged' : 'signed'} is taken as ${outcome}`);
    if (isForged) return true;
    const digest = `${company.id} ${createHash('sha256').update(event.raw).digest('hex')}`;
    arrived.events.set(digest, (arrived.events.get(digest) ?? 0) + 1);
    const { externalUserId } = JSON.parse(event.raw.toString('utf8')) as { externalUserId: string };
    arrived.hinted.set(externalUserId, setup.clock.now());
    return true;
  } catch (error) {
    if (!(error instanceof Crashed)) throw error;
    return false;
  }
}

/** While a worker asks about somebody, that one now and then begins at the other company, whatever the answer will be. */
function watchLooks(crowd: Crowd, company: SimCompany, random: Random): void {
  const { setup, people, companies } = crowd;
  company.meanwhile = async (applicant) => {
    const truth = company.truthOf(applicant);
    if (truth?.row.phase !== 'done' || truth.row.rounds > 1 || crowd.isCalm || !random.chance(0.1)) return;
    const found = await sql<{ userId: string; authNo: string }>`
      select user_id as "userId", auth_no as "authNo" from app.kyc_record
      where id = ${applicant} and review = 'draft' and attempts = 0`.execute(setup.db);
    const row = found.rows[0];
    const person = people.find(({ id }) => id === row?.userId);
    const other = companies.find(({ id }) => id !== company.id);
    if (row === undefined || person === undefined || other === undefined) return;
    const record = crowd.book.get(applicant);
    if (record !== undefined && random.chance(0.5)) await sendInBeside(crowd, person, record);
    else await beginAt(crowd, person, row.authNo, other.id);
  };
  company.isRefKnown = async (applicant, ref) => {
    const found = await sql`
      select from app.kyc_record
      where id = ${applicant} and provider = ${company.id} and company_ref = ${ref}`.execute(setup.db);
    return found.rows.length > 0;
  };
}
