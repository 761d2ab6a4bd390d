import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { itemsOfLevel2 } from '@marigold/partners/kyc-states';
import { afterEach, describe, expect, it } from 'vitest';

import { createSumsubProvider } from '../identity-provider/sumsub.ts';
import type { PartnerSimulator } from './start.ts';
import { startPartnerSimulator } from './start.ts';

let folder = '';
let company: PartnerSimulator | undefined;
afterEach(async () => {
  await company?.stop();
  company = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function start(clockOffsetMs = 0): Promise<PartnerSimulator> {
  folder = mkdtempSync(join(tmpdir(), 'marigold-company-'));
  company = await startPartnerSimulator({
    mode: 'demo',
    folder,
    checkMs: 0,
    clockOffsetMs,
    onNotice: () => undefined,
  });
  return company;
}

const wish = {
  requestId: 'q',
  applicant: 'a1',
  level: 2,
  items: itemsOfLevel2,
  returnUrl: 'http://wallet.example/',
  language: 'en',
} as const;

describe('the process of the demo company', () => {
  it('survives its kill: same port, same applicant, same links', async () => {
    const running = await start();
    const provider = createSumsubProvider({
      ...running,
      clock: Date.now,
      levelName: (level) => `demo-level-${level}`,
    });
    const first = await provider.start(wish);
    if (first.is !== 'done') throw new Error(`it is ${first.is}`);
    const [url, pid] = [running.url(), running.pid() ?? 0];
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => running.pid() !== pid, { timeout: 15_000 }).toBe(true);
    expect(running.url()).toBe(url);
    expect(await provider.start(wish)).toMatchObject({ is: 'done', value: { ref: first.value.ref } });
    expect((await fetch(first.value.url)).status).toBe(200);
    await running.panel.submit('a1');
    await expect
      .poll(async () => await provider.find({ applicant: 'a1' }))
      .toMatchObject({ value: { outcome: 'passed' } });
  });

  it('lives in the time of the program', async () => {
    const offMs = 86_400_000;
    const running = await start(offMs);
    const levels = { levelName: () => 'demo-level-2' };
    const late = createSumsubProvider({ ...running, ...levels, clock: Date.now });
    expect(await late.start(wish)).toEqual({ is: 'unknown' });
    const same = createSumsubProvider({ ...running, ...levels, clock: () => Date.now() + offMs });
    expect(await same.start(wish)).toMatchObject({ is: 'done' });
  });

  it('is none of a production', async () => {
    folder = mkdtempSync(join(tmpdir(), 'marigold-company-'));
    const settings = { folder, onNotice: () => undefined };
    await expect(startPartnerSimulator({ ...settings, mode: 'production' })).rejects.toThrow(
      'Broken: production has no simulated companies',
    );
  });
});
