/** The link for a phone: one opens it, in its time and while the session behind it lives; everybody else learns nothing. */
import { Writable } from 'node:stream';

import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi } from '../../../../testing/api.ts';
import { bringByPhone } from '../../../../testing/bring-picture.ts';
import { plainPicture } from '../../../../testing/hostile-pictures.ts';
import { kycSteps, startKycApi, type Verifiable } from '../../../../testing/kyc-steps.ts';
import { untilWaiting } from '../../../../testing/lock-waits.ts';
import { draftSteps } from '../../../../testing/own-draft.ts';
import { phoneSteps, type TestPhone } from '../../../../testing/phone-steps.ts';
import { openOwner } from '../../../platform/database/database.ts';
import { newToken } from '../../../platform/process/ids.ts';
import { createLog } from '../../../platform/process/log.ts';

let api: TestApi;
let photo: Buffer;
/** Whatever the server logs, with nothing left out. */
let logged = '';
const target = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});
beforeAll(async () => {
  ({ api } = await startKycApi({ log: createLog('trace', target) }));
  photo = await plainPicture(300, 200, 'jpeg');
});
afterAll(async () => await api.close());

const db = () => api.databases.main;
const { verifiable, paid } = kycSteps(() => api);
const { bring, draft, giveAll, submit } = draftSteps(() => api);
const { handOff, linked, open, opened, savePhoto, leave } = phoneSteps(() => api);

async function withDraft(): Promise<{ readonly person: Verifiable; readonly authNo: string }> {
  const person = await verifiable();
  return { person, authNo: (await paid(person)).authNo };
}

const over = { ok: false, code: 422, data: { refusal: 'phone_link_over' } };

/** What is left to a phone: to read, to bring a photo, and to save it. */
async function powersOf(person: Verifiable, phone: TestPhone) {
  const read = await open(phone);
  const uploaded = await bringByPhone(api, phone.key, { bytes: photo, kind: 'identity' });
  const saved = await savePhoto(phone, 'idFront', await bring(person, 'identity'));
  return [read.ok, uploaded.code === 200, saved.ok];
}

const all = [true, true, true];
const none = [false, false, false];

describe('a link for a phone', () => {
  it('leads to our page with its secret where no server reads it, and names its end in ten minutes', async () => {
    const { person, authNo } = await withDraft();
    const before = api.clock.now();
    const made = await handOff(person, authNo);
    const { url, expires } = made.ok ? made.data : { url: '', expires: 0 };
    expect(url).toMatch(/^http:\/\/localhost:8787\/pages\/kyc\/signup\?phone=on#[\w-]{43}$/);
    expect(expires - before).toBeGreaterThanOrEqual(10 * minuteMs);
    expect(expires - before).toBeLessThan(11 * minuteMs);
    expect((await draft(person, authNo)).phone).toEqual({ isOpened: false, expires });
  });

  it('opens for one phone, again for the same one, and is not prolonged by that', async () => {
    const { person, authNo } = await withDraft();
    const { link } = await linked(person, authNo);
    const phone = { link, key: newToken() };
    const before = api.clock.now();
    const first = await open(phone);
    const { expires } = first.ok ? first.data : { expires: 0 };
    expect(expires - before).toBeGreaterThanOrEqual(30 * minuteMs);
    api.clock.move(5 * minuteMs);
    expect(await open(phone)).toEqual(first);
    expect((await draft(person, authNo)).phone).toEqual({ isOpened: true, expires });
    expect(await open({ link, key: newToken() })).toMatchObject(over);
    expect(await open(phone)).toEqual(first);
  });

  it('answers another phone, and one that ran out, was replaced or was never made, in the same words', async () => {
    const { person, authNo } = await withDraft();
    const used = await opened(person, authNo);
    const answers = [await open({ link: used.link, key: newToken() })];
    const { link: replaced } = await linked(person, authNo);
    const { link: late } = await linked(person, authNo);
    for (const key of [used.key, newToken()]) answers.push(await open({ link: replaced, key }));
    answers.push(await open(used));
    api.clock.move(10 * minuteMs);
    answers.push(await open({ link: late, key: newToken() }));
    answers.push(await open({ link: newToken(), key: newToken() }));
    expect(answers[0]).toMatchObject(over);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('is won by one of two phones that open it at the same moment', async () => {
    const { person, authNo } = await withDraft();
    const { link } = await linked(person, authNo);
    const both: ReturnType<typeof open>[] = [];
    await db()
      .transaction()
      .execute(async (transaction) => {
        await sql`select from app.kyc_phone for update`.execute(transaction);
        for (const key of [newToken(), newToken()]) both.push(open({ link, key }));
        await untilWaiting(db(), 2);
      });
    const isOpen = (await Promise.all(both)).map(({ ok }) => ok);
    expect(isOpen.filter(Boolean)).toHaveLength(1);
  });

  it('does not open with a key that holds another record, not even at the same moment', async () => {
    const [one, two] = [await withDraft(), await withDraft()];
    const key = newToken();
    const phones = [
      { link: (await linked(one.person, one.authNo)).link, key },
      { link: (await linked(two.person, two.authNo)).link, key },
    ];
    const answers = await Promise.all(phones.map(open));
    expect(answers.map(({ code }) => String(code)).toSorted()).toEqual(['200', '422']);
    const [lost = 0] = answers.flatMap(({ ok }, at) => (ok ? [] : [at]));
    expect(answers[lost]).toMatchObject(over);
    // The link that was refused so is not used up by it.
    expect(await open({ link: phones[lost]?.link ?? '', key: newToken() })).toMatchObject({ ok: true });
  });

  it('is made of one’s own open record alone, and another’s is answered as a missing one', async () => {
    const [{ person, authNo }, stranger] = [await withDraft(), await verifiable()];
    const foreign = await handOff(stranger, authNo);
    expect(foreign).toMatchObject({ code: 404 });
    expect(foreign).toEqual(await handOff(stranger, 'MK-0000000000'));
    await giveAll(person, authNo);
    await submit(person, authNo);
    expect(await handOff(person, authNo)).toMatchObject({ data: { refusal: 'record_closed' } });
  });
});

describe('what a phone may do', () => {
  it('is over after thirty minutes, and its row goes with the clock', async () => {
    const [{ person, authNo }, rest] = [await withDraft(), await withDraft()];
    const phone = await opened(person, authNo);
    const rows = async () =>
      (
        await sql`select from app.kyc_phone p join app.kyc_record r on r.id = p.record_id
        where r.auth_no in (${authNo}, ${rest.authNo})`.execute(db())
      ).rows.length;
    api.clock.move(29 * minuteMs);
    await linked(rest.person, rest.authNo);
    expect(await powersOf(person, phone)).toEqual(all);
    api.clock.move(minuteMs);
    expect(await powersOf(person, phone)).toEqual(none);
    expect((await draft(person, authNo)).phone).toBeNull();
    expect(await rows()).toBe(2);
    await api.server.jobs['kycClock']?.({});
    expect(await rows()).toBe(1);
  });

  it('is over with a newer link, opened or not', async () => {
    const { person, authNo } = await withDraft();
    const phone = await opened(person, authNo);
    expect(await powersOf(person, phone)).toEqual(all);
    await linked(person, authNo);
    expect(await powersOf(person, phone)).toEqual(none);
  });

  it('is over once it leaves, and whoever has nothing leaves alike', async () => {
    const { person, authNo } = await withDraft();
    const phone = await opened(person, authNo);
    const left = await leave(phone);
    expect(left).toMatchObject({ ok: true, data: {} });
    expect(await leave(phone)).toEqual(left);
    expect(await leave({ key: newToken() })).toEqual(left);
    expect(await powersOf(person, phone)).toEqual(none);
    expect((await draft(person, authNo)).phone).toBeNull();
  });

  it.each(['logged out', 'ended from another device'] as const)(
    'is over when the session of its link is %s, whatever else is logged in',
    async (how) => {
      const { person, authNo } = await withDraft();
      const { token } = await api.person();
      // A session more of the same person, which stays.
      await sql`
        update app.session set user_id = ${person.id}, device_id = (select device_id from app.session
          where user_id = ${person.id} limit 1)
        where token_hash = sha256(convert_to(${token}, 'UTF8'))`.execute(db());
      const elsewhere = { ...person, token };
      const phone = await opened(person, authNo);
      const waiting = await withDraft();
      expect(await powersOf(person, phone)).toEqual(all);
      if (how === 'logged out') await api.call('user/logout', {}, { token: person.token });
      else {
        const mine = { token };
        const listed = await api.call('user/session/list', {}, mine);
        const sessions = listed.ok ? listed.data.list : [];
        for (const { id, isCurrent } of sessions)
          if (!isCurrent) await api.call('user/session/revoke', { id }, mine);
      }
      expect(await powersOf(person, phone)).toEqual(none);
      expect((await draft(elsewhere, authNo)).phone).toBeNull();
      const { link } = await linked(waiting.person, waiting.authNo);
      await api.call('user/logout', {}, { token: waiting.person.token });
      expect(await open({ link, key: newToken() })).toMatchObject(over);
    },
  );

  it('is over once the record is sent in, also when something of it is asked again soon after', async () => {
    const { person, authNo } = await withDraft();
    const phone = await opened(person, authNo);
    await giveAll(person, authNo);
    expect(await powersOf(person, phone)).toEqual(all);
    expect(await submit(person, authNo)).toMatchObject({ ok: true });
    expect(await powersOf(person, phone)).toEqual(none);
    await sql`update app.kyc_record set review = 'again' where auth_no = ${authNo}`.execute(db());
    await sql`
      update app.kyc_item set state = 'again', label = 'blurred' where item = 'idFront' and record_id =
        (select id from app.kyc_record where auth_no = ${authNo})`.execute(db());
    expect((await draft(person, authNo)).open).toEqual(['idFront']);
    expect(await powersOf(person, phone)).toEqual(none);
  });
});

describe('the two secrets of a phone', () => {
  it('lie nowhere as they are, and stand in no answer but the link’s and in no log, whatever goes wrong', async () => {
    const { person, authNo } = await withDraft();
    const phone = await opened(person, authNo);
    const fileId = await bring(person, 'identity');
    const answers = [
      await open(phone),
      await savePhoto(phone, 'idFront', fileId),
      await draft(person, authNo),
    ];
    const tables = await sql<{ name: string }>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('app', 'ledger', 'jobs') and table_type = 'BASE TABLE'`.execute(db());
    const owner = openOwner(api.ownerUrl);
    const holding: string[] = [];
    for (const { name } of tables.rows) {
      const found = await sql<{ rows: string }>`
        select coalesce(string_agg(t::text, ''), '') as rows from ${sql.raw(name)} t`.execute(owner.db);
      const rows = found.rows[0]?.rows ?? '';
      if (isIn(rows, phone)) holding.push(name);
    }
    expect(tables.rows.map(({ name }) => name)).toContain('app.kyc_phone');
    expect(holding).toEqual([]);
    await sql`alter table app.kyc_phone rename to kyc_phone_away`.execute(owner.db);
    const defects = [
      await open(phone),
      await savePhoto(phone, 'idFront', fileId),
      await leave(phone),
      await bringByPhone(api, phone.key, { bytes: photo, kind: 'identity' }),
    ];
    await sql`alter table app.kyc_phone_away rename to kyc_phone`.execute(owner.db);
    await owner.close();
    expect(defects.map(({ code }) => code)).toEqual([500, 500, 500, 500]);
    expect(isIn(JSON.stringify([...answers, ...defects]), phone)).toBe(false);
    expect(logged).toContain('kyc_phone');
    expect(isIn(logged, phone)).toBe(false);
  });
});

/** As text, or as the bytes that it stands for. */
function isIn(text: string, { link, key }: TestPhone): boolean {
  return [link, key].some(
    (secret) =>
      text.includes(secret) ||
      text.includes(Buffer.from(secret).toString('hex')) ||
      text.includes(Buffer.from(secret, 'base64url').toString('hex')),
  );
}
