/** Deposits as people ask for them, and as blocks bring them. */
import { Halted } from '@marigold/ledger/errors';

import type { Handlers } from '../../platform/http/call.ts';
import type { ChainPorts } from '../chain/port.ts';
import type { BlockListener } from '../chain/watch/listener.ts';
import { createOwnAddresses } from './address/own-addresses.ts';
import type { DepositContext } from './context.ts';
import { creditDue } from './credit/credit.ts';
import { unlockFinal } from './credit/unlock.ts';
import { listDeposits } from './list.ts';
import { closeGone } from './reorg/close-gone.ts';
import { clawBack } from './reorg/reorg-clawback.ts';
import { announceNewHead, recordDeposits, unrecordDeposits } from './watch/record.ts';
import type { JoinOwnTransaction } from './watch/store.ts';

type DepositHandlers = Pick<
  Handlers,
  | 'wallet/address/get'
  | 'wallet/address/new'
  | 'wallet/address/list'
  | 'wallet/address/label'
  | 'wallet/deposit/list'
>;

export function createDeposits({ chains }: { readonly chains: ChainPorts }): DepositHandlers {
  return { ...createOwnAddresses(chains), 'wallet/deposit/list': listDeposits };
}

export type DepositListenerDependencies = Omit<DepositContext, 'crash' | 'doubts'> &
  Partial<Pick<DepositContext, 'crash'>> & { readonly joinOwnTransaction: JoinOwnTransaction };

/** Whom the watcher of a chain tells what blocks hold; what follows for deposits is done once all of them were read. */
export function createDepositListener({
  joinOwnTransaction,
  ...dependencies
}: DepositListenerDependencies): BlockListener {
  const context: DepositContext = { crash: () => undefined, doubts: new Map(), ...dependencies };
  const announced = new Map<string, number>();
  return {
    record: async (db, recorded) => await recordDeposits(db, recorded, joinOwnTransaction),
    unrecord: unrecordDeposits,
    async settle(chain, { isAtHead }) {
      try {
        if (isAtHead) await clawBack(context, chain);
        await creditDue(context, chain);
        await unlockFinal(context, chain);
        if (isAtHead) await closeGone(context, chain);
      } catch (error) {
        // The auditor stopped all money; what is due stays due.
        if (!(error instanceof Halted)) throw error;
        context.log.warn({ chain: chain.code }, 'Deposits wait: money is stopped.');
      }
      if (isAtHead) await announceNewHead(context.db, chain, announced);
    },
  };
}
