/** Promises that every row keeps. */
import { describe, expect, it } from 'vitest';

import type { Operation } from './operation.ts';
import { fieldsOf } from './operation.ts';
import { commands } from './operations.ts';
import { roles } from './roles.ts';

const operations = commands.filter((row): row is Operation & typeof row => row.persons !== 0);

function twice(words: readonly string[]): string[] {
  return words.filter((word, place) => words.indexOf(word) !== place);
}

describe('the operations of the house', () => {
  it('have a name and a command each', () => {
    expect(commands).toHaveLength(73);
    expect(twice(commands.map(({ name }) => name))).toEqual([]);
    expect(twice(commands.map(({ cli }) => cli))).toEqual([]);
    // Of two commands none begins with the other, or it could not be told which one is meant.
    const words = commands.map(({ cli }) => `${cli} `);
    expect(words.filter((one) => words.some((other) => other !== one && other.startsWith(one)))).toEqual([]);
  });

  it('are asked for and agreed to by roles that there are, each once', () => {
    for (const row of commands) {
      const agrees = row.persons === 0 ? [] : row.agrees;
      expect(row.asks.length, row.name).toBeGreaterThan(0);
      expect(twice(row.asks), row.name).toEqual([]);
      expect(twice(agrees), row.name).toEqual([]);
      expect([...row.asks, ...agrees].filter((role) => !Object.hasOwn(roles, role))).toEqual([]);
    }
  });

  it('that need two persons find a second one of another group for whoever asks; no role is both alone', () => {
    const ones = operations.filter(({ persons, agrees }) => persons === 1 && agrees.length > 0);
    expect(ones.map(({ name }) => name)).toEqual([]);
    const stuck = operations
      .filter(({ persons }) => persons === 2)
      .flatMap(({ name, asks, agrees }) =>
        asks
          .filter((asking) => agrees.every((agreeing) => roles[agreeing] === roles[asking]))
          .map((asking) => `${name} asked by ${asking}`),
      );
    expect(stuck).toEqual([]);
  });

  it('say why, and in an emergency only end a stop that two persons could end', () => {
    expect(operations.filter(({ reason }) => !reason).map(({ name }) => name)).toEqual([]);
    const alone = operations.filter(({ emergency }) => emergency);
    expect(alone.map(({ name }) => name)).toEqual(['lane.resume', 'asset.resume', 'chain.resume']);
    expect(alone.filter(({ persons }) => persons !== 2)).toEqual([]);
  });

  it('are called by one word in the audit log, or by one for each option of what they take', () => {
    const words = operations.flatMap(({ says }) =>
      typeof says === 'string' ? [says] : Object.values(says.words),
    );
    expect(twice(words)).toEqual([]);
    expect(words.filter((word) => !/^[a-z]+\.[a-zA-Z]+$/.test(word))).toEqual([]);
    const chosen = operations.flatMap((row) =>
      typeof row.says === 'string' ? [] : [{ row, says: row.says }],
    );
    expect(chosen.map(({ row }) => row.name)).toEqual([
      'risk.decide',
      'deposit.settle',
      'kyc.judge',
      'kyc.hold',
      'kyc.hit',
      'kyc.bind',
    ]);
    for (const { row, says } of chosen)
      expect(Object.keys(says.words), row.name).toEqual(fieldsOf(row)[says.field]?.options);
  });

  it('take a choice with its options, and lines with their bound; no refusal is declared twice', () => {
    for (const row of commands) {
      for (const [name, field] of Object.entries(fieldsOf(row))) {
        expect(field.options !== undefined, `${row.name} ${name}`).toBe(field.kind === 'choice');
        expect(field.max !== undefined, `${row.name} ${name}`).toBe(field.kind === 'lines');
      }
    }
    for (const { name, refusals } of operations) expect(twice(refusals), name).toEqual([]);
  });
});
