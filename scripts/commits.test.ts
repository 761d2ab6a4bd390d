import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { type Commit, commitsHeld, faultsOf, filesMax } from './commits.ts';

const good: Commit = {
  id: '1234abcd',
  subject: 'payout: a sweep is signed on gas that nobody can take back',
  body: 'What was not final counted as gas.\n',
  files: 8,
};
const commits = commitsHeld(join(import.meta.dirname, '..'));

describe('a commit', () => {
  it('names its area, says why, and is small', () => {
    expect(faultsOf(good)).toEqual([]);
  });

  it.each([
    ['an area', { subject: 'A sweep is signed on gas' }, /begin with its area/],
    ['a subject that fits on a line', { subject: `payout: ${'a'.repeat(110)}` }, /118 characters/],
    ['a reason', { body: '\n' }, /does not say why/],
    ['few files', { files: filesMax + 1 }, /101 files of at most 100/],
  ] as const)('needs %s', (_, change, words) => {
    const faults = faultsOf({ ...good, ...change });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(words);
  });

  it('may touch many files where it says that it moves or renames', () => {
    expect(faultsOf({ ...good, files: 500, body: 'Move: the rooms of payout.' })).toEqual([]);
    expect(faultsOf({ ...good, files: 500, body: 'We move on.' })).toHaveLength(1);
  });
});

describe.skipIf(commits === undefined)('the history', () => {
  it('is of such commits', () => {
    expect(commits?.flatMap(faultsOf)).toEqual([]);
  });
});
