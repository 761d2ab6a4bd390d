/**
 * The pipeline of one chain: every pass looks, writes what the chain made of live slots, sends their bytes again, and
 * signs what may be signed now. Safe to kill anywhere and to run from any number of processes.
 */
import type { Account } from '@marigold/chain/port';
import { ChainUnavailable, WrongChain } from '@marigold/chain/port';
import type { SignerAccounts } from '@marigold/chain/signer-port';
import { SignerUnavailable } from '@marigold/chain/signer-port';
import { sql } from 'kysely';

import type { Context, PipelineDependencies, View } from './context.ts';
import { contextOf, look } from './context.ts';
import { signLeftovers } from './leftover.ts';
import { watchHotAccount } from './liquidity.ts';
import { observeSlots } from './observe.ts';
import { planSweeps, sweepStart } from './plan-sweeps.ts';
import { replaceSlots } from './replace.ts';
import { reservePayouts } from './reserve.ts';
import { followCases } from './review.ts';
import { sendAgain } from './sign.ts';
import { advanceSweeps, firstSweep } from './sweep.ts';

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
    await replaceSlots(context, view);
    const blocked = await signLeftovers(context, view);
    if (!blocked.has(accounts.hot)) await reservePayouts(context, view, accounts.hot);
    await sweep(view, accounts, blocked);
  }

  function isTimeToSweep(now: number): boolean {
    return sweptAt === undefined || now - sweptAt >= sweepEveryMs || now < sweptAt;
  }

  async function sweep(view: View, known: SignerAccounts, blocked: ReadonlySet<Account>): Promise<void> {
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
      if (!isTimeToSweep(context.clock()) && !(await hasWork(context))) return 'done';
      try {
        const view = await look(context);
        await observeSlots(context, view);
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

/** Most of the time there is nothing to do, and then no node is asked anything. */
async function hasWork({ db, code }: Context): Promise<boolean> {
  const found = await sql<{ has_work: boolean }>`
    select exists (select from app.slot where chain = ${code} and state <> 'final')
      or exists (select from app.payout
        where chain = ${code} and state in ('waiting', 'no-liquidity') and finished_at is null)
      or exists (select from app.sweep where chain = ${code} and finished_at is null) as has_work`.execute(
    db,
  );
  return found.rows[0]?.has_work === true;
}
