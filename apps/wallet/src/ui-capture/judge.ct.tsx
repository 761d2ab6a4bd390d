/** The worker of verdicts as the page asks it. */
import { describe, expect, it } from 'vitest';

import { documentShot } from '../../testing/documents.ts';
import { createJudge } from './judge.ts';
import { smallCopy } from './picture-copy.ts';

describe('the judge', () => {
  it('answers each of several copies by its own verdict', async () => {
    const { judge, close } = createJudge();
    const shots = ['dark', 'good', 'glare', 'far'] as const;
    const copies = shots.map((shot) => smallCopy(documentShot(shot))).filter((copy) => copy !== undefined);
    expect(await Promise.all(copies.map(judge))).toEqual(shots);
    close();
    const [copy] = [smallCopy(documentShot('good'))].filter((one) => one !== undefined);
    expect(copy === undefined ? 'no copy' : await judge(copy)).toBeUndefined();
  });
});
