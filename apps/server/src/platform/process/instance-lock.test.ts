import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { AlreadyRunning, claimInstance } from './instance-lock.ts';

const lockModule = join(import.meta.dirname, 'instance-lock.ts');

describe('a data directory', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'instance-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

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

  it('goes to exactly one of many that claim it at the same moment', async () => {
    const rounds = 60;
    // Each waits awake for the same instants of the clock, so that the claims of a round really meet.
    const script = `const { claimInstance } = await import(${JSON.stringify(lockModule)});
      process.stdin.once('data', (line) => {
        const won = [];
        for (let round = 0; round < ${rounds}; round += 1) {
          while (Date.now() < Number(line) + round * 5);
          try { claimInstance(${JSON.stringify(directory)} + '/' + round); won.push(round); } catch {}
        }
        console.log(JSON.stringify(won));
      });
      console.log('ready');`;
    const contenders = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    await Promise.all(contenders.map(async ({ stdout }) => await once(stdout, 'data')));
    const answers = contenders.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]));
    const start = Date.now() + 50;
    for (const { stdin } of contenders) stdin.write(`${start}\n`);
    const won = (await Promise.all(answers)).flatMap((answer) => JSON.parse(answer) as number[]);
    for (const { stdin } of contenders) stdin.end();
    expect(won.toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: rounds }, (_, round) => round),
    );
  });
});
