import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { asOwner, type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { readCommand } from './command.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
});

/** Each command is a program of its own, and a test runs ten of them one after the other. */
const programsWithin = { timeout: 60_000 };

/** Runs the command as a person does, with these lines typed in. */
function operator(given: readonly string[], environment: Record<string, string>, typed = '') {
  const ran = spawnSync(process.execPath, [join(import.meta.dirname, '../../operator.ts'), ...given], {
    env: { PATH: process.env['PATH'], ...environment },
    input: typed,
    encoding: 'utf8',
  });
  return { status: ran.status, out: ran.stdout.trim(), error: ran.stderr.trim() };
}

it('reads its commands and refuses everything else', () => {
  expect(readCommand(['auditor', 'run', '--full'])).toMatchObject({
    row: { name: 'money.audit' },
    words: { full: true },
  });
  for (const given of [
    [],
    ['auditor'],
    ['auditor', 'resume', '--by', 'ann', '--second', 'ben'],
    ['auditor', 'resume', '--by', 'ann', '--second', 'ben', '--reason', 'x'],
    ['operator', 'enroll', '--reason', 'a new colleague'],
    ['auditor', 'status', '--key', 'mgo_1'],
  ]) {
    expect(readCommand(given)).toBeUndefined();
  }
});

it('enrols, audits and reports from the command line, keys typed and never shown', programsWithin, () => {
  const environment = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl };
  const ann = operator(['operator', 'enroll', 'ann', '--reason', 'the first person'], environment);
  expect(ann).toMatchObject({ status: 0, error: '' });
  const key = ann.out.split('\n')[1] ?? '';
  const by = ['--by', 'ann', '--reason', 'the second person'];
  const ben = operator(['operator', 'enroll', 'ben', ...by], environment, `${key}\n`);
  expect(ben).toMatchObject({ status: 0, error: '' });
  expect(ben.out).not.toContain(key);
  expect(operator(['auditor', 'run', '--full'], environment)).toMatchObject({
    status: 0,
    out: 'The books are whole.',
  });
  expect(operator(['auditor', 'status'], environment).out).toContain('Money runs.');
  expect(operator(['auditor', 'fly'], environment)).toMatchObject({ status: 2, out: '' });
});

it(
  'sets an entry of the configuration only as its schema says, with a reason in the audit log',
  { timeout: 60_000 },
  async () => {
    const environment = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl };
    const reason = ['--reason', 'the new support line'];
    const set = (key: string, value: unknown) =>
      operator(['set-config', key, JSON.stringify(value), ...reason], environment);
    const label = { en: 'Mail', 'zh-Hans': '邮箱', 'zh-Hant': '郵箱', ja: 'メール', ru: 'Почта' };
    const channel = { kind: 'email', label, value: 'help@wallet.test', link: 'mailto:help@wallet.test' };
    expect(set('contact', { channels: [channel] })).toMatchObject({ status: 0, error: '' });
    for (const [key, value] of [
      ['contact', { channels: [{ ...channel, label: { en: 'Mail' } }] }],
      ['contact', { channels: [{ ...channel, value: 'a\0b' }] }],
      ['contact', { channels: [{ ...channel, label: { ...label, en: '\ud800' } }] }],
      ['contact', { channels: [{ ...channel, link: 'javascript:alert(1)' }] }],
      ['downloads', { ios: 'http://plain.test' }],
      ['banners', { list: [{ id: 'a', title: label, link: '//evil.test' }] }],
      ['secrets', {}],
    ] as const) {
      expect(set(key, value), JSON.stringify(value)).toMatchObject({ status: 1, error: '' });
    }
    expect(operator(['set-config', 'contact', '{', ...reason], environment).out).toContain('not JSON');
    expect(operator(['set-config', 'contact', '{}'], environment).status).toBe(2);
    const rows = await asOwner(
      database.ownerUrl,
      `select e.action, e.subject, e.reason, c.value->'channels'->0->>'value' as value
     from audit.event e, app.config_entry c where e.action = 'config.changed'`,
    );
    expect(rows).toEqual([
      { action: 'config.changed', subject: 'config:contact', reason: reason[1], value: 'help@wallet.test' },
    ]);
  },
);

it('takes a price that waits, and nothing where none waits', async () => {
  const environment = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl };
  const accept = () => operator(['accept-rate', 'BTC', '--reason', 'seen on three exchanges'], environment);
  expect(accept()).toMatchObject({ status: 1, out: 'No price of "BTC" waits.' });
  await asOwner(
    database.ownerUrl,
    `insert into app.rate_jump (asset, usd, sources, rounds, since, seen_at) values ('BTC', 80100, 1, 1, now(), now())`,
  );
  expect(accept()).toMatchObject({ status: 0 });
  expect(await asOwner(database.ownerUrl, 'select usd::text, sources from app.rate')).toEqual([
    { usd: '80100', sources: 1 },
  ]);
  expect(await asOwner(database.ownerUrl, 'select from app.rate_jump')).toEqual([]);
});

it('says what to do when nothing runs', () => {
  const nowhere = operator(['auditor', 'status'], { DATA_DIR: join(import.meta.dirname, 'nowhere') });
  expect(nowhere).toMatchObject({ status: 1, out: '' });
  expect(nowhere.error).toContain('There is no database');
});

describe('words', programsWithin, () => {
  const reason = ['--reason', 'as the plan says'];
  const environment = () => ({ DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl });
  const run = (...given: string[]) => operator([...given, ...reason], environment());
  const folder = mkdtempSync(join(tmpdir(), 'marigold-content-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('publishes the next version of a text, and nothing that says nothing or is of another kind', async () => {
    const file = join(folder, 'news.md');
    writeFileSync(file, '# Night\n\nWe pause.');
    const publish = (id: string, kind: string, more: readonly string[] = []) =>
      run('publish-content', id, 'en', file, '--kind', kind, '--title', 'At night', ...more);
    expect(publish('news-night', 'announcement', ['--mail'])).toMatchObject({ status: 0, error: '' });
    expect(publish('news-night', 'announcement').out).toContain('version 2');
    expect(publish('news-night', 'help')).toMatchObject({ status: 1 });
    expect(publish('News', 'announcement').out).toContain('cannot be published');
    expect(publish('help-night', 'help', ['--mail'])).toMatchObject({ status: 1 });
    writeFileSync(file, '<script>alert(1)</script>');
    expect(publish('news-night', 'announcement').out).toContain('has something to read');
    expect(
      run('publish-content', 'x-y', 'en', join(folder, 'none.md'), '--kind', 'help', '--title', 'X').status,
    ).toBe(1);
    const rows = await asOwner(
      database.ownerUrl,
      `select version, retired_at from app.content where id = 'news-night' order by version`,
    );
    expect(rows).toEqual([
      { version: 1, retired_at: null },
      { version: 2, retired_at: null },
    ]);
    expect(run('retire-announcement', 'news-night')).toMatchObject({ status: 0 });
    expect(run('retire-announcement', 'news-night')).toMatchObject({ status: 1 });
    const actions = await asOwner(
      database.ownerUrl,
      `select action from audit.event where subject = 'content:news-night' order by id`,
    );
    expect(actions).toEqual([
      { action: 'content.published' },
      { action: 'content.published' },
      { action: 'content.retired' },
    ]);
  });

  it('shows open requests and answers each once', async () => {
    const userId = randomUUID();
    await asOwner(
      database.ownerUrl,
      `
      insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
      values ('${userId}', 'asker1', 'asker1', '123456789', 'asker@example.com', 'x', 'ABCDEF', 'en', now());
      insert into app.ticket (id, number, user_id, body, created_at)
      values (gen_random_uuid(), 'T00000001', '${userId}', 'Where is it?', now())`,
    );
    expect(operator(['tickets'], environment()).out).toContain('Where is it?');
    expect(run('answer-ticket', 'T00000001', 'Here it is.')).toMatchObject({ status: 0, error: '' });
    expect(run('answer-ticket', 'T00000001', 'Here it is.')).toMatchObject({ status: 1 });
    expect(operator(['tickets'], environment()).out).toBe('No request is open.');
    const notices = await asOwner(
      database.ownerUrl,
      `select kind, facts ->> 'answer' as answer from app.notice where user_id = '${userId}'`,
    );
    expect(notices).toEqual([{ kind: 'ticketAnswered', answer: 'Here it is.' }]);
  });
});

describe('commands about chains', programsWithin, () => {
  const two = ['--by', 'ann', '--second', 'ben', '--reason', 'looked at it'];

  it('are read by their table: words, choices, persons', () => {
    expect(readCommand(['resume-asset', 'eth', 'USDT', ...two])).toMatchObject({
      words: { chain: 'eth', asset: 'USDT' },
    });
    for (const given of [
      ['resume-asset', 'eth', ...two],
      ['resume-asset', 'eth', 'USDT', '--by', 'ann', '--reason', 'looked at it'],
      ['resume-asset', 'eth', 'USDT', '--by', 'ann', '--second', 'ann', '--reason', 'looked at it'],
      ['settle-debt', 'some-id', 'keep', ...two],
      ['rescan', 'eth', '1', '2', '3', '--reason', 'looked at it'],
    ]) {
      expect(readCommand(given)).toBeUndefined();
    }
  });

  it('change nothing without the right keys, and are told in the audit log with them', async () => {
    const fresh = await testDatabase();
    const environment = { DATABASE_URL: fresh.appUrl, DATABASE_OWNER_URL: fresh.ownerUrl };
    const enrol = (name: string, typed: string, ...by: string[]) =>
      operator(['operator', 'enroll', name, '--reason', 'a new person', ...by], environment, typed).out.split(
        '\n',
      )[1] ?? '';
    const ann = enrol('ann', '');
    const ben = enrol('ben', `${ann}\n`, '--by', 'ann');
    await asOwner(
      fresh.ownerUrl,
      `insert into app.chain_halt (id, chain, asset, reason, halted_at)
       values ('${randomUUID()}', 'eth', 'USDT', 'a difference', now())`,
    );
    const resume = (typed: string) => operator(['resume-asset', 'eth', 'USDT', ...two], environment, typed);

    expect(operator(['chain-status'], environment).out).toContain('USDT on eth HALTED');
    expect(resume(`${ann}\nmgo_wrong\n`)).toMatchObject({ status: 1, out: 'The key of ben is not right.' });
    expect(operator(['chain-status'], environment).out).toContain('USDT on eth HALTED');
    expect(resume(`${ann}\n${ben}\n`)).toMatchObject({ status: 0 });
    expect(operator(['chain-status'], environment).out).not.toContain('HALTED');
    const events = await asOwner(
      fresh.ownerUrl,
      `select actor, action from audit.event order by id desc limit 1`,
    );
    expect(events).toMatchObject([
      { actor: 'operator:ann', action: expect.stringContaining('chain.') as string },
    ]);
    await fresh.drop();
  });
});
