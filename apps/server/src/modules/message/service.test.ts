import { randomUUID } from 'node:crypto';

import { dayMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startTestApi, type TestPerson, type TestApi } from '../../../testing/api.ts';
import { openDatabases } from '../../platform/database/database.ts';
import { notify } from './notify.ts';
import { mailAnnouncement, publishContent, retireAnnouncement } from './publish.ts';
import { seedContent } from './seed-content.ts';
import { answerTicket } from './tickets.ts';

let api: TestApi;
let anna: TestPerson;
let boris: TestPerson;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());
beforeEach(async () => {
  anna = await api.person();
  boris = await api.person();
  await api.call('message/read', { all: true }, { token: anna.token });
});

const announcement = { kind: 'announcement', language: 'en', body: 'We *pause* at night.' } as const;
async function publish(id: string, more: Partial<Parameters<typeof publishContent>[1]> = {}) {
  api.clock.move(1);
  return await publishContent(
    api.databases.main,
    { ...announcement, id, title: `About ${id}`, ...more },
    api.clock.now(),
  );
}

async function notifyOf(person: TestPerson, amount: string) {
  api.clock.move(1);
  const facts = { amount, currency: 'USDT', from: 'b***s', billId: randomUUID() };
  await notify(api.databases.main, { userId: person.id, kind: 'received', facts, now: api.clock.now() });
}

async function listAll(
  person: TestPerson,
  input: { size?: number; topic?: 'money' | 'announcement' } = {},
  language = 'en',
) {
  const rows = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 50; pages += 1) {
    const reply = await api.call(
      'message/list',
      { ...input, ...(cursor === undefined ? {} : { cursor }) },
      { token: person.token, language },
    );
    if (!reply.ok) throw new Error(reply.msg);
    rows.push(...reply.data.list);
    if (reply.data.next === null) return rows;
    cursor = reply.data.next;
  }
  throw new Error('the list has no end');
}

async function unreadOf(person: TestPerson) {
  const reply = await api.call('message/summary', {}, { token: person.token });
  if (!reply.ok) throw new Error(reply.msg);
  return reply.data.unread;
}

describe('the messages of a person', () => {
  it('stand newest first, news between notices, each once on whatever size of page', async () => {
    await notifyOf(anna, '1');
    await publish('news-between');
    await notifyOf(anna, '2');
    await notifyOf(boris, '3');
    const whole = await listAll(anna);
    expect(whole.slice(0, 3).map(({ title }) => title)).toEqual([
      '2 USDT received',
      'About news-between',
      '1 USDT received',
    ]);
    expect(await listAll(anna, { size: 1 })).toEqual(whole);
    expect(await listAll(anna, { size: 2 })).toEqual(whole);
    expect((await listAll(anna, { topic: 'money' })).map(({ title }) => title)).toEqual([
      '2 USDT received',
      '1 USDT received',
    ]);
    const [news] = await listAll(anna, { topic: 'announcement' });
    expect(news).toMatchObject({
      id: 'news-between',
      body: 'We pause at night.',
      isRead: false,
      path: '/pages/index/webpage?id=news-between',
    });
  });

  it('loses and repeats none of those that came in the same millisecond', async () => {
    const now = api.clock.now();
    const facts = { friend: 'b***s' };
    for (let count = 0; count < 7; count += 1)
      await notify(api.databases.main, { userId: anna.id, kind: 'friendJoined', facts, now });
    const ids = (await listAll(anna, { size: 2 })).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe((await listAll(anna)).length);
  });

  it('are counted by topic until they are read, one or all, and stay read', async () => {
    await notifyOf(anna, '1');
    await notifyOf(anna, '2');
    await publish('news-read');
    expect(await unreadOf(anna)).toEqual({ money: 2, security: 0, service: 0, announcement: 1 });
    const [newest, second] = await listAll(anna);
    const ids = [newest?.id ?? '', second?.id ?? ''];
    const read = await api.call('message/read', { ids }, { token: anna.token });
    expect(read).toMatchObject({ ok: true, data: { unread: { money: 1, announcement: 0 } } });
    expect((await listAll(anna)).slice(0, 3).map(({ isRead }) => isRead)).toEqual([true, true, false]);
    await api.call('message/read', { all: true }, { token: anna.token });
    expect(await unreadOf(anna)).toEqual({ money: 0, security: 0, service: 0, announcement: 0 });
  });

  it('cannot be read by anybody else', async () => {
    await notifyOf(anna, '1');
    const [mine] = await listAll(anna);
    await api.call('message/read', { ids: [mine?.id ?? '', 'no-such-news'] }, { token: boris.token });
    expect((await unreadOf(anna)).money).toBe(1);
    const stored = await sql`select from app.announcement_read where content_id = 'no-such-news'`.execute(
      api.databases.main,
    );
    expect(stored.rows).toHaveLength(0);
  });

  it('count at most a hundred', async () => {
    const db = api.databases.main;
    await sql`
      insert into app.notice (id, user_id, topic, kind, facts, created_at)
      select gen_random_uuid(), ${anna.id}, 'service', 'friendJoined', '{"friend":"x"}', now()
      from generate_series(1, 150)`.execute(db);
    expect((await unreadOf(anna)).service).toBe(100);
  });

  it('make the other screens of the person count anew when they are read', async () => {
    await notifyOf(anna, '1');
    const heard = async () => {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from app.outbox
        where user_id = ${anna.id} and event = 'message' and data ->> 'kind' = 'read'`.execute(
        api.databases.main,
      );
      return found.rows[0]?.count ?? 0;
    };
    const before = await heard();
    await api.call('message/read', { all: true }, { token: anna.token });
    await api.call('message/read', { all: true }, { token: anna.token });
    expect(await heard()).toBe(before + 1);
  });
});

describe('announcements', () => {
  it('are no unread pile for whoever comes later', async () => {
    await publish('news-early');
    api.clock.move(1);
    const late = await api.person();
    const seen = (await listAll(late)).find(({ id }) => id === 'news-early');
    expect(seen?.isRead).toBe(true);
    expect((await unreadOf(late)).announcement).toBe(0);
  });

  it('are said in the language of the reader, or in English', async () => {
    await publish('news-words');
    await publish('news-words', { language: 'ja', title: 'お知らせ', body: '夜間に停止します。' });
    expect((await listAll(anna, {}, 'ja_JP')).find(({ id }) => id === 'news-words')?.title).toBe('お知らせ');
    expect((await listAll(anna, {}, 'ru_RU')).find(({ id }) => id === 'news-words')?.title).toBe(
      'About news-words',
    );
  });

  it('in a language alone are counted and read by who reads that one, and by nobody else', async () => {
    await publish('news-ja', { language: 'ja', title: 'お知らせ', body: '夜間に停止します。' });
    const countIn = async (language: string) => {
      const reply = await api.call('message/summary', {}, { token: anna.token, language });
      return reply.ok ? reply.data.unread.announcement : undefined;
    };
    const read = async (input: { ids: string[] } | { all: true }, language: string) =>
      await api.call('message/read', input, { token: anna.token, language });
    expect((await listAll(anna)).some(({ id }) => id === 'news-ja')).toBe(false);
    expect([await countIn('en_US'), await countIn('ja_JP')]).toEqual([0, 1]);
    await read({ all: true }, 'en_US');
    await read({ ids: ['news-ja'] }, 'ru_RU');
    const [news] = await listAll(anna, {}, 'ja_JP');
    expect(news).toMatchObject({ id: 'news-ja', isRead: false });
    expect((await read({ ids: ['news-ja'] }, 'ja_JP')).data).toMatchObject({ unread: { announcement: 0 } });
    expect(await countIn('ja_JP')).toBe(0);
  });

  it('disappear when they are withdrawn', async () => {
    await publish('news-wrong');
    expect((await listAll(anna)).some(({ id }) => id === 'news-wrong')).toBe(true);
    const owner = openDatabases(api.ownerUrl, 1);
    expect(await retireAnnouncement(owner.main, 'news-wrong', api.clock.now())).toBe(1);
    await owner.close();
    expect((await listAll(anna)).some(({ id }) => id === 'news-wrong')).toBe(false);
    expect((await api.call('app/content', { id: 'news-wrong' })).code).toBe(404);
  });

  it('are mailed once to whoever asked for it, in their language', async () => {
    const db = api.databases.main;
    await publish('news-mail', { body: 'Read [more](https://example.com/x).' });
    await publish('news-mail', { language: 'ru', title: 'Новости', body: 'Подробнее здесь.' });
    await sql`update app.person set mails_announcements = true, language = 'ru' where id = ${anna.id}`.execute(
      db,
    );
    await mailAnnouncement(db, 'news-mail');
    expect(await api.lastMail(anna.email)).toContain('Подробнее здесь.');
    await mailAnnouncement(db, 'news-mail');
    await api.lastMail(anna.email);
    const queued = await sql`select from app.announcement_mail where content_id = 'news-mail'`.execute(db);
    expect(queued.rows).toHaveLength(1);
    await expect(api.lastMail(boris.email)).resolves.not.toContain('example.com');
  });

  it('are mailed to the readers of their language where they have no English', async () => {
    const db = api.databases.main;
    await publish('news-mail-ja', { language: 'ja', title: 'お知らせ', body: '夜間に停止します。' });
    await sql`update app.person set mails_announcements = true where id in (${anna.id}, ${boris.id})`.execute(
      db,
    );
    await sql`update app.person set language = 'ja' where id = ${anna.id}`.execute(db);
    await mailAnnouncement(db, 'news-mail-ja');
    expect(await api.lastMail(anna.email)).toContain('夜間に停止します。');
    expect(await api.lastMail(boris.email)).not.toContain('夜間に停止します。');
  });
});

describe('content', () => {
  it('is there for visitors, in the asked language or in English, the newest version', async () => {
    const reply = await api.call('app/content', { id: 'terms', language: 'ja' });
    expect(reply).toMatchObject({
      ok: true,
      data: { kind: 'agreement', language: 'ja', version: 1, title: '利用規約' },
    });
    expect(await publish('terms', { kind: 'agreement', title: 'Terms' })).toBe(2);
    const newer = await api.call('app/content', { id: 'terms' });
    expect(newer).toMatchObject({ data: { version: 2, blocks: [{ kind: 'paragraph' }] } });
    expect((await api.call('app/content', { id: 'terms', language: 'ja' })).data).toMatchObject({
      version: 1,
    });
    expect((await api.call('app/content', { id: 'no-such-page' })).code).toBe(404);
  });

  it('keeps its kind, and what was published stays when the program starts again', async () => {
    expect(await publish('privacy')).toBeUndefined();
    await publish('help-fees', { kind: 'help', title: 'Fees now' });
    await seedContent(api.databases.main);
    expect((await api.call('app/content', { id: 'help-fees' })).data).toMatchObject({ title: 'Fees now' });
  });

  it('cannot be changed or removed by the program', async () => {
    const db = api.databases.main;
    await expect(sql`update app.content set title = 'x' where id = 'terms'`.execute(db)).rejects.toThrow(
      'denied',
    );
    await expect(sql`delete from app.content where id = 'terms'`.execute(db)).rejects.toThrow('denied');
  });

  it('is not there before its time', async () => {
    await publishContent(
      api.databases.main,
      { ...announcement, id: 'news-tomorrow', title: 'Tomorrow' },
      api.clock.now() + dayMs,
    );
    expect((await api.call('app/content', { id: 'news-tomorrow' })).code).toBe(404);
    expect((await listAll(anna)).some(({ id }) => id === 'news-tomorrow')).toBe(false);
    const list = await api.call('announcement/list', {});
    expect(JSON.stringify(list.data)).not.toContain('news-tomorrow');
  });
});

describe('tickets', () => {
  it('are at most five at a time, also when many are sent at once', async () => {
    const sent = await Promise.all(
      Array.from(
        { length: 9 },
        async () => await api.call('app/feedback', { text: 'Help' }, { token: anna.token }),
      ),
    );
    expect(sent.filter(({ ok }) => ok)).toHaveLength(5);
    const no = sent.find(({ ok }) => !ok);
    expect(no?.data).toMatchObject({ refusal: 'tickets_too_many' });
    const blank = await api.call('app/feedback', { text: ' \n ' }, { token: boris.token });
    expect(blank.data).toMatchObject({ refusal: 'text_empty', field: 'text' });
  });

  it('are answered once, to whoever asked, in the app and by mail', async () => {
    const reply = await api.call('app/feedback', { text: 'Where is it?' }, { token: anna.token });
    const number = reply.ok ? reply.data.number : '';
    expect(number).toMatch(/^T\d{8}$/);
    const answer = { number, answer: 'It is {here}, <b>look</b>.', now: api.clock.now() };
    expect(await answerTicket(api.databases.main, answer)).toBe(true);
    expect(await answerTicket(api.databases.main, answer)).toBe(false);
    const [notice] = await listAll(anna);
    expect(notice).toMatchObject({ kind: 'ticketAnswered', body: answer.answer, path: null });
    expect(await api.lastMail(anna.email)).toContain(answer.answer);
  });
});
