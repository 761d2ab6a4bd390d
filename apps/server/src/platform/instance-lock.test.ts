import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { AlreadyRunning, claimInstance } from './instance-lock.ts';

const lockModule = join(import.meta.dirname, 'instance-lock.ts');

describe('a data directory', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'instance-'));
  });

  it('serves one program, and says who and where to the second', () => {
    const lock = claimInstance(directory);
    expect(() => claimInstance(directory)).toThrow('is starting');
    lock.announce('http://localhost:8787');
    expect(() => claimInstance(directory)).toThrow(
      `already runs at http://localhost:8787 on ${directory} (process ${process.pid})`,
    );
    lock.release();
    claimInstance(directory).release();
  });

  it('is free again after kill -9', async () => {
    const script = `(await import(${JSON.stringify(lockModule)})).claimInstance(${JSON.stringify(directory)});
      console.log('held'); setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    expect(() => claimInstance(directory)).toThrow(AlreadyRunning);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    claimInstance(directory).release();
  });

  it('is free when the pid of the last program belongs to somebody else now', () => {
    const claim = { pid: process.pid, identity: 'another boot/12345', address: 'http://localhost:1' };
    writeFileSync(join(directory, 'instance-00000007.json'), JSON.stringify(claim));
    claimInstance(directory).release();
    expect(readdirSync(directory)).toEqual(['instance-00000008.json']);
  });

  it('goes to exactly one of many that start at once', async () => {
    const script = `const { claimInstance } = await import(${JSON.stringify(lockModule)});
      try { claimInstance(${JSON.stringify(directory)}); console.log('won'); } catch (error) { console.log(error.name); }
      process.stdin.resume();`;
    const starts = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const answers = await Promise.all(
      starts.map(async (start) => String((await once(start.stdout, 'data'))[0]).trim()),
    );
    for (const start of starts) start.stdin.end();
    expect(answers.toSorted()).toEqual([...Array<string>(5).fill('AlreadyRunning'), 'won']);
  });
});
