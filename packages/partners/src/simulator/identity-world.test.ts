import { describe, expect, it } from 'vitest';

import type { ReadFields } from '../identity-port.ts';
import { hostedItems, itemsOfLevel2 } from '../kyc-states.ts';
import type { CheckedApplicant, IdentityPlan, IdentityWorld } from './identity-world.ts';
import { beginCheck, createIdentityWorld, decideCheck, eraseChecked } from './identity-world.ts';
import { findChecked, giveItems, itemsToGive, moveOn } from './identity-world.ts';

const read: ReadFields = {
  firstName: 'ANNA',
  lastName: 'MUSTER',
  birthday: '1990-05-17',
  nationality: 'NL',
  idType: 'passport',
  idNumber: 'XD1234567',
  issuingRegion: 'NL',
  expiry: '2034-08-31',
};

function begun(plan: IdentityPlan): { world: IdentityWorld; row: CheckedApplicant } {
  const world = createIdentityWorld({ checkMs: 1000 });
  return { world, row: start(world, { plan }) };
}

function start(
  world: IdentityWorld,
  {
    plan,
    ref = 'r1',
    items = itemsOfLevel2,
  }: { plan?: IdentityPlan; ref?: string; items?: typeof itemsOfLevel2 } = {},
): CheckedApplicant {
  const wish = { applicant: 'a1', level: 2, items, returnUrl: 'https://w.example/', language: 'en' } as const;
  return beginCheck(world, wish, { ref, now: 0, ...(plan === undefined ? {} : { plan }) });
}

describe('a company that checks', () => {
  it('has one applicant however often a check is begun', () => {
    const { world, row } = begun({ kind: 'passes' });
    expect(start(world, { ref: 'r2' })).toBe(row);
    expect(world.byRef.size).toBe(1);
    expect(world.events.map(({ type }) => type)).toEqual(['applicantCreated']);
  });

  it('approves after its time, and sends what happened', () => {
    const { world, row } = begun({ kind: 'passes' });
    expect(row).toMatchObject({ phase: 'open', outcome: null, read: null });
    expect(giveItems(world, row, { read, now: 10 })).toBe(true);
    expect(row).toMatchObject({ phase: 'checking', outcome: null, decidedAt: null });
    moveOn(world, 1009);
    expect(row.phase).toBe('checking');
    moveOn(world, 5000);
    expect(row).toMatchObject({ phase: 'done', outcome: 'passed', read, decidedAt: 1010 });
    expect(row.items.every(({ verdict }) => verdict === 'accepted')).toBe(true);
    expect(world.events.map(({ type }) => type)).toEqual([
      'applicantCreated',
      'applicantPending',
      'applicantReviewed',
    ]);
  });

  it('asks some items again, once, and takes nothing else', () => {
    const { world, row } = begun({
      kind: 'again',
      items: ['idFront'],
      label: 'blurred',
      words: 'Once more.',
    });
    giveItems(world, row, { read, now: 0 });
    moveOn(world, 1000);
    expect(row.outcome).toBe('again');
    expect(row.items.filter(({ verdict }) => verdict === 'again')).toEqual([
      { item: 'idFront', verdict: 'again', label: 'blurred', words: 'Once more.' },
    ]);
    expect(itemsToGive(row)).toEqual(['idFront']);
    giveItems(world, row, { read, now: 2000 });
    expect(row.items.filter(({ verdict }) => verdict === 'open').map(({ item }) => item)).toEqual([
      'idFront',
    ]);
    moveOn(world, 3000);
    expect(row.outcome).toBe('passed');
  });

  it('wants the back of an identity card and of no passport', () => {
    const { world, row } = begun({ kind: 'passes' });
    giveItems(world, row, { read: { ...read, idType: 'idCard' }, now: 0 });
    expect(row.items.map(({ item }) => item)).toContain('idBack');
    const other = begun({ kind: 'passes' });
    giveItems(other.world, other.row, { read, now: 0 });
    expect(other.row.items.map(({ item }) => item)).not.toContain('idBack');
  });

  it('refuses for good, waits for a person, or never answers', () => {
    const ends = { final: ['done', 'final'], held: ['held', null], silent: ['checking', null] } as const;
    for (const [kind, [phase, outcome]] of Object.entries(ends)) {
      const { world, row } = begun({ kind: kind as keyof typeof ends });
      giveItems(world, row, { read, now: 0 });
      moveOn(world, 1e12);
      expect([kind, row.phase, row.outcome]).toEqual([kind, phase, outcome]);
      expect(itemsToGive(row)).toEqual([]);
      expect(giveItems(world, row, { read, now: 1 })).toBe(false);
    }
  });

  it('takes an approval back after its time, and the latest decision counts', () => {
    const { world, row } = begun({ kind: 'passes', revokeAfterMs: 500 });
    giveItems(world, row, { read, now: 0 });
    moveOn(world, 1000);
    expect(row.outcome).toBe('passed');
    moveOn(world, 1500);
    expect(row).toMatchObject({ outcome: 'final', decidedAt: 1500 });
    decideCheck(world, row, { to: 'passed' }, 2000);
    expect(row).toMatchObject({ outcome: 'passed', decidedAt: 2000 });
  });

  it('opens an approved one again for what was never asked', () => {
    const { world, row } = begun({ kind: 'passes' });
    giveItems(world, row, { read, now: 0 });
    moveOn(world, 1000);
    start(world, { items: hostedItems.filter((item) => item !== 'idBack') });
    expect(row.phase).toBe('open');
    expect(itemsToGive(row)).toEqual(['addressProof']);
  });

  it('may ask for what it never asked before', () => {
    const { world, row } = begun({ kind: 'held' });
    giveItems(world, row, { read, now: 0 });
    decideCheck(world, row, { to: 'again', items: ['addressProof'], label: 'incomplete', words: null }, 1);
    expect(itemsToGive(row)).toEqual(['addressProof']);
  });

  it('says what was, whatever happens afterwards', () => {
    const { world, row } = begun({ kind: 'passes' });
    giveItems(world, row, { read, now: 0 });
    moveOn(world, 1000);
    const phases = world.events.map(({ about }) => about.phase);
    expect(phases).toEqual(['open', 'checking', 'done']);
    const verdicts = world.events.map(({ about }) => about.items[0]?.verdict);
    expect(verdicts).toEqual(['open', 'open', 'accepted']);
  });

  it('knows nothing of whom it erased, and begins anew under the same id of ours', () => {
    const { world, row } = begun({ kind: 'passes' });
    giveItems(world, row, { read, now: 0 });
    eraseChecked(world, row, 5);
    expect(row.read).toBeNull();
    expect(findChecked(world, { ref: 'r1' })).toBeUndefined();
    expect(findChecked(world, { applicant: 'a1' })).toBeUndefined();
    moveOn(world, 1e12);
    expect(row.outcome).toBeNull();
    expect(start(world, { ref: 'r2' }).ref).toBe('r2');
  });
});
