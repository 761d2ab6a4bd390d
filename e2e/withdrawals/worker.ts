/**
 * A worker of payouts in a process of its own: the product's pipeline on a real database, node and signer. It makes the
 * passes that it is asked for, and kills itself where it is told to, leaving nobody a word.
 */
import { createEvmChain } from '@marigold/evm/chain';

import { createSignerClient } from '../../apps/server/src/adapters/signer/client.ts';
import type { PayoutCrashPoint } from '../../apps/server/src/modules/payout/context.ts';
import { createPipeline } from '../../apps/server/src/modules/payout/pipeline/pipeline.ts';
import { openDatabases } from '../../apps/server/src/platform/database/database.ts';
import { createLog } from '../../apps/server/src/platform/process/log.ts';

export interface PassRequest {
  readonly now: number;
  /** Dies where a pass first comes to this point. */
  readonly dieAt?: PayoutCrashPoint;
  /** One pass after the other, until somebody kills it. */
  readonly isEndless?: boolean;
}

export type PassAnswer =
  | { readonly outcome: 'ready' | 'done' | 'unavailable' }
  | { readonly outcome: 'failed'; readonly reason: string };

const connections = 2;

function need(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`This worker needs ${name}.`);
  return value;
}

let request: PassRequest = { now: 0 };
const pipeline = createPipeline({
  db: openDatabases(need('WORKER_DATABASE_URL'), connections).main,
  chain: createEvmChain({ urls: [need('WORKER_CHAIN_URL')], code: 'eth' }),
  code: 'eth',
  signer: createSignerClient(need('WORKER_SIGNER_SOCKET')),
  clock: () => request.now,
  log: createLog(process.env['TEST_LOG'] ?? 'silent'),
  crash(point) {
    if (point === request.dieAt) process.kill(process.pid, 'SIGKILL');
  },
});

function answer(reply: PassAnswer): void {
  process.send?.(reply);
}

async function obey(ask: PassRequest): Promise<void> {
  request = ask;
  try {
    let outcome = await pipeline.pass();
    while (ask.isEndless === true) outcome = await pipeline.pass();
    answer({ outcome });
  } catch (error) {
    answer({
      outcome: 'failed',
      reason: error instanceof Error ? (error.stack ?? error.message) : 'unknown',
    });
  }
}

process.on('message', (ask: PassRequest) => void obey(ask));
// Never longer than the test that started it.
process.on('disconnect', () => process.exit());
answer({ outcome: 'ready' });
