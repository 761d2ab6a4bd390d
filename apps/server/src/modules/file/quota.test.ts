import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { bringPicture } from '../../../testing/bring-picture.ts';
import { openOwner } from '../../platform/database/database.ts';
import { storeEvidence } from './evidence.ts';
import { picturesMax } from './service.ts';

let api: TestApi;
let anna: TestPerson;
let bytes: Buffer;
beforeAll(async () => {
  api = await startTestApi();
  const create = { width: 9, height: 9, channels: 3, background: '#ffb21a' } as const;
  bytes = await sharp({ create }).png().toBuffer();
});
afterAll(async () => await api.close());
beforeEach(async () => {
  anna = await api.person();
});

const bring = async (kind: 'avatar' | 'evidence' | 'identity' = 'avatar') =>
  await bringPicture(api, anna, { bytes, kind });

/** Files of Anna's that lie there already for a moment more, without their bytes. */
async function fill(count: number, kind: 'avatar' | 'export' = 'avatar'): Promise<void> {
  await sql`
    insert into app.file (id, owner_id, kind, name, media_type, size, sha256, created_at, expires_at)
    select gen_random_uuid(), ${anna.id}, ${kind}, 'a.png', 'image/webp', 1, ${randomBytes(32)}, now(),
      ${new Date(api.clock.now() + 1000)}
    from generate_series(1, ${count}::int)`.execute(api.databases.main);
}

async function counted(): Promise<number | undefined> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from app.file where owner_id = ${anna.id}`.execute(api.databases.main);
  return found.rows[0]?.count;
}

it('a person has fifty pictures at most, and brings the next one when the time of one is over', async () => {
  await fill(picturesMax - 1);
  expect((await bring()).code).toBe(200);
  const answer = await bring('evidence');
  expect(answer).toMatchObject({
    code: 422,
    data: { refusal: 'files_too_many', field: 'file', facts: { max: 50 } },
  });
  expect(answer.msg).toContain('50');
  expect(await counted()).toBe(picturesMax);
  // The sweep has not come yet.
  api.clock.move(2000);
  expect((await bring()).code).toBe(200);
});

it('what was built, what was replaced and what a case of risk or a record keeps takes no place of theirs', async () => {
  await fill(picturesMax, 'export');
  for (const { data } of [await bring(), await bring()]) {
    const face = { nickname: 'Anna', avatarFileId: data.fileId };
    expect((await api.call('user/profile/set', face, { token: anna.token })).ok).toBe(true);
  }
  const ids = [(await bring('evidence')).data.fileId];
  const { db, now } = { db: api.databases.main, now: api.clock.now() };
  expect(await storeEvidence(db, { ownerId: anna.id, ids, now })).toBe(true);
  // What a record of an identity keeps.
  await sql`update app.file set expires_at = null where id = ${(await bring('identity')).data.fileId}`.execute(
    db,
  );
  // The face that is worn is the one that counts.
  await fill(picturesMax - 2);
  expect((await bring()).code).toBe(200);
  expect((await bring()).data.refusal).toBe('files_too_many');
});

it('pictures that come at once are counted one after the other', async () => {
  await fill(picturesMax - 3);
  const owner = openOwner(api.ownerUrl);
  onTestFinished(async () => await owner.close());
  // Nobody's row is in before each of them has come as far as it can.
  const result = await owner.db.transaction().execute(async (tx) => {
    await sql`lock table app.file in exclusive mode`.execute(tx);
    const all = Promise.all(Array.from({ length: 5 }, async () => await bring()));
    const areWaiting = async () => {
      const found = await sql<{ count: number }>`
        select count(distinct l.pid)::int as count from pg_locks l join pg_database d on d.oid = l.database
        where not l.granted and d.datname = current_database()`.execute(tx);
      expect(found.rows[0]?.count).toBe(5);
    };
    await vi.waitFor(areWaiting, { timeout: 10_000, interval: 20 });
    return { all };
  });
  const codes = (await result.all).map(({ code, data }) => String(data.refusal ?? code));
  expect(codes.toSorted()).toEqual(['200', '200', '200', 'files_too_many', 'files_too_many']);
  expect(await counted()).toBe(picturesMax);
});
