import { randomUUID } from 'node:crypto';

import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { dayMs, hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi } from '../../../testing/api.ts';
import { goodPayPassword, startTestApi } from '../../../testing/api.ts';
import { addDeposit, addPayout, fillTestPool, readUpTo } from '../../../testing/chain-rows.ts';
import type { ExportAnswer } from '../../../testing/exports.ts';
import { exportsOf, rowsOfFile, refusalIn } from '../../../testing/exports.ts';
import { pruneOnce } from '../../platform/database/prune.ts';
import { createLog } from '../../platform/process/log.ts';
import { pruneSteps } from '../../prune.ts';
import { billFacts } from '../../server.ts';
import { recordBill } from '../bill/record.ts';
import type { Files } from '../file/service.ts';
import type { Builder } from './build.ts';
import { createBuilder } from './build.ts';
import { reportProgress, takeTask, TakenOver } from './task.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

const { range, fill, withBills, start, status, build, exported, contentOf } = exportsOf(() => api);

describe('an export', () => {
  it('holds exactly the bills of the range, in the language and the zone that were asked for', async () => {
    const [anna, boris] = [await api.person(), await api.person()];
    await api.credit(anna, 'USDT', '100');
    for (const amount of ['1.5', '2.25', '0.01']) {
      const order = { to: boris.username, currency: 'USDT', amount, amountConfirm: amount, note: '=1+1' };
      await api.call('transfer/internal', { ...order, payPassword: goodPayPassword }, { token: anna.token });
    }
    const before = await api.call('bill/list', {}, { token: anna.token });
    if (!before.ok) throw new Error(before.msg);
    const answer = await api.call(
      'bill/export',
      { ...range(), format: 'csv', timeZone: 'Asia/Tokyo' },
      { token: anna.token, language: 'ja_JP' },
    );
    expect(answer).toMatchObject({
      ok: true,
      data: { status: 'queued', done: 0, total: 3, url: null, size: null },
    });
    await build();
    const done = await status(anna, (answer.data as ExportAnswer).taskId);
    expect(done).toMatchObject({ status: 'ready', done: 3, total: 3, format: 'csv' });
    expect(done.name).toMatch(/^marigold-bills_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/);
    const content = await contentOf(done.url);
    expect(content?.slice(1)).toMatch(/^"日時（Asia\/Tokyo）"/);
    expect(Buffer.byteLength(content ?? '')).toBe(done.size);
    const rows = await rowsOfFile(content);
    expect(rows.map((row) => [row[4], row[5], row[8], row[15]])).toEqual(
      before.data.list.map(({ amount, currency, counterparty }) => [
        amount.replace(/(\.\d\d\d*?)0+$/, '$1'),
        currency,
        counterparty,
        "'=1+1",
      ]),
    );
  });

  it('names the chain and the transaction of what came or went on one, with its fee', async () => {
    const anna = await api.person();
    const db = api.databases.main;
    const now = api.clock.now();
    await readUpTo(db, 100, { now });
    await fillTestPool(db, 1);
    const own = await api.call(
      'wallet/address/get',
      { currency: 'USDT', chain: 'eth' },
      { token: anna.token },
    );
    if (!own.ok) throw new Error(own.msg);
    const bill = {
      userId: anna.id,
      asset: 'USDT',
      units: 2_000_000_000n,
      payType: 'onChain',
      chain: 'eth',
      receivingAddress: own.data.address,
      now,
    } as const;
    const came = await recordBill(db, {
      ...bill,
      type: 'COLLECTION',
      direction: 'in',
      statuses: ['confirming'],
    });
    const { txId } = await addDeposit(db, {
      userId: anna.id,
      address: own.data.id,
      state: 'confirming',
      amount: '20000000',
      billId: came,
      now,
    });
    const went = await recordBill(db, {
      ...bill,
      type: 'TRANSFER',
      direction: 'out',
      feeUnits: 500_000_000n,
      statuses: ['running', 'waiting', 'pending'],
    });
    const account = fakeAccount('a shop');
    await addPayout(db, { userId: anna.id, account, state: 'sending', billId: went, txId: '0xabc', now });
    const { url } = await exported(anna, { format: 'csv' });
    const rows = await rowsOfFile(await contentOf(url));
    expect(rows.map((row) => [row[6], row[7], row[11], row[13], row[14]])).toEqual([
      ['5.00', '15.00', 'Ethereum', own.data.address, '0xabc'],
      ['0.00', '20.00', 'Ethereum', own.data.address, txId],
    ]);
  });

  it('filters by type, currency and time', async () => {
    const person = await withBills(5);
    const { token } = person;
    const rows = async (input: object) => {
      const answer = await api.call('bill/export/preview', { ...range(), ...input }, { token });
      return answer.ok ? answer.data.rows : answer.msg;
    };
    expect(await rows({})).toBe(5);
    expect(await rows({ types: ['COLLECTION', 'TRANSFER'] })).toBe(5);
    expect(await rows({ types: ['COLLECTION'] })).toBe(0);
    expect(await rows({ currency: 'BTC' })).toBe(0);
    expect(await rows({ from: api.clock.now() - 2500 })).toBeLessThan(3);
    expect(refusalIn(await start(person, { currency: 'BTC' }))).toBe('export_empty');
    expect(await exported(person, { types: ['TRANSFER'] })).toMatchObject({ status: 'ready', done: 5 });
  });

  it('says how far it is about every thousand rows', async () => {
    const person = await withBills(2300);
    const { taskId } = await exported(person, { format: 'xlsx' });
    const news = await sql<{ data: { done: number; total: number; status: string; taskId: string } }>`
      select data from app.outbox where user_id = ${person.id} and event = 'export' order by id`.execute(
      api.databases.main,
    );
    expect(news.rows.map(({ data }) => [data.taskId, data.status, data.done, data.total])).toEqual([
      [taskId, 'building', 1000, 2300],
      [taskId, 'building', 2000, 2300],
      [taskId, 'building', 2300, 2300],
      [taskId, 'ready', 2300, 2300],
    ]);
    const notices = await sql<{ kind: string; facts: unknown }>`
      select kind, facts from app.notice where user_id = ${person.id} and kind like 'export%'`.execute(
      api.databases.main,
    );
    expect(notices.rows).toEqual([{ kind: 'exportReady', facts: { format: 'xlsx', bills: 2300 } }]);
  });

  it.each(['csv', 'xlsx', 'pdf'] as const)(
    'is a %s file behind a link that anybody may follow',
    async (format) => {
      const person = await withBills();
      const { url } = await exported(person, { format });
      const token = url?.split('/files/')[1] ?? '';
      const file = await api.server.files.find(api.databases.main, token, api.clock.now());
      expect(file).toMatchObject({ shows: false, name: expect.stringMatching(new RegExp(`\\.${format}$`)) });
      expect(await contentOf(url)).toMatch({ csv: /^\ufeff"Ti/, xlsx: /^PK/, pdf: /^%PDF/ }[format]);
    },
  );

  it('is somebody else’s as little as one that does not exist', async () => {
    const { taskId } = await exported(await withBills());
    const stranger = await withBills();
    const answers = [
      await api.call('bill/export/status', { taskId }, { token: stranger.token }),
      await api.call('bill/export/status', { taskId: randomUUID() }, { token: stranger.token }),
    ];
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.code).toBe(404);
    expect(await api.call('bill/export/list', {}, { token: stranger.token })).toMatchObject({
      data: { list: [] },
    });
  });
});

describe('what is refused', () => {
  it('is more than twelve months, more than 50,000 bills, and a zone that does not exist', async () => {
    const person = await withBills();
    const to = api.clock.now();
    expect(refusalIn(await start(person, { from: to - 369 * dayMs, to }))).toBe('export_range_too_long');
    expect(refusalIn(await start(person, { timeZone: 'Mars/Olympus' }))).toBe('time_zone_unknown');
    expect(refusalIn(await start(person, { timeZone: '+0530' }))).toBe('time_zone_unknown');
    await fill(person, 49_998);
    expect(await start(person)).toMatchObject({
      data: { refusal: 'export_too_many_rows', facts: { max: 50_000 } },
    });
    const preview = await api.call('bill/export/preview', range(), { token: person.token });
    expect(preview).toMatchObject({ data: { rows: 50_001, max: 50_000 } });
  });

  it('is a second one while the first runs, also of six at once', async () => {
    const person = await withBills();
    const answers = await Promise.all(Array.from({ length: 6 }, () => start(person)));
    expect(answers.map(refusalIn).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'export_running'),
      'right',
    ]);
    await build();
    expect(refusalIn(await start(person))).toBe('right');
    await build();
  });

  it('is the fourth of an hour, until the first is an hour old', async () => {
    const person = await withBills();
    for (let count = 0; count < 3; count += 1) await exported(person);
    const answer = await start(person);
    expect(answer).toMatchObject({ data: { refusal: 'export_limit' } });
    api.clock.move(hourMs);
    expect(refusalIn(await start(person))).toBe('right');
    await build();
  });
});

/** A builder beside the server's own. */
function builderWith(files: Files): Builder {
  return createBuilder({
    db: api.databases.main,
    files,
    billFacts,
    clock: () => api.clock.now(),
    log: createLog('silent'),
    publicAddress: () => 'http://localhost:8787',
  });
}

describe('a builder', () => {
  it('that was killed is replaced after half a minute, and writes nothing when it wakes', async () => {
    const person = await withBills(1500);
    const answer = await start(person);
    if (!answer.ok) throw new Error(answer.msg);
    const { main } = api.databases;
    const killed = await takeTask(main, api.clock.now());
    if (killed === undefined) throw new Error('nothing to build');
    await reportProgress(main, killed, { status: 'building', done: 1000, total: 1500 }, api.clock.now());
    await build();
    expect(await status(person, killed.id)).toMatchObject({ status: 'building', done: 1000 });
    api.clock.move(30_001);
    await build();
    expect(await status(person, killed.id)).toMatchObject({ status: 'ready', done: 1500, total: 1500 });
    const late = reportProgress(main, killed, { status: 'ready', done: 1500, total: 1500 }, api.clock.now());
    await expect(late).rejects.toThrow(TakenOver);
    const files = await sql`select 1 from app.file where owner_id = ${person.id}`.execute(main);
    expect(files.rows).toHaveLength(1);
  });

  it('that loses its task at the last moment leaves no second file', async () => {
    const person = await withBills();
    const answer = await start(person);
    if (!answer.ok) throw new Error(answer.msg);
    const { main } = api.databases;
    const { files } = api.server;
    const slow = builderWith({
      ...files,
      async keep(...file) {
        const stored = await files.keep(...file);
        await sql`update app.export set attempt = attempt + 1 where user_id = ${person.id}`.execute(main);
        return stored;
      },
    });
    await slow.work();
    expect(await status(person, answer.data.taskId)).toMatchObject({ status: 'building', url: null });
    const left = await sql`select 1 from app.file where owner_id = ${person.id}`.execute(main);
    expect(left.rows).toEqual([]);
    api.clock.move(30_001);
    await build();
    expect(await status(person, answer.data.taskId)).toMatchObject({ status: 'ready' });
  });

  it('gives its task back when the program stops, and loses no try by that', async () => {
    const person = await withBills(1200);
    const answer = await start(person, { format: 'pdf' });
    if (!answer.ok) throw new Error(answer.msg);
    const { taskId } = answer.data;
    const { main: db } = api.databases;
    const stopped = builderWith(api.server.files);
    const working = stopped.work();
    while ((await status(person, taskId)).status === 'queued');
    await stopped.stop();
    await working;
    const rows = await sql`select status, attempt from app.export where id = ${taskId}`.execute(db);
    expect(rows.rows).toEqual([{ status: 'queued', attempt: 0 }]);
    await build();
    expect(await status(person, taskId)).toMatchObject({ status: 'ready', done: 1200 });
  });

  it('gives up after three tries, says so, and the next export may begin', async () => {
    const person = await withBills();
    const answer = await start(person);
    if (!answer.ok) throw new Error(answer.msg);
    await sql`update app.export set filter = jsonb_set(filter, '{timeZone}', '"Nowhere/Land"')
      where user_id = ${person.id}`.execute(api.databases.main);
    await build();
    expect(await status(person, answer.data.taskId)).toMatchObject({ status: 'failed', url: null });
    const notices = await sql<{ kind: string }>`
      select kind from app.notice where user_id = ${person.id} and kind like 'export%'`.execute(
      api.databases.main,
    );
    expect(notices.rows).toEqual([{ kind: 'exportFailed' }]);
    expect(refusalIn(await start(person))).toBe('right');
    await build();
  });
});

describe('the end of an export', () => {
  it('comes after 24 hours: no link, no file, nothing of what was in it', async () => {
    const person = await withBills();
    const { taskId, url, expires } = await exported(person);
    expect(expires).toBeGreaterThan(api.clock.now() + dayMs - 60_000);
    expect(await contentOf(url)).toBeDefined();
    api.clock.move(dayMs + 1000);
    expect(await status(person, taskId)).toMatchObject({ status: 'expired', url: null, size: null });
    expect(await contentOf(url)).toBeUndefined();
    await pruneOnce(api.databases.main, pruneSteps, api.clock.now());
    await api.server.jobs['files']?.({});
    const rows = await sql`
      select filter, emails, file_id, status from app.export where id = ${taskId}`.execute(
      api.databases.main,
    );
    expect(rows.rows).toEqual([{ filter: {}, emails: [], file_id: null, status: 'expired' }]);
    const files = await sql`select 1 from app.file where owner_id = ${person.id}`.execute(api.databases.main);
    expect(files.rows).toEqual([]);
    expect(await status(person, taskId)).toMatchObject({ status: 'expired' });
    expect(await api.call('bill/export/list', {}, { token: person.token })).toMatchObject({
      data: { list: [] },
    });
  });
});
