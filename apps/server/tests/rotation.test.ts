import { describe, expect, it } from 'vitest';

import { hostileInputs } from './hostile.ts';
import { chosenOf, describeRotation, partsOfTable, readRotation, type Rotation } from './rotation.ts';

const ways = {
  nameOf: ({ name }: { readonly name: string }) => name,
  groupOf: ({ validFor }: { readonly validFor: readonly string[] }) => String(validFor.includes('username')),
};
const seeded = (seed: string): Rotation => ({ kind: 'part', seed, source: 'given' });
const namesAt = (rotation: Rotation, place: string): string[] =>
  chosenOf(rotation, place, hostileInputs, ways).map(ways.nameOf);

describe('the rotation of hostile values', () => {
  it('takes a third of a field’s, of the valid ones and of the others', () => {
    for (const seed of ['a', 'b', 'c']) {
      const chosen = chosenOf(seeded(seed), 'user/login username', hostileInputs, ways);
      for (const group of ['true', 'false']) {
        const whole = hostileInputs.filter((one) => ways.groupOf(one) === group).length;
        const part = chosen.filter((one) => ways.groupOf(one) === group).length;
        expect(Math.abs(part - whole / partsOfTable)).toBeLessThan(1);
      }
    }
  });

  it('is the same for one seed, and another for another field', () => {
    expect(namesAt(seeded('a'), 'payee/add to')).toEqual(namesAt(seeded('a'), 'payee/add to'));
    const places = ['name', 'to', 'remark', 'chain', 'currency'].map((field) =>
      namesAt(seeded('a'), `payee/add ${field}`).join(),
    );
    expect(new Set(places).size).toBe(places.length);
  });

  it('meets every value of a field within thirty commits', () => {
    const met = new Set<string>();
    for (let commit = 0; commit < 30; commit += 1)
      for (const name of namesAt(seeded(`commit ${commit}`), 'transfer/quote amount')) met.add(name);
    expect(met.size).toBe(hostileInputs.length);
  });

  it('takes all when it is told to, a seed that is given, the commit, and else a random one', () => {
    const head = () => 'f00';
    expect(readRotation({ FUZZ: 'all' }, head)).toEqual({ kind: 'all' });
    expect(namesAt({ kind: 'all' }, 'x')).toHaveLength(hostileInputs.length);
    expect(readRotation({ FUZZ_SEED: 'one' }, head)).toEqual(seeded('one'));
    expect(readRotation({}, head)).toMatchObject({ seed: 'f00' });
    expect(readRotation({}, () => undefined)).toMatchObject({ source: 'random' });
    expect(describeRotation(seeded('one'))).toContain('FUZZ_SEED=one ');
    expect(() => readRotation({ FUZZ: 'ALL' }, head)).toThrow('FUZZ must be');
  });
});
