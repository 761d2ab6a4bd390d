/** What persons do about transfers over a chain and the lanes that sign them. */
import { readAccount } from '@marigold/chain/account';
import type { ChainAccount } from '@marigold/chain/port';
import type { adoptLane, pauseLane, resumeLane } from '@marigold/operations/rows/lane';
import type * as rows from '@marigold/operations/rows/payout';

import type { Database } from '../../platform/database/database.ts';
import type { Deed, DoneDeed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import type { ChainOf } from '../chain/operations.ts';
import { adoptTransaction, findPayingAccount } from './operate/adopt-transaction.ts';
import {
  adoptSender,
  approvePayout,
  bumpPayout,
  cancelByReplacement,
  judgePayout,
  pauseSender,
  rejectPayout,
  requeuePayout,
  resumeSender,
} from './operate/operate.ts';
import type { OnPayout } from './operate/operate.ts';
import type { Held } from './operate/restore.ts';
import { holdRestored, releaseNonce } from './operate/restore.ts';
import { findChainOfPayout } from './views.ts';

/** Acts on one transfer by rows alone. */
function onPayout<Code extends string>(deed: (db: Database, on: OnPayout) => Promise<'done' | Code>) {
  return {
    async act(
      db: Database,
      { transfer }: { readonly transfer: string },
      { now }: { readonly now: number },
    ): Promise<DoneDeed<undefined> | RefusedDeed<Code>> {
      return doneTo(transfer, await deed(db, { payoutId: transfer, now }));
    },
  };
}

function doneTo<Code extends string>(
  subject: string,
  answer: 'done' | Code,
): DoneDeed<undefined> | RefusedDeed<Code> {
  return answer === 'done' ? { subject } : new RefusedDeed(answer);
}

export const approvePayoutDeed: Deed<typeof rows.approvePayout> = onPayout(approvePayout);
export const rejectPayoutDeed: Deed<typeof rows.rejectPayout> = onPayout(rejectPayout);
export const requeuePayoutDeed: Deed<typeof rows.requeuePayout> = onPayout(requeuePayout);
export const bumpPayoutDeed: Deed<typeof rows.bumpPayout> = onPayout(bumpPayout);
export const cancelPayoutDeed: Deed<typeof rows.cancelPayout> = onPayout(cancelByReplacement);
export const releasePayoutDeed: Deed<typeof rows.releasePayout> = onPayout(releaseNonce);

export const judgePayoutDeed: Deed<typeof rows.judgePayout> = {
  async act(db, { transfer, verdict }, { now }) {
    const answer = await judgePayout(db, { payoutId: transfer, isPaid: verdict === 'paid', now });
    return doneTo(transfer, answer);
  },
};

/** The chain is asked before anything is written: it must show what the persons say. */
export function createRecogniseDeed(chainOf: ChainOf): Deed<typeof rows.recognisePayout> {
  return {
    async look(outside, { transfer: payoutId, nonce, transaction: txId }, { now }) {
      const code = await findChainOfPayout(outside, payoutId);
      if (code === undefined) return new RefusedDeed('not_found');
      const chain = await chainOf(code);
      if (chain === undefined) return new RefusedDeed('no_node', { chain: code });
      const named = { payoutId, nonce, txId, now };
      const sender = await findPayingAccount(outside, chain, named);
      if (typeof sender === 'string') return new RefusedDeed(sender);
      return async (db) => doneTo(payoutId, await adoptTransaction(db, { ...named, sender }));
    },
  };
}

export const holdRestoredDeed: Deed<typeof rows.holdRestored, Held> = {
  async act(db, _input, { now }) {
    return { subject: 'database', facts: await holdRestored(db, now) };
  },
};

/** The account of a lane; undefined: nobody signs for what this is. */
function readLane(text: string): ChainAccount | undefined {
  const read = readAccount(text, 'evm');
  return typeof read === 'string' ? undefined : read.account;
}

export const pauseLaneDeed: Deed<typeof pauseLane> = {
  async act(db, { chain, account: text }, { reason, now }) {
    const account = readLane(text);
    if (account === undefined) return new RefusedDeed('not_found');
    return doneTo(chain, await pauseSender(db, { chain, account, reason, now }));
  },
};

export const resumeLaneDeed: Deed<typeof resumeLane> = {
  async act(db, { chain, account: text }) {
    const account = readLane(text);
    return account === undefined
      ? new RefusedDeed('not_found')
      : doneTo(chain, await resumeSender(db, { chain, account }));
  },
};

export const adoptLaneDeed: Deed<typeof adoptLane> = {
  async act(db, { chain, account: text, nonce }) {
    const account = readLane(text);
    return account === undefined
      ? new RefusedDeed('not_found')
      : doneTo(chain, await adoptSender(db, { chain, account, nonce }));
  },
};
