/** Starts the demo company beside the program, starts it again when it ends, and stops it with the program. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

import { ended, stopChild } from '../../platform/process/child.ts';
import type { CompanyKeys } from './company-file.ts';
import { ensureCompanyKeys } from './company-file.ts';
import type { PartnerPanel } from './panel-client.ts';
import { createPartnerPanel } from './panel-client.ts';

const companyMain = join(import.meta.dirname, 'main.ts');
const startTimeoutMs = 30_000;
const restartMs = { first: 250, most: 30_000 };

export type PartnerSimulatorSettings = {
  readonly mode: 'demo' | 'production';
  /** Where its state and its keys lie; made with rights of the owner alone. */
  readonly folder: string;
  /** How long a check takes when nobody decides otherwise. */
  readonly checkMs?: number;
  /** Waits before an event is sent again; those that Sumsub documents where absent. */
  readonly retryMs?: readonly number[];
  /** How far the program's clock is moved. */
  readonly clockOffsetMs?: number;
  readonly onNotice: (sentence: string) => void;
};

export type PartnerSimulator = Pick<CompanyKeys, 'appToken' | 'secretKey' | 'webhookSecret'> & {
  /** The origin of its interface and of its page; another one when its port was taken meanwhile. */
  readonly url: () => string;
  readonly panel: PartnerPanel;
  /** The child that runs now; only tests end it. */
  readonly pid: () => number | undefined;
  readonly stop: () => Promise<void>;
};

/** Answers when the company listens. Throws in production, and where it cannot start. */
export async function startPartnerSimulator(settings: PartnerSimulatorSettings): Promise<PartnerSimulator> {
  if (settings.mode === 'production') throw new Error('Broken: production has no simulated companies');
  const { panelToken, ...keys } = ensureCompanyKeys(settings.folder);
  let isStopping = false;
  let running = await startChild(settings);

  async function keepAlive(): Promise<void> {
    let waitMs = restartMs.first;
    // Ends: when the program stops; each turn waits for the end of a child, or longer each time up to `restartMs.most`.
    for (;;) {
      await ended(running.child);
      if (isStopping) return;
      await wait(waitMs, undefined, { ref: false });
      if (isStopping) return;
      settings.onNotice('the demo company ended by itself and is started again');
      try {
        running = await startChild(settings);
        if (isStopping) return await stopChild(running.child);
        waitMs = restartMs.first;
      } catch (error) {
        settings.onNotice(error instanceof Error ? error.message : 'the demo company did not start');
        waitMs = Math.min(waitMs * 2, restartMs.most);
      }
    }
  }

  void keepAlive();
  return {
    ...keys,
    url: () => running.url,
    panel: createPartnerPanel(() => running.url, panelToken),
    pid: () => running.child.pid,
    async stop() {
      isStopping = true;
      await stopChild(running.child);
    },
  };
}

type RunningChild = { readonly child: ChildProcess; readonly url: string };

async function startChild(settings: PartnerSimulatorSettings): Promise<RunningChild> {
  const { folder, checkMs = 4000, retryMs, clockOffsetMs = 0 } = settings;
  // An environment of its own: another company has none of the program's secrets.
  const child = spawn(process.execPath, [companyMain], {
    env: {
      COMPANY_FOLDER: folder,
      COMPANY_CHECK_MS: String(checkMs),
      COMPANY_CLOCK_OFFSET_MS: String(clockOffsetMs),
      ...(retryMs === undefined ? {} : { COMPANY_RETRY_MS: retryMs.join(',') }),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // It ends when this pipe does, however this process ends.
  child.stdin.on('error', () => undefined);
  const printed: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => void printed.splice(20, 1, line));
  const ready = new Promise<string | undefined>((resolve) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(/^ready (.+)$/.exec(line)?.[1]));
    child.once('error', (error) => {
      printed.push(error.message);
      resolve(undefined);
    });
    child.once('close', () => resolve(undefined));
  });
  const url = await Promise.race([ready, wait(startTimeoutMs, undefined, { ref: false })]);
  if (url !== undefined) return { child, url };
  await stopChild(child);
  throw new Error(`The demo company did not start. ${printed.join(' ')}`.trim());
}
