/** The local chain outlives everything but its folder. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { BlockRef } from '@marigold/chain/port';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { afterEach, describe, expect, it } from 'vitest';

import { until } from '../testing/node-proxy.ts';
import { createEvmChain, type EvmChain } from './chain.ts';
import { demoTokens, ensureDemoTokens, sendDemo } from './demo-tokens.ts';
import { mine, reorg, startLocalChain, type LocalChain, type LocalChainOptions } from './local-chain.ts';
import { localChainProgram, NoLocalChain } from './local-process.ts';

const folders: string[] = [];
const running: LocalChain[] = [];
const payee = fakeAccount('payee');

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'marigold-evm-'));
  folders.push(folder);
  return folder;
}
async function start(folder: string, options: Partial<LocalChainOptions> = {}): Promise<LocalChain> {
  const local = await startLocalChain({ folder, blockMs: 0, ...options });
  running.push(local);
  return local;
}
const open = (local: LocalChain): EvmChain =>
  createEvmChain({ urls: [local.url], code: 'eth', timeoutMs: 500 });

/** Every block from the first to the head. */
async function history(chain: EvmChain): Promise<(BlockRef | null)[]> {
  const { height } = await chain.head();
  return await Promise.all(Array.from({ length: height + 1 }, async (_, at) => await chain.block(at)));
}
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // What has ended and was not buried yet is no process any more.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

afterEach(async () => {
  for (const local of running.splice(0)) await local.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('a local chain', () => {
  it('keeps heights, hashes and money when its node is killed, and is where it was', async () => {
    const notices: string[] = [];
    const local = await start(newFolder(), { onNotice: (sentence) => notices.push(sentence) });
    const chain = open(local);
    await ensureDemoTokens(local.url);
    await sendDemo(local.url, { coin: demoTokens.USDT, to: payee, amount: 7n });
    await mine(local.url, 10);
    await reorg(local.url, 4);
    const before = await history(chain);
    await local.save();
    const pid = local.pid();
    process.kill(pid, 'SIGKILL');
    await until(async () => local.pid() !== pid && (await chain.head().catch(() => undefined)) !== undefined);
    expect(notices).toHaveLength(1);
    expect(await history(chain)).toEqual(before);
    expect(await chain.balance(payee, demoTokens.USDT)).toBe(7n);
    await mine(local.url);
    const next = await chain.head();
    expect(next.parent).toBe(before.at(-1)?.hash);
    expect(next.timeMs).toBeGreaterThanOrEqual(before.at(-1)?.timeMs ?? Number.POSITIVE_INFINITY);
    expect(Math.abs(next.timeMs - Date.now())).toBeLessThan(60_000);
  });

  it('goes on from where it was stopped, however often, with a first block of its own', async () => {
    const folder = newFolder();
    let before: (BlockRef | null)[] = [];
    for (let round = 0; round < 4; round += 1) {
      const local = await start(folder);
      const chain = open(local);
      expect((await history(chain)).slice(0, before.length)).toEqual(before);
      // What was held at earlier blocks can still be told: the books are compared with it.
      expect(await chain.balance(payee, 'native', before.at(-2) ?? undefined)).toBe(0n);
      await mine(local.url, 3);
      before = await history(chain);
      await local.stop();
    }
    expect(before).toHaveLength(13);
    const other = await start(newFolder());
    expect((await open(other).identity()).genesis).not.toBe(before[0]?.hash);
  });

  it('is given up with a reason when it cannot be started again', async () => {
    const folder = newFolder();
    const reasons: string[] = [];
    const local = await start(folder, { onUnexpectedExit: (reason) => reasons.push(reason) });
    await local.save();
    writeFileSync(join(folder, 'state.json'), '{"half');
    process.kill(local.pid(), 'SIGKILL');
    await until(() => reasons.length > 0);
    expect(reasons[0]).toMatch(/SIGKILL.*did not start/);
    await expect(start(folder)).rejects.toThrow('did not start');
  });

  it('frozen, is unavailable; thawed, answers as before', async () => {
    const local = await start(newFolder());
    const chain = open(local);
    const head = await chain.head();
    local.setFrozen(true);
    await until(async () => (await chain.head().catch(() => undefined)) === undefined);
    await expect(chain.head()).rejects.toThrow('no answer in time');
    local.setFrozen(false);
    expect(await chain.head()).toEqual(head);
  });

  it('mines by our clock, and stops when told to', async () => {
    const local = await start(newFolder(), { blockMs: 20 });
    const chain = open(local);
    await sendDemo(local.url, { coin: 'native', to: payee, amount: 1n });
    await until(async () => (await chain.head()).height >= 3);
    local.setMining(false);
    const { height } = await chain.head();
    // A block that was being made may still come; after it there is none.
    await mine(local.url, 1);
    const later = (await chain.head()).height;
    expect(later - height).toBeLessThanOrEqual(2);
    local.setMining(true);
    await until(async () => (await chain.head()).height > later);
  });

  it('is closed to the pages of other sites', async () => {
    const { url } = await start(newFolder());
    const origin = 'https://elsewhere.example';
    const first = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(first.headers.get('access-control-allow-origin')).toBeNull();
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}';
    const response = await fetch(url, {
      method: 'POST',
      headers: { origin, 'content-type': 'text/plain' },
      body,
    });
    expect(await response.json()).toHaveProperty('error');
  });

  it('takes blocks back and brings their transactions again or not, and may be shorter', async () => {
    const local = await start(newFolder());
    const chain = open(local);
    await mine(local.url, 5);
    const txId = await sendDemo(local.url, { coin: 'native', to: payee, amount: 3n });
    await mine(local.url, 2);
    const head = await chain.head();
    await reorg(local.url, 2, { resends: true });
    expect(await chain.transaction(txId)).toMatchObject({
      state: 'mined',
      block: { height: head.height - 1 },
    });
    expect((await chain.head()).height).toBe(head.height + 1);
    await reorg(local.url, 3, { blocks: 1 });
    expect(await chain.transaction(txId)).toEqual({ state: 'unknown' });
    expect((await chain.head()).height).toBe(head.height - 1);
    expect((await chain.block(head.height - 1))?.hash).not.toBe(head.parent);
  });
});

describe('the process of a local chain', () => {
  it('ends with the program that started it, even when that is killed', async () => {
    const folder = newFolder();
    const file = new URL('./local-chain.ts', import.meta.url).href;
    const code = `const { startLocalChain } = await import(${JSON.stringify(file)});
      const local = await startLocalChain({ folder: ${JSON.stringify(folder)}, blockMs: 0 });
      console.log(local.pid());
      setInterval(() => undefined, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (line: Buffer) => resolve(Number(line.toString()))),
    );
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await until(() => !isAlive(pid));
  });

  it('that a crash left behind is ended at the next start; a stranger with its pid is not', async () => {
    const folder = newFolder();
    const args = ['--port', '0', '--silent', '--cache-path', join(folder, 'cache')];
    const orphan = spawn(localChainProgram(), args, { detached: true, stdio: 'ignore' });
    writeFileSync(join(folder, 'pid'), `${orphan.pid}\n`);
    const local = await start(folder);
    expect(isAlive(orphan.pid ?? 0)).toBe(false);
    await local.stop();
    expect(existsSync(join(folder, 'pid'))).toBe(false);
    writeFileSync(join(folder, 'pid'), `${process.pid}\n`);
    await start(folder);
    expect(isAlive(process.pid)).toBe(true);
  });

  it('makes its blocks at the time it is given, and goes on a day later', async () => {
    const folder = newFolder();
    const dayMs = 86_400_000;
    const timeOf = async (offsetMs: number): Promise<number> => {
      const local = await start(folder, { clock: () => Date.now() + offsetMs });
      await mine(local.url);
      const { timeMs } = await open(local).head();
      await local.stop();
      return timeMs - Date.now();
    };
    const [first, second] = [await timeOf(dayMs), await timeOf(2 * dayMs)];
    expect(Math.abs(first - dayMs)).toBeLessThan(60_000);
    expect(Math.abs(second - 2 * dayMs)).toBeLessThan(60_000);
  });

  it('is missing by name where npm has none for a machine', () => {
    expect(() => localChainProgram('sunos', 'sparc')).toThrow(NoLocalChain);
  });
});
