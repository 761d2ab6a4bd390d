import { describe, expect, it } from 'vitest';

import type { HolderRequest, OpeningRequest } from '../src/card-port.ts';
import { decideOpening } from '../src/simulator/card-world.ts';
import type { IdentityFaults } from '../src/simulator/identity-faults.ts';
import { noIdentityFaults } from '../src/simulator/identity-faults.ts';
import type { SimulatedIssuer } from './simulated-issuer.ts';
import { createSimulatedIssuer } from './simulated-issuer.ts';

/** The same numbers for the same seed (Park and Miller). */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

type Setup = { issuer: SimulatedIssuer; faults: IdentityFaults; time: { now: number } };

function setup(change: Partial<IdentityFaults> = {}, seed = 7): Setup {
  const time = { now: 1_000_000 };
  const faults = { ...noIdentityFaults, ...change };
  return {
    issuer: createSimulatedIssuer({ faults, chance: chanceOf(seed), now: () => time.now }),
    faults,
    time,
  };
}

const wishOf = (applicant: string): HolderRequest => ({
  requestId: `q-${applicant}`,
  applicant,
  holder: {
    firstName: 'ANNA',
    lastName: 'MUSTER',
    birthday: '1990-05-17',
    nationality: 'NL',
    idType: 'passport',
    idNumber: 'XD1234567',
    issuingRegion: 'NL',
    expiry: null,
    phone: '+31600000000',
    occupation: 'engineer',
    income: 'to50k',
    purpose: 'savings',
    residence: { country: 'NL', city: 'Delft', postal: '2611', line: 'Markt 1' },
  },
});

/** Somebody who has passed, and the wish for their card. */
async function passed({ issuer, time }: Setup, applicant = 'a1'): Promise<OpeningRequest> {
  await issuer.holder(wishOf(applicant));
  time.now += 60_000;
  issuer.advance();
  const holderRef = issuer.world.holders.get(applicant)?.ref ?? '';
  const more = { product: 'p1', phone: '+31600000000', latinName: 'ANNA MUSTER', mailTo: null };
  return { requestId: `w-${applicant}`, holderRef, ...more };
}

describe('a simulated issuer of cards', () => {
  it('answers nothing to a lost answer, and had the wish all the same', async () => {
    const one = setup();
    const wish = await passed(one);
    Object.assign(one.faults, { answerLost: 1 });
    expect(await one.issuer.open(wish)).toEqual({ is: 'unknown' });
    Object.assign(one.faults, noIdentityFaults);
    expect(await one.issuer.findOpening(wish)).toMatchObject({ is: 'done', value: { phase: 'approval' } });
  });

  it.each(['requestLost', 'tooMany', 'broken', 'html'] as const)('never heard of it: %s', async (fault) => {
    const { issuer } = setup({ [fault]: 1 });
    expect(await issuer.holder(wishOf('a1'))).toEqual({ is: 'unknown' });
    expect(issuer.world.holders.size).toBe(0);
  });

  it('lets a wish take effect hours after it was given up, and opens one card all the same', async () => {
    const one = setup();
    const wish = await passed(one);
    Object.assign(one.faults, { effectLate: 1 });
    expect(await one.issuer.open(wish)).toEqual({ is: 'unknown' });
    Object.assign(one.faults, noIdentityFaults);
    expect(await one.issuer.findOpening(wish)).toEqual({ is: 'absent' });
    expect(await one.issuer.open(wish)).toMatchObject({ is: 'done' });
    one.time.now += 4 * 3_600_000;
    one.issuer.advance();
    expect([one.issuer.world.openings.size, one.issuer.world.cards.size]).toEqual([1, 1]);
  });

  it('forgets something for a while and remembers', async () => {
    const { issuer, time } = setup({ forgotten: 0.5 }, 3);
    await issuer.holder(wishOf('a1'));
    const answers: string[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      answers.push((await issuer.findHolder({ applicant: 'a1' })).is);
      time.now += 10 * 60_000;
    }
    expect(new Set(answers)).toEqual(new Set(['done', 'absent']));
  });

  it.each([
    [{ eventNever: 1 }, 0],
    [{}, 1],
    [{ eventThrice: 1 }, 3],
  ])('sends its events as its faults say: %j', async (faults, count) => {
    const { issuer } = setup(faults);
    await issuer.holder(wishOf('a1'));
    const events = issuer.takeEvents();
    expect(events).toHaveLength(count);
    for (const { raw, headers } of events)
      expect(issuer.readEvent(raw, headers)).toEqual({ about: { applicant: 'a1' } });
    expect(issuer.takeEvents()).toEqual([]);
  });

  it('signs no forged event', async () => {
    const { issuer } = setup({ eventForged: 1, eventNever: 1 });
    await issuer.holder(wishOf('a1'));
    const [event] = issuer.takeEvents();
    expect(event && issuer.readEvent(event.raw, event.headers)).toBeUndefined();
  });

  it('says when something happens next, until all is decided', async () => {
    const one = setup();
    await one.issuer.holder(wishOf('a1'));
    expect(one.issuer.nextAt()).toBe(one.time.now);
    one.issuer.takeEvents();
    expect(one.issuer.nextAt()).toBe(one.time.now + 60_000);
    one.time.now += 60_000;
    one.issuer.takeEvents();
    expect(one.issuer.nextAt()).toBeUndefined();
  });

  it('lives the same life under the same seed', async () => {
    const faults = { answerLost: 0.2, sentTwice: 0.2, effectLate: 0.2, eventThrice: 0.3, eventLate: 0.3 };
    const live = async () => {
      const one = setup(faults, 42);
      const answers: unknown[] = [];
      for (let index = 0; index < 30; index += 1) {
        const wish = await passed(one, `a${index}`);
        answers.push(await one.issuer.open(wish));
        const row = one.issuer.world.openings.get(wish.requestId);
        if (row !== undefined && index % 3 === 0)
          decideOpening(one.issuer.world, row, { to: 'refused', reason: 'policy' }, one.time.now);
      }
      one.time.now += 12 * 3_600_000;
      return JSON.stringify([answers, one.issuer.takeEvents().map(({ raw }) => raw.toString())]);
    };
    expect(await live()).toBe(await live());
  });
});
