import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { untilWaiting } from '../../../testing/lock-waits.ts';
import { newRowId } from '../../platform/process/ids.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

it('what is kept for good while the sweep waits for it stays', async () => {
  const { main } = api.databases;
  const anna = await api.person();
  const [stored, left] = [newRowId(), newRowId()];
  await sql`
    insert into app.file (id, owner_id, kind, name, media_type, size, sha256, created_at, expires_at)
    select id, ${anna.id}, 'evidence', 'a.png', 'image/webp', 1, ${randomBytes(32)}, now(),
      ${new Date(api.clock.now() - 1000)}
    from unnest(${[stored, left]}::uuid[]) id`.execute(main);
  const sweep = await main.transaction().execute(async (tx) => {
    await sql`update app.file set expires_at = null where id = ${stored}`.execute(tx);
    const sweeping = Promise.resolve(api.server.jobs['files']?.({}));
    await untilWaiting(main);
    return { sweeping };
  });
  await sweep.sweeping;
  const there = await sql<{ id: string }>`
    select id from app.file where owner_id = ${anna.id}`.execute(main);
  expect(there.rows).toEqual([{ id: stored }]);
});
