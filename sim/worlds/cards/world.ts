/**
 * The world of cards: people apply for three products, pay once, twice or never, let it be, give what is asked once more, and
 * live with the cards that they get, while answers of the company are lost, doubled or hours late, events are forged, old or
 * about another, copies lag, its clock is an hour off, it answers nobody for days, and workers die at every named point. Then
 * all is calm until everything has ended. Each payment ends once, earned exactly where the company made a card; no card is
 * made twice; and each card is what its person wished last.
 */
import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';
import type { HolderPlan, OpeningPlan } from '@marigold/partners/simulator/card-world';
import {
  createCardWorld,
  decideHolder,
  decideOpening,
  moveParcel,
} from '@marigold/partners/simulator/card-world';
import {
  type IdentityFaults,
  lateMsMax,
  noIdentityFaults,
} from '@marigold/partners/simulator/identity-faults';
import { createSimulatedIssuer, type SimulatedIssuer } from '@marigold/partners/testing/simulated-issuer';

import { partnerCrashPoints } from '../../../apps/server/src/modules/partner/crash-points.ts';
import { mapConcurrent } from '../../../apps/server/src/platform/process/map-concurrent.ts';
import { openCardSetup } from '../../../apps/server/testing/card-setup.ts';
import { createRandom, type Random } from '../../../chaos/random.ts';
import type { World, WorldResult, WorldRun } from '../../world.ts';
import { Crashed, createDoom } from '../death.ts';
import { cardProblems } from './checks.ts';
import { type CardCrowd, lookAtApplications, type SimApplicant, tenUnits } from './crowd.ts';
import { takeCardTurn } from './people.ts';

const peopleCount = 30;
const identitiesEach = 5;
const turnsOfTheStorm = 34;
const turnOfSilence = 18;
const turnsOfSilence = 4;
const turnsOfCalm = 26;
const peopleAtOnce = 6;
/** Longer than anything is hidden. */
const hiddenMsMax = hourMs;
const startUnits = 200n * tenUnits;
const spans = [20_000, 2 * minuteMs, 10 * minuteMs, 31 * minuteMs, hourMs, 2 * hourMs];

/** Each a share of one, drawn anew for each history. */
const faultsMax: IdentityFaults = {
  answerLost: 0.12,
  requestLost: 0.1,
  sentTwice: 0.08,
  effectLate: 0.06,
  tooMany: 0.04,
  broken: 0.04,
  html: 0.03,
  forgotten: 0.06,
  eventNever: 0.3,
  eventThrice: 0.1,
  eventLate: 0.2,
  eventOfAnother: 0.1,
  eventForged: 0.1,
  eventOld: 0.1,
  statusBack: 0,
  clockOffMs: 0,
};

export const cardsWorld: World = { counts: 'applications', usual: 2000, run };

type Faults = { -readonly [Name in keyof IdentityFaults]: IdentityFaults[Name] };

async function run({ seed, random, database }: WorldRun): Promise<WorldResult> {
  const faults: Faults = drawFaults(random);
  let issuer: SimulatedIssuer | undefined;
  const setup = await openCardSetup({
    database,
    company(now) {
      const chance = createRandom(seed, 'issuer');
      issuer = createSimulatedIssuer({
        now,
        faults,
        world: createCardWorld({ checkMs: 10 * minuteMs }),
        chance: () => chance.below(1_000_000) / 1_000_000,
      });
      return {
        id: 'democards',
        name: 'A card company',
        contentId: 'card-company',
        promise: { requestValidForMs: lateMsMax, readLagMs: hiddenMsMax },
        port: issuer,
        isDemo: true,
      };
    },
  });
  try {
    if (issuer === undefined) throw new Error('Broken: there is one company');
    const ids = await setup.people(peopleCount, { USDT: startUnits });
    const people = await mapConcurrent(ids, peopleAtOnce, async (id): Promise<SimApplicant> => {
      const identities: string[] = [];
      for (let count = 0; count < identitiesEach; count += 1) identities.push(await setup.identity(id));
      const own = createRandom(seed, `person ${ids.indexOf(id)}`);
      return { id, random: own, identities, applicationsLeft: 2 + own.below(3) };
    });
    const crowd: CardCrowd = {
      setup,
      issuer,
      people,
      doom: createDoom({ cards: partnerCrashPoints }, 0.006),
      failures: [],
      book: new Map(),
      wishes: new Map(),
      isCalm: false,
    };
    return await live(crowd, { seed, random, faults });
  } finally {
    await setup.close();
  }
}

function drawFaults(random: Random): Faults {
  const drawn = Object.entries(faultsMax).map(([name, most]) => [name, (most * random.below(1000)) / 1000]);
  const clockOffMs = random.pick([0, 0, hourMs, -hourMs]);
  return { ...noIdentityFaults, ...Object.fromEntries(drawn), clockOffMs };
}

type Life = { readonly seed: number; readonly random: Random; readonly faults: Faults };

async function live(crowd: CardCrowd, { seed, random, faults }: Life): Promise<WorldResult> {
  const { setup, doom, failures, issuer } = crowd;
  const fates = [0, 1].map((place) => createRandom(seed, `worker ${place}`));
  const destiny = createRandom(seed, 'destiny');
  const usual = { ...faults };
  const destined = new Set<string>();

  const turn = async (programs: number): Promise<void> => {
    destine(crowd, destiny, destined);
    issuer.advance();
    for (const event of issuer.takeEvents()) await deliver(crowd, event, random);
    const open = await lookAtApplications(crowd);
    await mapConcurrent(crowd.people, peopleAtOnce, async (person) => {
      await takeCardTurn(
        crowd,
        person,
        open.filter(({ userId }) => userId === person.id),
      );
    });
    await Promise.all(fates.slice(0, programs).map(async (fate) => await work(crowd, fate)));
    if (random.chance(0.5)) await setup.cards.jobs['cardClock']?.({});
  };

  for (let count = 0; count < turnsOfTheStorm && failures.length === 0; count += 1) {
    const isSilence = count >= turnOfSilence && count < turnOfSilence + turnsOfSilence;
    faults.requestLost = isSilence ? 1 : usual.requestLost;
    setup.clock.move(isSilence ? 16 * hourMs : random.pick(spans));
    await turn(random.chance(0.5) ? 2 : 1);
  }
  failures.push(...doom.unmet().map((point) => `nobody died at ${point}`));
  doom.isOn = false;
  crowd.isCalm = true;
  Object.assign(faults, noIdentityFaults);
  for (let count = 0; count < turnsOfCalm && failures.length === 0; count += 1) {
    setup.clock.move(count < turnsOfCalm - 3 ? 3 * hourMs : 8 * dayMs);
    await turn(1);
    await work(crowd, random);
    await setup.cards.jobs['cardClock']?.({});
  }
  if (failures.length === 0) failures.push(...(await cardProblems(crowd, startUnits)));
  return { payments: crowd.book.size, failures };
}

/** What the company will do with each that it got to know since: decided once, by chance; in the end everybody is decided about. */
function destine({ issuer, isCalm, setup }: CardCrowd, random: Random, destined: Set<string>): void {
  const { world } = issuer;
  const now = setup.clock.now();
  for (const row of world.holders.values()) {
    if (isCalm && row.plan.kind === 'silent') {
      row.plan = { kind: 'passes' };
      decideHolder(world, row, { to: 'passed' }, now);
    }
    if (destined.has(row.ref)) continue;
    destined.add(row.ref);
    row.plan = holderPlan(random);
    if (row.plan.kind === 'silent') decideHolder(world, row, { to: 'silent' }, now);
  }
  for (const row of world.openings.values()) {
    if (isCalm && row.plan.kind === 'silent') {
      row.plan = { kind: 'opens' };
      decideOpening(world, row, { to: 'opening' }, now);
    }
    // What came back is sent again by somebody there, sooner or later.
    if (row.parcel?.state === 'returned' && (isCalm || random.chance(0.3)))
      moveParcel(world, row, 'preparing', now);
    if (destined.has(row.ref)) continue;
    destined.add(row.ref);
    row.plan = openingPlan(random);
    if (row.plan.kind === 'silent') decideOpening(world, row, { to: 'silent' }, now);
  }
}

function holderPlan(random: Random): HolderPlan {
  const drawn = random.below(100);
  if (drawn < 62) return { kind: 'passes' };
  if (drawn < 92)
    return {
      kind: 'rejected',
      tries: 1 + random.below(3),
      fields: random.pick([['residence'], ['residence', 'income']]),
    };
  return drawn < 96 ? { kind: 'silent' } : { kind: 'rejected', tries: 1, fields: [] };
}

function openingPlan(random: Random): OpeningPlan {
  const drawn = random.below(100);
  if (drawn < 78) return { kind: 'opens', parcel: random.pick(['arrives', 'arrives', 'arrives', 'returns']) };
  return drawn < 94 ? { kind: 'refused', reason: 'policy' } : { kind: 'silent' };
}

/** One round of one worker. */
async function work({ setup, doom }: CardCrowd, fate: Random): Promise<void> {
  try {
    await setup.round(doom.worker(fate, 'cards'));
  } catch (error) {
    if (!(error instanceof Crashed)) throw error;
  }
}

async function deliver(
  { setup, doom }: CardCrowd,
  event: Parameters<CardCrowd['setup']['event']>[0],
  random: Random,
): Promise<void> {
  try {
    await setup.event(event, doom.worker(random, 'cards'));
  } catch (error) {
    if (!(error instanceof Crashed)) throw error;
  }
}
