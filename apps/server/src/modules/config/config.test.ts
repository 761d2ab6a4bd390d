import { configSchemas } from '@marigold/contract/calls/config';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findOwnAddress } from '../../../../wallet/src/lib/route/paths.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { asOwner } from '../../../testing/database.ts';
import { configDefaults } from './defaults.ts';
import { configKeys } from './entries.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

async function entry(key: string) {
  const answer = await api.call('app/config', {});
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.find((one) => one.key === key);
}

it('has defaults that its own schemas take, and tiles that lead to pages there are', () => {
  for (const key of configKeys)
    expect(configSchemas[key].safeParse(configDefaults[key]).success, key).toBe(true);
  const links = configDefaults.life.groups.flatMap(({ tiles }) => tiles.map(({ link }) => link));
  expect(links.map((link) => findOwnAddress(link))).toEqual(links);
});

it('answers what an operator set, and the default where that no longer fits its schema', async () => {
  expect(await entry('downloads')).toEqual({ key: 'downloads' });
  const set = async (value: unknown) =>
    await asOwner(
      api.ownerUrl,
      `insert into app.config_entry values ('downloads', '${JSON.stringify(value)}', now())
       on conflict (key) do update set value = excluded.value`,
    );
  await set({ apk: 'https://wallet.test/a.apk' });
  expect(await entry('downloads')).toEqual({ key: 'downloads', apk: 'https://wallet.test/a.apk' });
  await set({ apk: 'javascript:alert(1)' });
  expect(await entry('downloads')).toEqual({ key: 'downloads' });
});

it('cannot be set by the login of the program', async () => {
  const { sql } = await import('kysely');
  const writing = sql`insert into app.config_entry values ('features', '{}', now())`.execute(
    api.databases.main,
  );
  await expect(writing).rejects.toThrow('permission denied');
});
