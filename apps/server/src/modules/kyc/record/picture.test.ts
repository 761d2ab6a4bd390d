/** Pictures of a record: sealed under its key, shown by no link, and gone with the key. */
import type { UploadKind } from '@marigold/contract/calls/file';
import { dayMs } from '@marigold/money/spans';
import type { PictureItem } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi } from '../../../../testing/api.ts';
import { bringPicture } from '../../../../testing/bring-picture.ts';
import { plainPicture } from '../../../../testing/hostile-pictures.ts';
import { kycSteps, startKycApi, type Verifiable } from '../../../../testing/kyc-steps.ts';
import { testVault } from '../../../../testing/kyc.ts';
import { untilWaiting } from '../../../../testing/lock-waits.ts';
import type { Database } from '../../../platform/database/database.ts';
import { attachPicture, openPicture } from './picture.ts';
import { type KycRecordRow, lockRecord } from './store.ts';

let api: TestApi;
let anna: Verifiable;
let record: KycRecordRow;
let document: Buffer;
beforeAll(async () => {
  ({ api } = await startKycApi());
  document = await plainPicture(300, 200, 'jpeg');
  ({ person: anna, record } = await withRecord());
});
afterAll(async () => await api.close());

const { verifiable, paid } = kycSteps(() => api);

async function withRecord(): Promise<{ person: Verifiable; record: KycRecordRow }> {
  const person = await verifiable();
  const { id } = await paid(person);
  const found = await lockRecord(api.databases.main, id);
  if (found === undefined) throw new Error('there is no record');
  return { person, record: found };
}

async function brought(kind: UploadKind = 'identity', person: Verifiable = anna) {
  const { data } = await bringPicture(api, person, { bytes: document, kind, name: 'Anna Example.jpg' });
  return data;
}

async function attached(
  fileId: string,
  { item = 'idFront', of = record }: { readonly item?: PictureItem; readonly of?: KycRecordRow } = {},
) {
  const { files } = api.server;
  const now = api.clock.now();
  return await api.databases.main
    .transaction()
    .execute(async (db) => await attachPicture({ db, files, vault: testVault }, of, { item, fileId, now }));
}

async function opened(fileId: string, item: PictureItem = 'idFront', of: KycRecordRow = record) {
  const { files } = api.server;
  return await openPicture({ db: api.databases.main, files, vault: testVault }, of, { item, fileId });
}

/** What the cipher says of bytes that belong elsewhere. */
const foreign = /unable to authenticate/;

const sweep = async () => await api.server.jobs['files']?.({});

type Row = { kind: string; name: string; type: string; size: number; isForGood: boolean };

async function rowOf(id: string): Promise<Row | undefined> {
  const found = await sql<Row>`
    select kind, name, media_type as type, size::int as size, expires_at is null as "isForGood"
    from app.file where id = ${id}`.execute(api.databases.main);
  return found.rows[0];
}

/** Whether a link of ours shows it now. */
async function isLinked(url: string, db: Database = api.databases.main): Promise<boolean> {
  const token = url.slice('/files/'.length);
  return (await api.server.files.find(db, token, api.clock.now())) !== undefined;
}

/** What lies in the store under an id that no row names. */
async function lyingBytes(id: string): Promise<Buffer | undefined> {
  const { main } = api.databases;
  const values = sql`${id}, ${anna.id}, 'identity', 'x', 'image/jpeg', 1, ${Buffer.alloc(32)}, now()`;
  await sql`insert into app.file (id, owner_id, kind, name, media_type, size, sha256, created_at) values (${values})`.execute(
    main,
  );
  const found = await api.server.files.openSealed(main, id);
  await sql`delete from app.file where id = ${id}`.execute(main);
  return found?.sealed;
}

describe('a picture that a record takes', () => {
  it('is opened again as it was made, under its own item', async () => {
    const { fileId } = await brought();
    const own = await attached(fileId);
    const { fileId: id = '', size } = own ?? {};
    expect(id).not.toBe(fileId);
    const picture = await opened(id);
    expect(picture?.mediaType).toBe('image/jpeg');
    expect(picture?.bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    // Its name, which may be that of its person, stayed behind.
    expect(await rowOf(id)).toEqual({
      kind: 'identity',
      name: 'idFront',
      type: 'image/jpeg',
      size,
      isForGood: true,
    });
    await expect(opened(id, 'idBack')).rejects.toThrow(foreign);
  });

  it('is opened for no other record', async () => {
    const own = await attached((await brought()).fileId);
    const other = await withRecord();
    await expect(opened(own?.fileId ?? '', 'idFront', other.record)).rejects.toThrow(foreign);
    const erased = { ...record, wrapped: null, keyId: null };
    expect(await opened(own?.fileId ?? '', 'idFront', erased)).toBeUndefined();
  });

  it('lies sealed, and no link shows it', async () => {
    const own = await attached((await brought()).fileId);
    const id = own?.fileId ?? '';
    const plain = (await opened(id))?.bytes ?? Buffer.alloc(0);
    const found = await api.server.files.openSealed(api.databases.main, id);
    expect(found?.sealed.includes(plain.subarray(0, 100))).toBe(false);
    expect(found?.sealed.length).toBe(own?.size);
    const expires = api.clock.now() + dayMs;
    expect(await isLinked(api.server.files.signFileLink(id, { expires }))).toBe(false);
  });

  it('leaves nothing of the plain one: its link ends at once, its row and bytes with the sweep', async () => {
    const { fileId, url } = await brought();
    expect(await isLinked(url)).toBe(true);
    expect(await attached(fileId)).toBeDefined();
    expect(await isLinked(url)).toBe(false);
    await sweep();
    expect(await rowOf(fileId)).toBeUndefined();
    expect(await lyingBytes(fileId)).toBeUndefined();
  });

  it('is taken once, also by two at the same time', async () => {
    const { fileId } = await brought();
    const { main } = api.databases;
    const { files } = api.server;
    const now = api.clock.now();
    const second = await main.transaction().execute(async (db) => {
      const first = { item: 'idFront', fileId, now } as const;
      expect(await attachPicture({ db, files, vault: testVault }, record, first)).toBeDefined();
      const waiting = attached(fileId, { item: 'idBack' });
      await untilWaiting(main);
      return { waiting };
    });
    expect(await second.waiting).toBeUndefined();
    expect(await attached(fileId)).toBeUndefined();
  });

  it('is one that this person brought, of its kind, within a day', async () => {
    const other = await withRecord();
    const theirs = await brought('identity', other.person);
    expect(await attached(theirs.fileId)).toBeUndefined();
    expect(await attached((await brought('signature')).fileId)).toBeUndefined();
    expect(await attached((await brought('evidence')).fileId)).toBeUndefined();
    const { fileId } = await brought();
    expect(await attached(fileId, { item: 'signature' })).toBeUndefined();
    const drawn = await brought('signature');
    const taken = await attached(drawn.fileId, { item: 'signature' });
    expect(await opened(taken?.fileId ?? '', 'signature')).toMatchObject({ mediaType: 'image/png' });
    expect(await attached('018f3c1e-0000-7000-8000-00000000ffff')).toBeUndefined();
    const late = await brought();
    await sql`update app.file set expires_at = ${new Date(api.clock.now())} where id = ${late.fileId}`.execute(
      api.databases.main,
    );
    expect(await attached(late.fileId)).toBeUndefined();
  });

  it('waits on where the call that took it is rolled back', async () => {
    const { fileId, url } = await brought();
    const { files } = api.server;
    const now = api.clock.now();
    const failed = api.databases.main.transaction().execute(async (db) => {
      await attachPicture({ db, files, vault: testVault }, record, { item: 'idFront', fileId, now });
      throw new Error('the call went wrong');
    });
    await expect(failed).rejects.toThrow('the call went wrong');
    expect(await isLinked(url)).toBe(true);
    expect(await attached(fileId)).toBeDefined();
  });
});
