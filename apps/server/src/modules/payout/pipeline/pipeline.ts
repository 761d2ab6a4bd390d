/**
 * The pipeline of one chain: every pass looks, writes what the chain made of live nonces, sends their bytes again, and
 * signs what may be signed now. Safe to kill anywhere and to run from any number of processes.
 */
import type { ChainAccount } from '@marigold/chain/port';
import { ChainUnavailable, WrongChain } from '@marigold/chain/port';
import type { SignerAccounts } from '@marigold/chain/signer-port';
import { SignerUnavailable } from '@marigold/chain/signer-port';

import type { PipelineDependencies, View } from '../context.ts';
import { contextOf, readView } from '../context.ts';
import { watchHotAccount } from '../nonce/liquidity.ts';
import { followCases } from '../operate/review.ts';
import { planSweeps, sweepStart } from '../sweep/plan.ts';
import { advanceSweeps, firstSweep } from '../sweep/sweep.ts';
import { observeNonces } from './observe.ts';
import { replaceNonces } from './replace.ts';
import { reservePayouts } from './reserve.ts';
import { signReserved } from './sign-reserved.ts';
import { sendAgain } from './sign.ts';
import { hasWork } from './store.ts';

/** Deposit addresses are looked through this often. */
const sweepEveryMs = 30_000;

export type Pipeline = {
  /** `unavailable`: the chain or the signer did not answer; what could be done without them is done. */
  pass(): Promise<'done' | 'unavailable'>;
};

export function createPipeline(dependencies: PipelineDependencies): Pipeline {
  const context = contextOf(dependencies);
  const { log, code } = context;
  const low = new Set<string>();
  let accounts: SignerAccounts | undefined;
  let sweptAt: number | undefined;
  let sweptTo = sweepStart;
  let advancedTo = firstSweep;

  async function sign(view: View): Promise<void> {
    accounts ??= await context.signer.accounts();
    await replaceNonces(context, view);
    const blocked = await signReserved(context, view);
    if (!blocked.has(accounts.hot)) await reservePayouts(context, view, accounts.hot);
    await sweep(view, accounts, blocked);
  }

  function isTimeToSweep(now: number): boolean {
    return sweptAt === undefined || now - sweptAt >= sweepEveryMs || now < sweptAt;
  }

  async function sweep(view: View, known: SignerAccounts, blocked: ReadonlySet<ChainAccount>): Promise<void> {
    if (isTimeToSweep(view.now)) {
      sweptAt = view.now;
      await watchHotAccount(context, view, known.hot, low);
      sweptTo = await planSweeps(context, view, known.hot, sweptTo);
    }
    advancedTo = await advanceSweeps(context, view, { accounts: known, blocked, behind: advancedTo });
  }

  return {
    async pass() {
      await followCases(context);
      if (!isTimeToSweep(context.clock()) && !(await hasWork(context.db, code))) return 'done';
      try {
        const view = await readView(context);
        await observeNonces(context, view);
        await sendAgain(context);
        if (view.mayMove) await sign(view);
        return 'done';
      } catch (error) {
        if (error instanceof ChainUnavailable || error instanceof SignerUnavailable) {
          log.info({ chain: code, reason: error.message }, 'this pass ended early');
        } else if (error instanceof WrongChain) {
          log.error({ chain: code, err: error }, 'nothing is sent: the chain is not the one we know');
        } else throw error;
        return 'unavailable';
      }
    },
  };
}
