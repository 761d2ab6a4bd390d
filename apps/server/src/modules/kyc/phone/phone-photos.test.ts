/** What a phone brings: photos of one record, into the draft that is open on a computer. Its key opens nothing else. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { uploadKind } from '@marigold/contract/calls/file';
import { contract, type Path } from '@marigold/contract/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import type { TestApi } from '../../../../testing/api.ts';
import { bringByPhone } from '../../../../testing/bring-picture.ts';
import { plainPicture } from '../../../../testing/hostile-pictures.ts';
import { kycSteps, startKycApi, type Verifiable } from '../../../../testing/kyc-steps.ts';
import { annaTyped, draftSteps } from '../../../../testing/own-draft.ts';
import { type BroughtItem, phoneSteps, type TestPhone } from '../../../../testing/phone-steps.ts';
import { testCookies, testSessions } from '../../../../testing/session-cookies.ts';
import { listenTo } from '../../../../testing/stream-listener.ts';
import { createFindSession } from '../../../platform/http/session.ts';
import { createLog } from '../../../platform/process/log.ts';
import { createStream } from '../../../platform/stream/stream.ts';
import { tradeFrozenUntil } from '../../spending/views.ts';

let api: TestApi;
let photo: Buffer;
beforeAll(async () => {
  ({ api } = await startKycApi());
  photo = await plainPicture(300, 200, 'jpeg');
});
afterAll(async () => await api.close());

const db = () => api.databases.main;
const { verifiable, paid } = kycSteps(() => api);
const { bring, save, draft } = draftSteps(() => api);
const { open, opened, savePhoto, leave } = phoneSteps(() => api);

/** Somebody with a draft, and their phone. */
async function withPhone() {
  const person = await verifiable();
  const { authNo, id } = await paid(person);
  return { person, authNo, id, phone: await opened(person, authNo) };
}

async function uploaded({ key }: TestPhone) {
  return await bringByPhone(api, key, { bytes: photo, kind: 'identity' });
}

/** Which photos a phone is asked for. */
async function wantedOf(phone: TestPhone): Promise<readonly string[]> {
  const answer = await open(phone);
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.photos.map(({ item }) => item);
}

async function filesOf({ id }: Verifiable): Promise<readonly { kind: string; isForGood: boolean }[]> {
  const found = await sql<{ kind: string; isForGood: boolean }>`
    select kind, expires_at is null as "isForGood" from app.file where owner_id = ${id}`.execute(db());
  return found.rows;
}

const front: BroughtItem = 'idFront';
const sealed = [{ kind: 'identity', isForGood: true }];

describe('a photo of a phone', () => {
  it('is an item of the draft once it is saved, sealed, and shown by no link any more', async () => {
    const { person, authNo, phone } = await withPhone();
    const { data } = await uploaded(phone);
    const isLinked = async () =>
      (await api.server.files.find(db(), data.url.slice('/files/'.length), api.clock.now())) !== undefined;
    expect(await isLinked()).toBe(true);
    expect((await draft(person, authNo)).pictures).toEqual([]);
    expect(await savePhoto(phone, front, data.fileId)).toMatchObject({
      data: { photos: expect.arrayContaining([{ item: front, isGiven: true }]) as unknown },
    });
    const read = await draft(person, authNo);
    expect(read).toMatchObject({ pictures: [{ item: front }], phone: { isOpened: true } });
    expect(read.missing).not.toContain(front);
    expect(await isLinked()).toBe(false);
    await api.server.jobs['files']?.({});
    expect(await filesOf(person)).toEqual(sealed);
  });

  it('is saved once, however often it is sent, and takes the place of the one before', async () => {
    const { person, phone } = await withPhone();
    const requestId = crypto.randomUUID();
    const { fileId } = (await uploaded(phone)).data;
    const first = await savePhoto(phone, front, fileId, requestId);
    expect(first).toMatchObject({ ok: true });
    expect(await savePhoto(phone, front, fileId, requestId)).toEqual(first);
    expect(await savePhoto(phone, front, fileId)).toMatchObject({ data: { refusal: 'file_unknown' } });
    expect(await savePhoto(phone, front, (await uploaded(phone)).data.fileId)).toMatchObject({ ok: true });
    expect((await filesOf(person)).filter(({ isForGood }) => isForGood)).toHaveLength(1);
  });

  it('is of a document alone: nothing else is taken, and nothing of it stays', async () => {
    const { person, authNo, phone } = await withPhone();
    for (const kind of uploadKind.options.filter((one) => one !== 'identity'))
      expect(await bringByPhone(api, phone.key, { bytes: photo, kind })).toMatchObject({
        code: 400,
        data: { field: 'kind' },
      });
    expect(await filesOf(person)).toEqual([]);
    const { fileId } = (await uploaded(phone)).data;
    for (const item of ['signature', 'names', 'nickname'] as const)
      expect(await savePhoto(phone, item as BroughtItem, fileId)).toMatchObject({
        code: 400,
        data: { field: 'item' },
      });
    for (const kind of ['signature', 'avatar'] as const)
      expect(await savePhoto(phone, front, await bring(person, kind))).toMatchObject({
        data: { refusal: 'file_unknown' },
      });
    expect((await draft(person, authNo)).pictures).toEqual([]);
  });

  it('is of the person of the link, never of somebody else', async () => {
    const [mine, other] = [await withPhone(), await withPhone()];
    const { fileId } = (await uploaded(other.phone)).data;
    expect(await savePhoto(mine.phone, front, fileId)).toMatchObject({ data: { refusal: 'file_unknown' } });
    expect(await filesOf(mine.person)).toEqual([]);
    expect(await savePhoto(other.phone, front, fileId)).toMatchObject({ ok: true });
  });

  it('is wanted of what is open: no back of a passport, and of what is asked once more exactly that', async () => {
    const { person, authNo, id, phone } = await withPhone();
    const everything = ['idFront', 'idBack', 'addressProof'];
    expect(await wantedOf(phone)).toEqual(everything);
    await save(person, authNo, { idNumber: { idType: 'idCard', number: 'C01X00T47' } });
    expect(await wantedOf(phone)).toEqual(everything);
    await save(person, authNo, { idNumber: { idType: 'passport', number: 'C01X00T47' } });
    expect(await wantedOf(phone)).toEqual(['idFront', 'addressProof']);
    await sql`update app.kyc_record set review = 'again', provider = 'house' where id = ${id}`.execute(db());
    await sql`
      update app.kyc_item set state = case when item = 'addressProof' then 'again' else 'accepted' end,
        label = case when item = 'addressProof' then 'blurred' end, changed_at = ${new Date(api.clock.now())}
      where record_id = ${id}`.execute(db());
    expect(await wantedOf(phone)).toEqual(['addressProof']);
    const { fileId } = (await uploaded(phone)).data;
    expect(await savePhoto(phone, front, fileId)).toMatchObject({ data: { refusal: 'item_not_asked' } });
    expect(await savePhoto(phone, 'addressProof', fileId)).toMatchObject({
      data: { photos: [{ item: 'addressProof', isGiven: true }] },
    });
  });
});

describe('the key of a phone', () => {
  it('reads nothing that was typed, and of whose account it is a masked name', async () => {
    const { person, authNo, phone } = await withPhone();
    const { token } = person;
    await api.call('user/profile/set', { nickname: 'Zinnia Quill' }, { token });
    const planted = {
      ...annaTyped,
      names: { firstName: 'Zuleika', lastName: 'Quetzal' },
      birthday: '1971-03-29',
      nationality: 'GE',
      idNumber: { idType: 'passport' as const, number: 'QZ7788221' },
      expiry: '2039-11-28',
      occupation: 'Tunes xylophones',
      contact: 'Ring twice at the xebec',
      email: 'zuleika@quetzal.example',
      nickname: 'ZULEIKA Q',
    };
    expect(await save(person, authNo, planted)).toMatchObject({ ok: true });
    const { data } = await uploaded(phone);
    const answers = [await open(phone), await savePhoto(phone, front, data.fileId), data, await leave(phone)];
    const text = JSON.stringify(answers);
    expect(text).toContain('"account":"');
    expect(text).toContain('*');
    const { idNumber, names, ...rest } = planted;
    // Two letters of a country stand in any random id.
    const typed = Object.values(rest).filter((value) => String(value).length > 2);
    const secrets = [idNumber.number, ...Object.values(names), ...typed, 'Zinnia Quill', authNo];
    const found = [...secrets, person.username, person.email, person.id].filter((one) =>
      text.includes(String(one)),
    );
    expect(found).toEqual([]);
  });

  it('opens no call that needs a session, whichever way it is presented', async () => {
    const { person, phone } = await withPhone();
    const { cookie } = await api.headers(person.token);
    const own = (Object.keys(contract) as Path[]).filter((path) => contract[path].access === 'user');
    expect(own).toEqual(expect.arrayContaining(['kyc/draft', 'transfer/internal', 'user/info']));
    const opening: string[] = [];
    for (const path of own)
      for (const scheme of ['Phone', 'Bearer']) {
        const authorization = `${scheme} ${phone.key}`;
        const { status } = await api.raw(path, {}, { authorization, cookie });
        if (status !== 401) opening.push(`${scheme} ${path}: ${status}`);
      }
    expect(opening).toEqual([]);
    expect((await open(phone)).ok).toBe(true);
  });

  it('opens no live connection', async () => {
    const { phone } = await withPhone();
    const stream = await createStream({
      db: db(),
      databaseUrl: api.ownerUrl,
      findSession: createFindSession(testSessions({ tradeFrozenUntil })),
      cookies: testCookies,
      clock: () => api.clock.now(),
      log: createLog('silent'),
    });
    const server = createServer();
    stream.attach(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const sockets: Parameters<typeof listenTo>[1] = [];
    onTestFinished(async () => {
      for (const socket of sockets) socket.terminate();
      await stream.stop();
      server.close();
    });
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/stream`;
    for (const token of [phone.key, `Phone ${phone.key}`]) {
      const listener = await listenTo(url, sockets);
      listener.say({ op: 'sub', id: 1, ch: ['user'] });
      expect(await listener.next()).toMatchObject({ op: 'error', error: 'unauthorised' });
      listener.say({ op: 'auth', token });
      expect(await listener.closed).toBe(4401);
    }
  });
});
