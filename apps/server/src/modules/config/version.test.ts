/** Promises of app/version. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { languageIds, languages } from '@marigold/texts/languages';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { setEntry } from './entries.ts';
import { leastCode } from './version.ts';

/** What the wallet says of itself; its code is for browsers and is read here as text. */
const wallet = readFileSync(join(import.meta.dirname, '../../../../wallet/src/lib/device/device.ts'), 'utf8');
const own = {
  version: /installedVersion = '(.*)'/.exec(wallet)?.[1],
  code: Number(/appVersionCode = (\d+)/.exec(wallet)?.[1]),
};

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

async function newest(platform: 'web' | 'ios' | 'android', language = 'en_US') {
  const answer = await api.call('app/version', { platform }, { language });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data;
}

describe('the newest version of the app', () => {
  it('is the one that this program comes with, and may be used', async () => {
    expect(await newest('web')).toMatchObject(own);
    expect(leastCode).toBeLessThanOrEqual(own.code);
  });

  it('says what is new in the language of whoever asks', async () => {
    const notes = await Promise.all(
      languageIds.map(async (id) => (await newest('web', languages[id].header)).notes),
    );
    expect(new Set(notes.map((list) => list.length))).toEqual(new Set([4]));
    expect(new Set(notes.flat()).size).toBe(4 * languageIds.length);
  });

  it('is found by a wrapper where the operator put it, and by the web in itself', async () => {
    expect((await newest('ios')).url).toBeNull();
    const json = JSON.stringify({
      ios: 'https://apps.example/marigold',
      apk: 'https://wallet.example/m.apk',
    });
    // Entries are the operator's to set; the program itself may only read them.
    const operator = new pg.Client({ connectionString: api.ownerUrl });
    await operator.connect();
    expect(await setEntry(operator, { key: 'downloads', json, now: api.clock.now() })).toBeUndefined();
    await operator.end();
    expect((await newest('ios')).url).toBe('https://apps.example/marigold');
    expect((await newest('android')).url).toBe('https://wallet.example/m.apk');
    expect((await newest('web')).url).toBeNull();
  });
});
