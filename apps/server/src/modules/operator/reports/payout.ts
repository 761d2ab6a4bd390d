/** What is printed about transfers over a chain and the lanes that sign them. */
import type { Operations } from '@marigold/operations/operations';

import { sayUnits } from '../../asset/asset.ts';
import { askChain } from '../../chain/ask.ts';
import type { ChainOf } from '../../chain/operations.ts';
import type { OperatorAnswer } from '../../payout/operate/operate.ts';
import type { Held } from '../../payout/operate/restore.ts';
import type { ReportsOf } from '../report.ts';

const sentences: Readonly<Record<Exclude<OperatorAnswer, 'done'>, string>> = {
  not_found: 'There is no such transfer or lane.',
  wrong_state: 'Its state does not allow that.',
  undecided_case: 'A case of risk about it is open: decide that one.',
  refused_case: 'A case of risk about it was refused: it can only be given back.',
  not_lowest: 'It waits behind a lower nonce: that one is to be replaced.',
  mined: 'It is in a block already.',
  open_nonces: 'Slots below would never be used: they must be mined first.',
  nonce_too_low: 'The lane is further already.',
  sender_paused:
    'The account that pays is paused, so it may have been paid: resume the lane, or give "restored" and look.',
  signed: 'A transaction may be on its way for it.',
  not_last: 'Other nonces were given after its own.',
  not_paid: 'That transaction did not move exactly this out of an account of ours.',
  not_final: 'That transaction is not final yet: wait.',
  nonce_unused: 'Our account has not used that nonce on the chain.',
  nonce_taken: 'That nonce belongs to another payment, or this transfer has another one.',
  transaction_taken: 'That transaction belongs to another payment.',
};

/** Everything that works on rows alone. */
const byRows = { done: () => 'Done; the next pass of the program acts on it.', no: sentences } as const;

export const payoutReports = {
  'payout.approve': byRows,
  'payout.reject': byRows,
  'payout.requeue': byRows,
  'payout.bump': byRows,
  'payout.cancel': byRows,
  'payout.judge': byRows,
  'payout.release': byRows,
  'payout.recognise': {
    ...byRows,
    no: {
      ...sentences,
      no_node: (_words: unknown, { chain }) => `No node of ${String(chain)} is configured.`,
    },
  },
  'payout.restore': {
    done: async (held: Held, _words, chainOf) => await sayHeld(held, chainOf),
    no: {},
  },
  'lane.pause': byRows,
  'lane.resume': byRows,
  'lane.adopt': byRows,
} as const satisfies ReportsOf<Operations, keyof Operations & `${'payout' | 'lane'}.${string}`>;

/** What stands on the chain is looked at by persons: they are told how far it is ahead of us, and what may be paid. */
async function sayHeld({ senders, payouts, retired }: Held, chainOf: ChainOf): Promise<readonly string[]> {
  const counted = senders.map(async ({ chain, account, next }) => {
    const node = await chainOf(chain);
    const seen = node && (await askChain(async () => await node.nonce(account)));
    return `lane ${account} on ${chain} is paused: we know of ${next} transactions, the chain counts ${seen ?? 'unknown'}`;
  });
  const lines = payouts.map((payout) => {
    const amount = `${sayUnits(payout, payout.units - payout.feeUnits)} ${payout.asset}`;
    return `transfer ${payout.id} is in review: ${amount} to ${payout.account}, was ${payout.state}`;
  });
  const addresses = `${retired} deposit addresses that nobody had are given to nobody any more`;
  return [...(await Promise.all(counted)), ...lines, addresses];
}
