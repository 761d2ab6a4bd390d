/** What operators see of chains before they decide: how far each was read, what stopped, what waits for a person. */
import { formatUnits } from '@marigold/money/amount';

import type { Database } from '../../../platform/database/database.ts';
import type { ChainOf } from '../../chain/operations.ts';
import { listAssetHalts, listCursors } from '../../chain/views.ts';
import { listWaitingDeposits } from '../../deposit/views.ts';
import { listPausedLanes, listWaitingPayouts } from '../../payout/views.ts';
import { listSurpluses } from '../../reconcile/views.ts';
import { listWaitingCases } from '../../risk/views.ts';
import { caseFacts } from '../case-facts.ts';
import type { CommandOutcome } from '../outcome.ts';
import { timeOf } from '../report.ts';
import { showHotAccounts } from './hot-account.ts';

const listedMax = 50;

export async function showChains(db: Database, now: number, chainOf: ChainOf): Promise<CommandOutcome> {
  const hot = async (inside: Database) => await showHotAccounts(inside, chainOf);
  const parts = [cursors, halts, lanes, hot, surpluses, transfers, deposits].map(
    async (part) => await part(db),
  );
  const cases = (await listWaitingCases(db, caseFacts, now)).map(
    ({ id, userId, rule, state, object, other }) =>
      `case ${id}: ${object}, rule ${rule}, ${state}${other === null ? '' : `, of ${userId} with ${other}`}`,
  );
  const lines = [...(await Promise.all(parts)).flat(), ...cases.slice(0, listedMax)];
  return { isDone: true, lines: lines.length === 0 ? ['No chain was read yet.'] : lines };
}

async function cursors(db: Database): Promise<string[]> {
  const found = await listCursors(db);
  return found.map(
    ({
      chain,
      height,
      finalized_height: finalized,
      read_at: at,
      halted_reason: halted,
      sees_inner: isWhole,
    }) =>
      `${chain}: block ${height}, final ${finalized}, read ${timeOf(at)}${halted === null ? '' : `, HALTED: ${halted}`}${
        isWhole ? '' : ', PLAIN TRANSFERS ONLY: no node tells what contracts pay from within'
      }`,
  );
}

async function halts(db: Database): Promise<string[]> {
  const found = await listAssetHalts(db);
  return found.map(
    ({ chain, asset, reason, halted_at: at }) => `${asset} on ${chain} HALTED since ${timeOf(at)}: ${reason}`,
  );
}

async function lanes(db: Database): Promise<string[]> {
  const found = await listPausedLanes(db, listedMax);
  return found.map(
    ({ chain, account, next_nonce: nonce, paused_reason: reason }) =>
      `lane ${account} on ${chain} PAUSED at nonce ${nonce}: ${reason ?? ''}`,
  );
}

/** Surpluses: what lies on a chain, is booked in suspense, and is assigned to nobody yet. */
async function surpluses(db: Database): Promise<string[]> {
  const found = await listSurpluses(db, listedMax);
  return found.map(({ id, chain, asset, units, scale, account, username, accepted_at: at }) => {
    const whose = username === null ? '' : `, an address of ${username}`;
    const where = account === null ? 'at accounts of ours' : `at ${account}${whose}`;
    return `surplus ${id}: ${formatUnits(BigInt(units), scale)} ${asset} on ${chain} ${where}, in suspense since ${timeOf(at)}`;
  });
}

async function transfers(db: Database): Promise<string[]> {
  const found = await listWaitingPayouts(db, listedMax);
  return found.map(
    ({ id, state, asset, reason, changed_at: at }) =>
      `transfer ${id}: ${asset}, ${state}${reason === null ? '' : ` (${reason})`} since ${timeOf(at)}`,
  );
}

async function deposits(db: Database): Promise<string[]> {
  const found = await listWaitingDeposits(db, listedMax);
  return found.map(
    ({ id, chain, state, tx_id: txId, debt_units: debt, aside_reason: reason }) =>
      `deposit ${id} on ${chain}: ${state}${debt === '0' ? '' : `, ${debt} units of debt`}, ${txId}${reason === null ? '' : `, PUT ASIDE: ${reason}`}`,
  );
}
