import { describe, expect, it } from 'vitest';

import { answerPuzzle } from '../../../testing/solve-puzzle.ts';
import type { HumanCheck, PuzzleBounds } from '../../modules/human/port.ts';
import { createAltchaCheck } from './altcha.ts';
import { noHumanCheck } from './none.ts';

const now = Date.parse('2026-11-25T10:00:00Z');
const until = now + 600_000;
const bounds: PuzzleBounds = { scene: 'register', network: '203.0.113.*' };
const altcha = createAltchaCheck('a secret key of this test');

describe.each<[string, HumanCheck]>([
  ['altcha', altcha],
  ['none', noHumanCheck],
])('the check %s', (_name, check) => {
  it('makes puzzles that fit into a call, for the longest network as well', async () => {
    const longest = { ...bounds, network: 'ffff:ffff:ffff:*' };
    const puzzle = await check.make(longest, { effort: 8, until });
    expect(() => void JSON.parse(puzzle)).not.toThrow();
    expect(puzzle.length).toBeLessThan(1000);
  });

  it.each([
    '',
    '{}',
    'null',
    '[]',
    '{"challenge":1}',
    '{"challenge":{},"solution":{}}',
    '"',
    '{"__proto__":{}}',
  ])('takes no %j for an answer', async (answer) => {
    expect(await check.check(answer, bounds, now)).toBeUndefined();
  });
});

describe('a puzzle of altcha', () => {
  const puzzle = altcha.make(bounds, { effort: 1, until });
  const answer = puzzle.then(async (text) => (await answerPuzzle(text)) ?? '');
  type Answer = {
    readonly challenge: {
      readonly parameters: Readonly<Record<string, unknown>>;
      readonly signature: string;
    };
    readonly solution: Readonly<Record<string, unknown>>;
  };
  const opened = async () => JSON.parse(await answer) as Answer;
  const checked = async (changed: unknown) => await altcha.check(JSON.stringify(changed), bounds, now);

  it('is right when it is solved, each time it is looked at, and says which one it was', async () => {
    const solved = await altcha.check(await answer, bounds, now);
    const { challenge } = await opened();
    expect(solved).toEqual({ nonce: Buffer.from(String(challenge.parameters['nonce']), 'hex'), until });
    expect(await altcha.check(await answer, bounds, until - 1)).toEqual(solved);
  });

  it('is wrong elsewhere, for something else, and from its end on', async () => {
    const given = await answer;
    for (const [other, moment] of [
      [{ ...bounds, network: '203.0.114.*' }, now],
      [{ ...bounds, scene: 'forget' }, now],
      [bounds, until],
    ] as const)
      expect(await altcha.check(given, other, moment)).toBeUndefined();
  });

  it('is wrong when anything of it was changed, or another house signed it', async () => {
    const { challenge, solution } = await opened();
    const { parameters, signature } = challenge;
    const forged = signature.replace(/^./, (first) => (first === '0' ? '1' : '0'));
    const { keySignature: _gone, ...unsigned } = parameters;
    for (const changed of [
      { challenge: { parameters, signature: forged }, solution },
      { challenge: { parameters: { ...parameters, cost: 1 }, signature }, solution },
      { challenge: { parameters: { ...parameters, nonce: '0'.repeat(32) }, signature }, solution },
      {
        challenge: { parameters: { ...parameters, data: { ...bounds, until: until + 1 } }, signature },
        solution,
      },
      { challenge: { parameters: unsigned, signature }, solution },
      {
        challenge,
        solution: { ...solution, derivedKey: `${String(parameters['keyPrefix'])}${'0'.repeat(32)}` },
      },
      { challenge, solution: {} },
      { challenge },
    ])
      expect([changed, await checked(changed)]).toEqual([changed, undefined]);
    const elsewhere = createAltchaCheck('the secret key of another house');
    expect(await elsewhere.check(await answer, bounds, now)).toBeUndefined();
  });

  it('is found within 200 tries when it is the lightest, and takes more with its effort', async () => {
    const lightest = await altcha.make(bounds, { effort: 1, until });
    expect(await answerPuzzle(lightest, 201)).toBeDefined();
    // One in a million is as light.
    const heaviest = await altcha.make(bounds, { effort: 1_000_000, until });
    expect(await answerPuzzle(heaviest, 201)).toBeUndefined();
  });
});
