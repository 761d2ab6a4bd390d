/** One command from nothing, under the least friendly conditions we promise. Linux as root; elsewhere there is no other user to be. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { keepFigures } from './program/figures.ts';
import {
  copySources,
  freePort,
  killProcessesOf,
  outerEnvironment,
  processesOf,
  startProgram,
} from './program/program.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };
const coldTimeoutMs = 240_000;
/** What only tests and checks use, some from each kind. */
const tools = ['@playwright/test', '@sparticuz/chromium', 'knip', 'oxlint', 'solc', 'vitest'];

describe.runIf(isRoot)('one command', () => {
  let copy: string;
  let home: string;

  beforeAll(() => {
    copy = copySources();
    home = join(copy, '.cache', 'home');
    mkdirSync(home, { recursive: true });
  });
  // What a test that failed left running would hold its folder.
  afterEach(() => killProcessesOf(copy));
  afterAll(() => {
    removeRelocatedData();
    rmSync(copy, { recursive: true, force: true });
  });

  /** Where root's database went because PostgreSQL's user cannot enter the closed folder. */
  function relocatedData(): string | undefined {
    const note = join(copy, '.data', 'postgres', 'location.txt');
    return existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
  }

  function installedTools(): string[] {
    return tools.filter((name) => existsSync(join(copy, 'node_modules', name)));
  }

  function removeRelocatedData(): void {
    const place = relocatedData();
    if (place !== undefined) rmSync(place, { recursive: true, force: true });
  }

  it(
    'starts for root in a closed folder with install scripts blocked, and keeps its data there',
    { timeout: coldTimeoutMs },
    async () => {
      chmodSync(copy, 0o700);
      const env = { HOME: home, PORT: String(await freePort()), npm_config_ignore_scripts: 'true' };
      const lockfile = readFileSync(join(copy, 'package-lock.json'), 'utf8');
      const first = await startProgram({ directory: copy, env });
      keepFigures('start', 'bare-machine', { coldSeconds: Number(first.secondsToReady.toFixed(1)) });
      expect((await fetch(first.url)).status).toBe(200);
      await first.end();
      expect(processesOf(copy)).toEqual([]);
      const place = relocatedData();
      expect(statSync(place ?? '').mode & 0o777).toBe(0o700);
      expect(installedTools()).toEqual([]);
      expect(readFileSync(join(copy, 'package-lock.json'), 'utf8')).toBe(lockfile);

      const second = await startProgram({ directory: copy, env });
      await second.end();
      expect(relocatedData()).toBe(place);
    },
  );

  it(
    'brings the tools with the first program that tests, and leaves them at the next start',
    { timeout: coldTimeoutMs },
    async () => {
      const lockfile = readFileSync(join(copy, 'package-lock.json'), 'utf8');
      const env = { HOME: home, npm_config_ignore_scripts: 'true' };
      // A program that is no product and has nothing to do.
      execFileSync(process.execPath, ['scripts/run.mjs', 'scripts/setup.ts'], {
        cwd: copy,
        env: { ...outerEnvironment(), ...env },
        stdio: 'pipe',
      });
      expect(installedTools()).toEqual(tools);

      const program = await startProgram({
        directory: copy,
        env: { ...env, PORT: String(await freePort()) },
      });
      await program.end();
      expect(program.output()).not.toContain('Installing');
      // Not even where something has to be installed anew.
      rmSync(join(copy, 'node_modules', '.marigold-stamp'));
      const again = await startProgram({ directory: copy, env: { ...env, PORT: String(await freePort()) } });
      await again.end();
      expect(again.output()).toContain('Installing the packages with the tools');
      expect(installedTools()).toEqual(tools);
      expect(readFileSync(join(copy, 'package-lock.json'), 'utf8')).toBe(lockfile);
    },
  );

  it('starts for a user without a home, who installs too', { timeout: coldTimeoutMs }, async () => {
    removeRelocatedData();
    rmSync(join(copy, '.data'), { recursive: true, force: true });
    rmSync(join(copy, '.cache'), { recursive: true, force: true });
    rmSync(join(copy, 'node_modules', '.marigold-stamp'), { force: true });
    giveTo(copy);
    const env = { HOME: '/nonexistent', PORT: String(await freePort()) };
    const program = await startProgram({ directory: copy, env, ...nobody });
    expect((await fetch(program.url)).status).toBe(200);
    await program.end();
    expect(processesOf(copy)).toEqual([]);
    expect(relocatedData()).toBeUndefined();
  });
});

function giveTo(folder: string): void {
  chownSync(folder, nobody.uid, nobody.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), nobody.uid, nobody.gid);
  }
}
