import { describe, expect, it } from 'vitest';

import type { HostedStart } from '../src/identity-port.ts';
import { itemsOfLevel2 } from '../src/kyc-states.ts';
import type { IdentityFaults } from '../src/simulator/identity-faults.ts';
import { noIdentityFaults } from '../src/simulator/identity-faults.ts';
import type { CheckedApplicant, IdentityPlan, IdentityWorld } from '../src/simulator/identity-world.ts';
import { createIdentityWorld, findChecked, giveItems } from '../src/simulator/identity-world.ts';
import { samplePersonOf } from '../src/simulator/samples.ts';
import type { SimulatedProvider } from './simulated-provider.ts';
import { createSimulatedProvider } from './simulated-provider.ts';

/** The same numbers for the same seed (Park and Miller). */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

type Setup = { world: IdentityWorld; company: SimulatedProvider; time: { now: number } };

function setup(faults: Partial<IdentityFaults> = {}, seed = 7): Setup {
  const time = { now: 1_000_000 };
  const world = createIdentityWorld({ checkMs: 60_000 });
  const company = createSimulatedProvider({
    world,
    faults: { ...noIdentityFaults, ...faults },
    chance: chanceOf(seed),
    now: () => time.now,
  });
  return { world, company, time };
}

const wish = (applicant: string): HostedStart => ({
  requestId: `q-${applicant}`,
  applicant,
  level: 2,
  items: itemsOfLevel2,
  returnUrl: 'https://wallet.example/back',
  language: 'en',
});

/** Its person sends in, and the company has all the time that it wants. */
function lived({ world, company, time }: Setup, applicant: string, plan: IdentityPlan): CheckedApplicant {
  const row = findChecked(world, { applicant });
  if (row === undefined) throw new Error('nobody was begun');
  giveItems(world, row, { read: samplePersonOf(row.ref), now: time.now, plan });
  time.now += 60_000;
  company.advance();
  return row;
}

describe('a simulated company', () => {
  it('answers nothing to a lost answer, and had the wish all the same', async () => {
    const { company, world } = setup({ answerLost: 1 });
    expect(await company.start(wish('a1'))).toEqual({ is: 'unknown' });
    expect(findChecked(world, { applicant: 'a1' })).toBeDefined();
  });

  it.each(['requestLost', 'tooMany', 'broken', 'html'] as const)(
    'never heard of the wish: %s',
    async (fault) => {
      const { company, world } = setup({ [fault]: 1 });
      expect(await company.start(wish('a1'))).toEqual({ is: 'unknown' });
      expect(findChecked(world, { applicant: 'a1' })).toBeUndefined();
    },
  );

  it('lets a wish take effect hours after it was given up', async () => {
    const { company, world, time } = setup({ effectLate: 1 });
    expect(await company.start(wish('a1'))).toEqual({ is: 'unknown' });
    expect(findChecked(world, { applicant: 'a1' })).toBeUndefined();
    const at = company.nextAt();
    expect(at).toBeGreaterThan(time.now);
    time.now = at ?? 0;
    company.advance();
    expect(findChecked(world, { applicant: 'a1' })).toBeDefined();
  });

  it('has one applicant though the wish came twice', async () => {
    const { company, world } = setup({ sentTwice: 1 });
    expect(await company.start(wish('a1'))).toMatchObject({ is: 'done' });
    expect(world.byRef.size).toBe(1);
  });

  it('forgets somebody for a while and remembers', async () => {
    const setups = setup({ forgotten: 0.5 }, 3);
    await setups.company.start(wish('a1'));
    const answers: string[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      answers.push((await setups.company.find({ applicant: 'a1' })).is);
      setups.time.now += 10 * 60_000;
    }
    expect(new Set(answers)).toEqual(new Set(['done', 'absent']));
  });

  it.each([
    [{ eventNever: 1 }, 0],
    [{}, 1],
    [{ eventThrice: 1 }, 3],
    [{ eventOld: 1 }, 1],
  ])('sends its events as its faults say: %j', async (faults, count) => {
    const { company } = setup(faults);
    await company.start(wish('a1'));
    const events = company.takeEvents();
    expect(events).toHaveLength(count);
    for (const { raw, headers } of events)
      expect(company.readEvent(raw, headers)).toEqual({ about: { applicant: 'a1' } });
    expect(company.takeEvents()).toEqual([]);
  });

  it('sends events late, in another order than they happened', async () => {
    const one = setup({ eventLate: 1 });
    await one.company.start(wish('a1'));
    expect(one.company.takeEvents()).toEqual([]);
    one.time.now = one.company.nextAt() ?? 0;
    expect(one.company.takeEvents()).toHaveLength(1);
  });

  it('signs no forged event, and rightly signs one about somebody else', async () => {
    const forged = setup({ eventForged: 1, eventNever: 1 });
    await forged.company.start(wish('a1'));
    const [event] = forged.company.takeEvents();
    expect(event && forged.company.readEvent(event.raw, event.headers)).toBeUndefined();

    const other = setup({ eventOfAnother: 1, eventNever: 1 }, 11);
    for (const name of ['a1', 'a2', 'a3', 'a4']) await other.company.start(wish(name));
    const events = other.company.takeEvents();
    expect(events.length).toBeGreaterThan(0);
  });

  it('approves whom it refused for good, later, with a later moment', async () => {
    const back = setup({ statusBack: 1 });
    await back.company.start(wish('a1'));
    const row = lived(back, 'a1', { kind: 'final', label: 'other' });
    expect(row.outcome).toBe('final');
    const first = row.decidedAt ?? 0;
    back.time.now += 3 * 3_600_000;
    back.company.advance();
    expect(row.outcome).toBe('passed');
    expect(row.decidedAt).toBeGreaterThan(first);
  });

  it('begins no check for whom it refused for good', async () => {
    const one = setup();
    await one.company.start(wish('a1'));
    lived(one, 'a1', { kind: 'final' });
    expect(await one.company.start(wish('a1'))).toEqual({ is: 'refused', reason: 'final', isFinal: true });
  });

  it('has a clock of its own', async () => {
    const ahead = setup({ clockOffMs: 3_600_000 });
    await ahead.company.start(wish('a1'));
    const row = findChecked(ahead.world, { applicant: 'a1' });
    if (row === undefined) throw new Error('nobody was begun');
    giveItems(ahead.world, row, { read: samplePersonOf(row.ref), now: ahead.time.now + 3_600_000 });
    ahead.time.now += 60_000;
    ahead.company.advance();
    expect(row.decidedAt).toBe(ahead.time.now + 3_600_000);
  });

  it('lives the same life under the same seed', async () => {
    const faults = { answerLost: 0.2, sentTwice: 0.2, effectLate: 0.2, eventThrice: 0.3, eventLate: 0.3 };
    const live = async () => {
      const one = setup(faults, 42);
      const answers = [];
      for (let index = 0; index < 50; index += 1) answers.push(await one.company.start(wish(`a${index}`)));
      one.time.now += 12 * 3_600_000;
      one.company.advance();
      return JSON.stringify([answers, one.company.takeEvents().map(({ raw }) => raw.toString())]);
    };
    expect(await live()).toBe(await live());
  });
});
