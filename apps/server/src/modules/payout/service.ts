/** Payouts of one chain as the program runs them: whoever holds the keys sends, and whoever reads looks at the senders. */
import type { Signer } from '@marigold/chain/signer-port';

import type { Leased } from '../../platform/jobs/leased.ts';
import { runLeased } from '../../platform/jobs/leased.ts';
import type { PipelineDependencies } from './context.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { watchSenders } from './sender/sender.ts';

export type PayoutsDependencies = Pick<PipelineDependencies, 'db' | 'chain' | 'code' | 'clock' | 'log'> & {
  /** Milliseconds between two rounds of each. */
  readonly everyMs: number;
};

export type Payouts = {
  /** Signs and sends what is due, in one process at a time. */
  startSending(signer: Signer): Leased;
  /** Looks whether the chain knows more of our senders than we do, in one process at a time. */
  startWatching(): Leased;
};

export function createPayouts({ everyMs, ...parts }: PayoutsDependencies): Payouts {
  const { db, code, log } = parts;
  return {
    startSending(signer) {
      const pipeline = createPipeline({ ...parts, signer });
      const name = `chain-send:${code}`;
      return runLeased({ db, name, everyMs, round: async () => void (await pipeline.pass()), log });
    },
    startWatching() {
      const name = `chain-lanes:${code}`;
      return runLeased({ db, name, everyMs, round: async () => await watchSenders(parts), log });
    },
  };
}
