import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { asOwner, type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { forget, openTreasury } from '../../../testing/forget.ts';
import { enrolled, operate } from '../../../testing/operate.ts';
import type { OrderedPayout } from '../../../testing/payout-books.ts';
import type { PayoutSetup } from '../../../testing/payout-setup.ts';
import { finalityDepth, openPayoutSetup } from '../../../testing/payout-setup.ts';
import { openOwner } from '../../platform/database/database.ts';
import { cancelWaiting } from '../payout/cancel.ts';
import { readCommand } from './command.ts';
import type { AskKey } from './keys.ts';

let database: TestDatabase;
let owner: ReturnType<typeof openOwner>;
let setup: PayoutSetup;
let ask: AskKey;
beforeEach(async () => {
  database = await testDatabase();
  owner = openOwner(database.ownerUrl);
  setup = await openPayoutSetup({ database });
  await openTreasury(setup);
  ({ ask } = await enrolled(owner.db, ['ann', 'ben']));
});
afterEach(async () => {
  await setup.close();
  await owner.close();
  await database.drop();
});

const why = 'the disk of the database is gone';
const two = ['--by', 'ann', '--second', 'ben', '--reason', why];

/** What the person reads who gives the command, with two keys. */
async function operator(line: string) {
  const now = setup.clock.now();
  return await operate(line, two, { db: owner.db, ask, now, chainOf: async () => setup.chain });
}

/** What the audit log says that ann did, and to what. */
const events = async () =>
  await asOwner(
    database.ownerUrl,
    `select action || ' ' || subject as printed from audit.event
     where actor = 'operator:ann' and reason = '${why}' order by id`,
  );
const printed = (...lines: readonly string[]) => lines.map((line) => ({ printed: line }));

it('brings a payment that the database forgot to its end, by commands of two persons', async () => {
  const payout = await setup.order();
  await setup.pipeline.pass();
  const [sent] = await setup.attempts();
  setup.chain.mine(finalityDepth + 1);
  await forget(setup, payout);
  expect(readCommand(['restored', '--by', 'ann', '--reason', why])).toBeUndefined();
  const { hot } = setup.signer.known;
  expect(await operator('restored')).toEqual({
    isDone: true,
    lines: [
      `lane ${hot} on eth is paused: we know of 0 transactions, the chain counts 1`,
      `transfer ${payout.id} is in review: 45.00 USDT to ${payout.to}, was waiting`,
      '0 deposit addresses that nobody had are given to nobody any more',
    ],
  });
  await setup.pipeline.pass();
  const taken = await setup.db
    .transaction()
    .execute(async (db) => await cancelWaiting(db, { payoutId: payout.id, now: setup.clock.now() }));
  expect([taken, await setup.state(payout)]).toEqual([false, 'review']);
  const recognise = `recognise-transfer ${payout.id}`;
  expect((await operator(`${recognise} zero ${sent?.tx}`)).lines).toEqual(['The nonce is a number.']);
  expect((await operator(`${recognise} 0 0x12`)).lines).toEqual(['That is no id of a transaction.']);
  expect(await operator(`${recognise} 0 0x${'1'.repeat(64)}`)).toEqual({
    isDone: false,
    lines: ['That transaction did not move exactly this out of an account of ours.'],
  });
  expect(await operator(`${recognise} 0 ${sent?.tx.toUpperCase().replace('0X', '0x')}`)).toMatchObject({
    isDone: true,
  });
  await setup.pipeline.pass();
  expect(await setup.state(payout)).toBe('settled');
  expect(await operator(`resume-lane eth ${hot}`)).toMatchObject({ isDone: true });
  const later = await setup.order();
  await setup.finish();
  expect(await setup.state(later)).toBe('settled');
  expect(await setup.got(payout)).toBe(45_000_000n);
  await setup.assertTrue();
  expect(await events()).toEqual(
    printed('payout.restored database', `payout.recognised ${payout.id}`, 'lane.resumed eth'),
  );
});

it('does what it says about transfers and lanes, and writes each deed down', async () => {
  const { hot } = setup.signer.known;
  const on = async (verb: string, { id }: OrderedPayout, more = '') =>
    await operator(`${verb}-transfer ${id}${more}`);
  const reviewed = async () => await setup.order({ needsReview: true });
  const [good, bad, low, odd] = [
    await reviewed(),
    await reviewed(),
    await setup.order({ asset: 'USDC' }),
    await reviewed(),
  ];
  await setup.pipeline.pass();
  const lines = [
    await on('approve', good),
    await on('reject', bad),
    await on('requeue', low),
    await operator(`pause-lane eth ${hot}`),
    await operator(`adopt-lane eth ${hot} 0`),
    await operator(`resume-lane eth ${hot}`),
  ];
  await setup.pipeline.pass();
  lines.push(await on('bump', good), await on('cancel', good));
  const live = await on('release', good);
  await sql`update app.payout set state = 'confirming', reason = 'transfer_missing' where id = ${odd.id}`.execute(
    setup.db,
  );
  lines.push(await on('judge', odd, ' paid'));
  expect(lines).toEqual(
    lines.map(() => ({ isDone: true, lines: ['Done; the next pass of the program acts on it.'] })),
  );
  expect(live).toEqual({ isDone: false, lines: ['A transaction may be on its way for it.'] });
  expect(await events()).toEqual(
    printed(
      `payout.approved ${good.id}`,
      `payout.rejected ${bad.id}`,
      `payout.requeued ${low.id}`,
      'lane.paused eth',
      'lane.adopted eth',
      'lane.resumed eth',
      `payout.bumped ${good.id}`,
      `payout.cancelled ${good.id}`,
      `payout.judged ${odd.id}`,
    ),
  );
});
