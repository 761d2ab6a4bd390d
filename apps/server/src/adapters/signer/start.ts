/** Starts the signer beside the program, starts it again when it ends, and stops it with the program. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

import type { Signer } from '@marigold/chain/signer-port';

import { ended, stopChild } from '../../platform/process/child.ts';
import { createSignerClient } from './client.ts';

/** Only its path: the program may not import what can spend. */
const signerMain = join(import.meta.dirname, '../../../../../packages/signer/src/main.ts');
/** Opening the keystore takes a second; on a machine that does much else, some. */
const startTimeoutMs = 30_000;
const restartWaitMs = { first: 250, most: 30_000 };
/** Systems allow 104 to 108 bytes for the path of a socket. */
const socketPathMax = 100;

export type SignerSettings = {
  /** Where the journal of the signer lies; made with rights of the owner alone. */
  readonly folder: string;
  /** The login that the signer reads the ledger with; it never writes. */
  readonly databaseUrl: string;
  /** The sealed seed, the file with its passphrase (which the program itself never reads), and what may be spent. */
  readonly keystore: { readonly path: string; readonly passphraseFile: string } | 'demo';
  /** What the signer says about itself: starts, ends, defects. */
  readonly onNotice: (sentence: string) => void;
};

export type StartedSigner = {
  readonly signer: Signer;
  /** The child that runs now; only tests end it. */
  readonly pid: () => number | undefined;
  readonly stop: () => Promise<void>;
};

/** Answers when the signer listens. Throws with its own words where it cannot start. */
export async function startSigner(settings: SignerSettings): Promise<StartedSigner> {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  const { path, forget } = socketFor(settings.folder);
  const client = createSignerClient(path);
  let isStopping = false;
  let child: ChildProcess;
  try {
    child = await startChild(settings, path);
  } catch (error) {
    forget();
    throw error;
  }

  async function keepAlive(): Promise<void> {
    let waitMs = restartWaitMs.first;
    // Ends: when the process stops; each turn waits for the end of a child.
    for (;;) {
      await ended(child);
      if (isStopping) return;
      settings.onNotice('the signer ended by itself and is started again');
      // Ends: when a child runs or the process stops; each turn waits, longer each time up to `restartWaitMs.most`.
      for (;;) {
        await wait(waitMs, undefined, { ref: false });
        if (isStopping) return;
        try {
          child = await startChild(settings, path);
          if (isStopping) return await stopChild(child);
          waitMs = restartWaitMs.first;
          break;
        } catch (error) {
          settings.onNotice(error instanceof Error ? error.message : 'the signer did not start');
          waitMs = Math.min(waitMs * 2, restartWaitMs.most);
        }
      }
    }
  }

  void keepAlive();
  return {
    signer: client,
    pid: () => child.pid,
    async stop() {
      isStopping = true;
      client.close();
      await stopChild(child);
      forget();
    },
  };
}

/** In the folder of the signer, or where its path would be too long in a folder of its own below the system's. */
function socketFor(folder: string): { readonly path: string; readonly forget: () => void } {
  const path = join(folder, 'signer.sock');
  if (Buffer.byteLength(path) <= socketPathMax) return { path, forget: () => rmSync(path, { force: true }) };
  const own = mkdtempSync(join(tmpdir(), 'marigold-signer-'));
  return {
    path: join(own, 'signer.sock'),
    forget: () => rmSync(own, { force: true, recursive: true }),
  };
}

function environmentOf({ folder, databaseUrl, keystore }: SignerSettings, path: string): NodeJS.ProcessEnv {
  const always = { SIGNER_FOLDER: folder, SIGNER_DATABASE_URL: databaseUrl, SIGNER_SOCKET: path };
  if (keystore === 'demo') return { ...always, SIGNER_DEMO: '1' };
  return {
    ...always,
    SIGNER_KEYSTORE: keystore.path,
    SIGNER_PASSPHRASE_FILE: keystore.passphraseFile,
    SIGNER_POLICY: `${keystore.path}.policy.json`,
  };
}

async function startChild(settings: SignerSettings, path: string): Promise<ChildProcess> {
  // An environment of its own: the program's secrets are none of the signer's, and the other way round.
  const child = spawn(process.execPath, [signerMain], {
    env: environmentOf(settings, path),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // It ends when this pipe does, however this process ends.
  child.stdin.on('error', () => undefined);
  const printed: string[] = [];
  let isReady = false;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (isReady) settings.onNotice(line);
    else printed.push(line);
  });
  const ready = new Promise<boolean>((resolve) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(line === 'ready'));
    child.once('error', (error) => {
      printed.push(error.message);
      resolve(false);
    });
    child.once('close', () => resolve(false));
  });
  const late = wait(startTimeoutMs, false, { ref: false });
  isReady = await Promise.race([ready, late]);
  if (isReady) return child;
  await stopChild(child);
  throw new Error(`The signer did not start. ${printed.join(' ')}`.trim());
}
