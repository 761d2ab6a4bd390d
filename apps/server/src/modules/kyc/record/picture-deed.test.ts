/** Opening a picture of an identity: who, in the audit log and across the picture, and what is never written. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { PictureItem } from '@marigold/partners/kyc-states';
import { type RawBuilder, sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi } from '../../../../testing/api.ts';
import { bringPicture } from '../../../../testing/bring-picture.ts';
import { asOwner } from '../../../../testing/database.ts';
import { plainPicture } from '../../../../testing/hostile-pictures.ts';
import { kycSteps, startKycApi } from '../../../../testing/kyc-steps.ts';
import { testVault } from '../../../../testing/kyc.ts';
import { enrolled, operate } from '../../../../testing/operate.ts';
import { openOwner } from '../../../platform/database/database.ts';
import type { AskKey } from '../../operator/keys.ts';
import { destroySealed } from '../keeping/store.ts';
import { attachPicture, openPicture } from './picture.ts';
import { findRecord, type KycRecordRow } from './store.ts';

let api: TestApi;
let owner: ReturnType<typeof openOwner>;
let ask: AskKey;
let folder: string;
beforeAll(async () => {
  ({ api } = await startKycApi());
  owner = openOwner(api.ownerUrl);
  ({ ask } = await enrolled(owner.db, ['ann', 'ben']));
  folder = mkdtempSync(join(tmpdir(), 'pictures-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await owner.close();
  await api.close();
});

const { verifiable, paid } = kycSteps(() => api);
const main = () => api.databases.main;
const [width, height] = [900, 600];

type Given = { readonly record: KycRecordRow; readonly plain: Buffer };

/** A record with this picture, sent in a moment after it was saved; `change` makes something else of that. */
async function given(item: PictureItem = 'idFront', change = sql`state = 'given'`): Promise<Given> {
  const person = await verifiable();
  const { id } = await paid(person);
  const record = await findRecord(main(), id);
  if (record === undefined) throw new Error('there is no such record');
  const kind = item === 'signature' ? 'signature' : 'identity';
  const bytes = await plainPicture(width, height);
  const { fileId } = (await bringPicture(api, person, { bytes, kind })).data;
  const { files } = api.server;
  const parts = { db: main(), files, vault: testVault };
  const now = api.clock.now();
  const own = await attachPicture(parts, record, { item, fileId, now });
  if (own === undefined) throw new Error('the picture waits');
  await setItem(record, item, sql`file_id = ${own.fileId}, saved_at = ${new Date(now)}`);
  await setItem(record, item, sql`${change}, changed_at = ${new Date(now + 1)}`);
  const picture = await openPicture(parts, record, { item, fileId: own.fileId });
  return { record, plain: picture?.bytes ?? Buffer.alloc(0) };
}

async function setItem({ id }: KycRecordRow, item: PictureItem, what: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into app.kyc_item (record_id, item, state, changed_at) values (${id}, ${item}, 'missing', now())
    on conflict (record_id, item) do nothing`.execute(main());
  await sql`update app.kyc_item set ${what} where record_id = ${id} and item = ${item}`.execute(main());
}

const pathOf = (name: string) => join(folder, name);

async function open(
  { authNo }: Pick<KycRecordRow, 'authNo'>,
  path: string,
  { item = 'idFront', by = ['--by', 'ann'] }: { readonly item?: PictureItem; readonly by?: string[] } = {},
) {
  const options = [...by, '--reason', 'a review waits', '--out', path];
  const { files: pictures } = api.server;
  const now = Date.parse('2026-11-26T10:20:30Z');
  return await operate(`kyc-picture ${authNo} ${item}`, options, { db: owner.db, ask, now, pictures });
}

async function eventsOf({ authNo }: KycRecordRow): Promise<unknown> {
  return await asOwner(
    api.ownerUrl,
    `select actor, action, reason, detail from audit.event where subject = 'identity:${authNo}' order by id`,
  );
}

/** Shares of the pixels that differ clearly, of the four quarters of two pictures. */
async function differences(one: Buffer, other: Buffer): Promise<readonly number[]> {
  const rawOf = async (bytes: Buffer) => await sharp(bytes).toColourspace('b-w').raw().toBuffer();
  const [first, second] = [await rawOf(one), await rawOf(other)];
  expect(first).toHaveLength(second.length);
  const { width: wide, height: high } = await sharp(one).metadata();
  const quarters = [0, 0, 0, 0];
  for (let at = 0; at < first.length; at += 1) {
    const isRight = at % wide >= wide / 2;
    const isLow = at >= first.length / 2;
    const quarter = (isRight ? 1 : 0) + (isLow ? 2 : 0);
    if (Math.abs((first[at] ?? 0) - (second[at] ?? 0)) > 20) quarters[quarter] = (quarters[quarter] ?? 0) + 1;
  }
  return quarters.map((count) => (4 * count) / (wide * high));
}

const no = (line: RegExp) => ({ isDone: false, lines: [expect.stringMatching(line) as string] });

describe('kyc-picture', () => {
  it('writes the picture to a file of its own, with who opened it and when all across it', async () => {
    const { record, plain } = await given();
    const outcome = await open(record, pathOf('front.jpg'));
    expect(outcome).toMatchObject({ isDone: true });
    expect(outcome.lines.join('\n')).toContain(pathOf('front.jpg'));
    expect(statSync(pathOf('front.jpg')).mode & 0o777).toBe(0o600);
    const written = readFileSync(pathOf('front.jpg'));
    expect(await sharp(written).metadata()).toMatchObject({ format: 'jpeg', width, height });
    for (const share of await differences(plain, written)) {
      expect(share).toBeGreaterThan(0.01);
      expect(share).toBeLessThan(0.3);
    }
    // Of another person it is another one: it is their name that stands there.
    await open(record, pathOf('again.jpg'));
    await open(record, pathOf('ben.jpg'), { by: ['--by', 'ben'] });
    expect(Math.max(...(await differences(written, readFileSync(pathOf('again.jpg')))))).toBe(0);
    expect(Math.min(...(await differences(written, readFileSync(pathOf('ben.jpg')))))).toBeGreaterThan(0.001);
  });

  it('says in the audit log who opened which picture of which record, and not where they put it', async () => {
    const { record } = await given('signature');
    expect(await open(record, pathOf('ink.png'), { item: 'signature' })).toMatchObject({ isDone: true });
    expect((await sharp(readFileSync(pathOf('ink.png'))).metadata()).format).toBe('png');
    expect(await eventsOf(record)).toEqual([
      {
        actor: 'operator:ann',
        action: 'kyc.pictureOpened',
        reason: 'a review waits',
        detail: { second: null, words: `${record.authNo} signature`, item: 'signature' },
      },
    ]);
  });

  it('writes over nothing, and nowhere where there is no folder', async () => {
    const { record } = await given();
    writeFileSync(pathOf('taken.jpg'), 'mine');
    symlinkSync(pathOf('nowhere'), pathOf('link.jpg'));
    for (const name of ['taken.jpg', 'link.jpg'])
      expect(await open(record, pathOf(name))).toEqual(no(/nothing is written over/));
    expect(readFileSync(pathOf('taken.jpg'), 'utf8')).toBe('mine');
    expect(existsSync(pathOf('nowhere'))).toBe(false);
    expect(await open(record, pathOf('no/folder.jpg'))).toEqual(no(/no folder/));
    expect(await eventsOf(record)).toEqual([]);
  });

  it('shows nothing that the audit log could not be told of', async () => {
    const { record } = await given();
    await asOwner(
      api.ownerUrl,
      `alter table audit.event add constraint full_disk check (action <> 'kyc.pictureOpened') not valid`,
    );
    await expect(open(record, pathOf('untold.jpg'))).rejects.toThrow('full_disk');
    await asOwner(api.ownerUrl, 'alter table audit.event drop constraint full_disk');
    expect(existsSync(pathOf('untold.jpg'))).toBe(false);
  });

  it('is for who gives a name, and for a picture that was sent in and is still there', async () => {
    const { record } = await given();
    const path = pathOf('none.jpg');
    expect(await open(record, path, { by: [] })).toEqual(no(/gives a name/));
    expect(await open({ authNo: 'MK-0000000000' }, path)).toEqual(no(/no identity MK-0000000000/));
    expect(await open(record, path, { item: 'idBack' })).toEqual(no(/Nothing was sent in as idBack/));
    // A draft, and one that was saved after it had been asked once more.
    const draft = await given('idFront', sql`state = 'missing'`);
    expect(await open(draft.record, path)).toEqual(no(/Nothing was sent in/));
    const again = await given('idFront', sql`state = 'again', label = 'blurred'`);
    expect(await open(again.record, pathOf('old.jpg'))).toMatchObject({ isDone: true });
    await setItem(again.record, 'idFront', sql`saved_at = changed_at + interval '1 second'`);
    expect(await open(again.record, path)).toEqual(no(/Nothing was sent in/));
    await destroySealed(main(), { id: record.id, now: api.clock.now() });
    expect(await open(record, path)).toEqual(no(/erased/));
    expect(existsSync(path)).toBe(false);
    expect(await eventsOf(record)).toEqual([]);
  });
});
