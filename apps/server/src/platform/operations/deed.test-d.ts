/** What must not compile: the row of an operation is the law for its deed. Checked by the type step. */
import type { pauseLane } from '@marigold/operations/rows/lane';
import type { judgePayout } from '@marigold/operations/rows/payout';

import type { Deed } from './deed.ts';
import { RefusedDeed } from './deed.ts';

type Judge = Deed<typeof judgePayout>;

export const declared: Judge = { act: async () => new RefusedDeed('wrong_state') };

// @ts-expect-error A refusal that the row of this operation does not declare.
export const undeclared: Judge = { act: async () => new RefusedDeed('refused_case') };

// @ts-expect-error A look that refuses with what the row does not declare.
export const unseen: Judge = { look: async () => new RefusedDeed('no_node') };

export const taken: Judge = { act: async (_db, { transfer, verdict }) => ({ subject: transfer + verdict }) };

// @ts-expect-error A field that the operation does not take.
export const invented: Judge = { act: async (_db, { nonce }) => ({ subject: String(nonce) }) };

export const silent: Deed<typeof judgePayout, { readonly units: bigint }> = {
  // @ts-expect-error Whoever asked is to be told of an amount.
  act: async (_db, { transfer }) => ({ subject: transfer }),
};

export const agreed: Judge = { act: async (_db, _input, { second }) => ({ subject: second.trim() }) };

export const alone: Deed<typeof pauseLane> = {
  // @ts-expect-error Where one person is enough, there may be no second one.
  act: async (_db, _input, { second }) => ({ subject: second.trim() }),
};
