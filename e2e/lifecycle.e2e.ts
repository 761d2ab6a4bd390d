/** The life of the program on a machine: it starts anywhere, once, and leaves nothing behind. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import {
  freePort,
  killProcessesOf,
  processesOf,
  type Program,
  ProgramEnded,
  startProgram,
} from './program/program.ts';

/** A database writes what it has before it ends; that nothing stays is promised, not how soon. */
const goneWithin = { timeout: 60_000, interval: 100 };

/** The settings that a real deployment has, but for the database. */
const production = {
  MODE: 'production',
  API_SECRET: 'a-secret-of-this-deployment',
  SECRET_KEY: 'k'.repeat(32),
  PUBLIC_URL: 'https://wallet.test',
  SMTP_URL: 'smtp://mail.test',
  MAIL_FROM: 'hello@wallet.test',
  SMS_URL: 'https://sms.test',
  RATES_URL: 'https://rates.test',
};

/** A folder that every user may enter, so that root's database stays in it and its processes are seen there. */
function openFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o755);
  return folder;
}

describe('the program', () => {
  let data: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    data = openFolder('marigold-life-');
    env = { DATA_DIR: data, PORT: String(await freePort()) };
  });
  afterEach(async () => {
    // What a test that failed left running would refuse every test after it.
    killProcessesOf(data);
    await vi.waitUntil(() => processesOf(data).length === 0, goneWithin);
  });
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  /** A start that is refused: how it ended and what it said. */
  async function refusal(changes: Record<string, string>): Promise<ProgramEnded> {
    const start = startProgram({ env: { ...env, ...changes } });
    const error: unknown = await start.then(
      async (program) => {
        await program.end();
        return new Error('It started.');
      },
      (reason: unknown) => reason,
    );
    if (error instanceof ProgramEnded) return error;
    throw error;
  }

  /** Pid of the program itself, as its lock says. */
  function pidOfProgram(): number {
    const [file] = readdirSync(data).filter((name) => name.startsWith('instance-'));
    const claim = JSON.parse(readFileSync(join(data, file ?? ''), 'utf8')) as { pid: number };
    return claim.pid;
  }

  it('is ready, says so and where, and refuses to run twice on the same data', async () => {
    const program = await startProgram({ env });
    expect(processesOf(data).join('\n')).toMatch(/bin\/postgres -D/);
    expect(program.url).toBe(`http://localhost:${env['PORT']}`);
    const second = await refusal({ PORT: '0' });
    expect(second.code).toBe(1);
    expect(second.output).toContain(`already runs at ${program.url}`);
    expect(second.output).toContain(`(process ${pidOfProgram()})`);
    await program.end();
    expect(processesOf(data)).toEqual([]);
  });

  it('leaves no process behind after Ctrl-C', async () => {
    const program = await startProgram({ env });
    // A terminal sends the signal to everyone in the foreground: npm, the launcher and the program.
    process.kill(-(program.process.pid ?? 0), 'SIGINT');
    await expect.poll(() => processesOf(data), goneWithin).toEqual([]);
  });

  it('leaves no process behind when only npm is killed without warning', async () => {
    const program = await startProgram({ env });
    program.process.kill('SIGKILL');
    await expect.poll(() => processesOf(data), goneWithin).toEqual([]);
  });

  it('leaves no process behind when only the launcher is killed without warning', async () => {
    await startProgram({ env });
    const launcher = processesOf(data).find((one) => /^\d+ node scripts\/run\.mjs/.test(one));
    process.kill(Number.parseInt(launcher ?? '', 10), 'SIGKILL');
    await expect.poll(() => processesOf(data), goneWithin).toEqual([]);
  });

  it('takes its database with it when it is killed itself, and starts again', async () => {
    const program = await startProgram({ env });
    process.kill(pidOfProgram(), 'SIGKILL');
    await expect.poll(() => processesOf(data), goneWithin).toEqual([]);
    // What a shell says of a program that ended by SIGKILL.
    await expect.poll(() => program.process.exitCode, goneWithin).toBe(137);
    await (await startProgram({ env })).end();
  });

  it('starts again at once after everything was killed', async () => {
    const program = await startProgram({ env });
    await program.killAll();
    const again = await startProgram({ env });
    await again.end();
    expect(processesOf(data)).toEqual([]);
  });

  it('tells all that is wrong with its settings, and what keeps it from production', async () => {
    const wrong = await refusal({ PORT: 'http', LOG_LEVEL: 'loud', DATABASE_URL: 'x' });
    expect(wrong.code).toBe(1);
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'DATABASE_OWNER_URL'])
      expect(wrong.output).toContain(`- ${name}`);
    const unfit = await refusal({ MODE: 'production' });
    expect(unfit.code).toBe(1);
    for (const name of ['API_SECRET', 'SECRET_KEY', 'SMTP_URL', 'SMS_URL'])
      expect(unfit.output).toContain(`- ${name}`);
  });

  it('never turns a demo into production', async () => {
    const demo = await refusal(production);
    expect(demo.code).toBe(1);
    expect(demo.output).toContain('holds demo data');
    expect(demo.output.match(/^ {2}- /gm)).toHaveLength(1);
  });
});

describe('the program on a database server', () => {
  let data: string;
  let server: EmbeddedPostgres;
  let program: Program | undefined;

  beforeAll(async () => {
    data = openFolder('marigold-external-');
    server = await startEmbeddedPostgres({ directory: join(data, 'elsewhere'), isDisposable: true });
  });
  afterAll(async () => {
    await program?.end();
    await server.destroy();
    rmSync(data, { recursive: true, force: true });
  });

  it('starts none of its own, twice in a row', async () => {
    const env = {
      DATA_DIR: join(data, 'data'),
      PORT: String(await freePort()),
      DATABASE_URL: server.appUrl,
      DATABASE_OWNER_URL: server.ownerUrl,
    };
    for (let start = 0; start < 2; start += 1) {
      program = await startProgram({ env });
      await program.end();
    }
    expect(existsSync(join(data, 'data', 'postgres'))).toBe(false);
  });
});
