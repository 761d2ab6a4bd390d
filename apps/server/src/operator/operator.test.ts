import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { readCommand } from './arguments.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
});

/** Runs the command as a person does, with these lines typed in. */
function operator(given: readonly string[], environment: Record<string, string>, typed = '') {
  const ran = spawnSync(process.execPath, [join(import.meta.dirname, '../operator.ts'), ...given], {
    env: { PATH: process.env['PATH'], ...environment },
    input: typed,
    encoding: 'utf8',
  });
  return { status: ran.status, out: ran.stdout.trim(), error: ran.stderr.trim() };
}

it('reads its commands and refuses everything else', () => {
  expect(readCommand(['auditor', 'run', '--full'])).toEqual({ name: 'auditor run', full: true });
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

it('enrols, audits and reports from the command line, keys typed and never shown', () => {
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

it('says what to do when nothing runs', () => {
  const nowhere = operator(['auditor', 'status'], { DATA_DIR: join(import.meta.dirname, 'nowhere') });
  expect(nowhere).toMatchObject({ status: 1, out: '' });
  expect(nowhere.error).toContain('There is no database');
});
