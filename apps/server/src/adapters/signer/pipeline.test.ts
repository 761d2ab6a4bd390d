/**
 * What the pipeline asks of the signer rests on rows that the real one finds: here every signature needs its approval,
 * read as in its own process from the database of the payouts.
 */
import { createMemorySigner } from '@marigold/chain/testing/memory-signer';
import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Approvals } from '../../../../../packages/signer/src/approval.ts';
import { createApprovals } from '../../../../../packages/signer/src/approval.ts';
import type { PayoutSetup } from '../../../testing/payout-setup.ts';
import { finalityDepth, openPayoutSetup } from '../../../testing/payout-setup.ts';
import { bytesOf } from '../../modules/chain/registry.ts';
import { cancelByReplacement } from '../../modules/payout/operate/operate.ts';
import type { Pipeline } from '../../modules/payout/pipeline/pipeline.ts';
import { createPipeline } from '../../modules/payout/pipeline/pipeline.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { createLog } from '../../platform/process/log.ts';

const usdt = 1_000_000n;
const ether = 10n ** 18n;

let setup: PayoutSetup;
let approvals: Approvals;
let pipeline: Pipeline;
const questions: string[] = [];

beforeAll(async () => {
  setup = await openPayoutSetup();
  const { db, chain, clock, signer } = setup;
  await setup.fund(signer.known.hot, 'ETH', 10n * ether);
  await setup.fund(signer.known.gas, 'ETH', ether);
  await setup.fund(signer.known.hot, 'USDT', 10_000n * usdt);
  approvals = createApprovals(setup.databases.pool.options.connectionString ?? '');
  const careful = createMemorySigner({
    isApproved: async (draft, approval) => {
      questions.push(`${draft.kind} ${approval.kind}`);
      return await approvals.isApproved(draft, approval);
    },
  });
  const log = createLog('silent');
  pipeline = createPipeline({ db, chain, code: 'eth', signer: careful, clock: () => clock.now(), log });
});

afterAll(async () => {
  await approvals.close();
  await setup.close();
});

/** Passes with time and blocks between them. */
async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    setup.clock.move(minuteMs);
    await pipeline.pass();
    setup.chain.mine();
  }
}

/** A credited deposit that is large enough to be swept. */
async function arrive(index: number): Promise<void> {
  const account = setup.signer.depositAt(index);
  const { coin } = await setup.asset('USDT');
  const txId = setup.chain.send({ coin, to: account, amount: 600n * usdt });
  const { height, hash } = setup.chain.mine();
  await setup.book('USDT', 60_000_000_000n);
  const userId = await setup.person();
  await sql`
    with drawn as (
      insert into app.chain_address (family, purpose, path_index, account, key_fingerprint, user_id, given_id,
        created_at, given_at)
      values ('evm', 'deposit', ${index}, ${bytesOf(account)}, '\\x00000000', ${userId}, ${newRowId()}, now(), now())
      returning id)
    insert into app.deposit (id, chain, tx_id, position, address_id, user_id, asset, from_account, amount, state, height,
      block_hash, seen_at)
    select ${newRowId()}, 'eth', ${txId}, 0, id, ${userId}, 'USDT', ${bytesOf(account)}, ${String(600n * usdt)}, 'success',
      ${height}, ${hash}, now() from drawn`.execute(setup.db);
}

it('is approved step by step: payments, dearer ones, a cancel, gas for a deposit address and its sweep', async () => {
  const [paid, dear, taken] = [
    await setup.order(),
    await setup.order({ asset: 'ETH', units: 50_000_000n, feeUnits: 50_000n }),
    await setup.order(),
  ];
  await pipeline.pass();
  const ask = { payoutId: taken.id, now: setup.clock.now() };
  expect(await setup.db.transaction().execute(async (db) => await cancelByReplacement(db, ask))).toBe('done');
  setup.chain.setBaseFee(60n * 10n ** 9n);
  await rounds(4);
  setup.chain.reorg(2);
  await arrive(6);
  setup.chain.mine(finalityDepth);
  await rounds(6);
  setup.chain.mine(finalityDepth);
  await rounds(2);
  expect(await Promise.all([paid, dear, taken].map(async (one) => await setup.state(one)))).toEqual([
    'settled',
    'settled',
    'failed',
  ]);
  const { coin } = await setup.asset('USDT');
  expect(setup.chain.truth.held(setup.signer.depositAt(6), coin)).toBe(0n);
  expect(new Set(questions)).toEqual(new Set(['pay payout', 'cancel payout', 'pay topup', 'pay sweep']));
  await setup.assertTrue();
});
