import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';

import { judgeCode, newSeed } from './totp.ts';

// The middle of a step of thirty seconds.
const now = 1_800_000_015_000;
const seed = newSeed();

function codeAt(ms: number): string {
  return generateSync({ secret: seed, epoch: Math.floor(ms / 1000) });
}

describe('a code of an authenticator', () => {
  it('is right in its step, and for ten seconds after it', () => {
    const step = Math.floor(now / 30_000);
    expect(judgeCode(seed, codeAt(now), { now, lastStep: 0 })).toEqual({ kind: 'right', step });
    expect(judgeCode(seed, codeAt(now), { now: now + 24_000, lastStep: 0 })).toEqual({ kind: 'right', step });
    expect(judgeCode(seed, codeAt(now), { now: now + 26_000, lastStep: 0 }).kind).toBe('drift');
  });

  it('is right once: neither it nor an older one is taken again', () => {
    const step = Math.floor(now / 30_000);
    expect(judgeCode(seed, codeAt(now), { now, lastStep: step })).toEqual({ kind: 'wrong' });
    expect(judgeCode(seed, codeAt(now), { now, lastStep: step + 9 })).toEqual({ kind: 'wrong' });
  });

  it('says how wrong the clock is within five minutes, and takes nothing of it', () => {
    for (const minutes of [-4, -1, 1, 2, 4]) {
      const verdict = judgeCode(seed, codeAt(now + minutes * 60_000), { now, lastStep: 0 });
      expect(verdict).toEqual({ kind: 'drift', seconds: minutes * 60 });
    }
    expect(judgeCode(seed, codeAt(now + 6 * 60_000), { now, lastStep: 0 })).toEqual({ kind: 'wrong' });
  });
});
