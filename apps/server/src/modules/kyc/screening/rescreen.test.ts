/** Lists change: whoever holds an identity is compared again, so many in a run, and what follows. */
import { hourMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { asOwner } from '../../../../testing/database.ts';
import {
  type CheckedRecord,
  documentFor,
  identityFrozen,
  kycSteps,
  kycVerdicts,
} from '../../../../testing/kyc-steps.ts';
import { testVault } from '../../../../testing/kyc.ts';
import {
  listedHit,
  openScreeningSetup,
  type ScreeningSetup,
  screeningSteps,
} from '../../../../testing/screening.ts';
import { createLog } from '../../../platform/process/log.ts';
import { rescreenedPerRun, runRescreen } from './rescreen.ts';

let setup: ScreeningSetup;
beforeAll(async () => void (setup = await openScreeningSetup()));
beforeEach(async () => await setup.calm());
afterEach(async () => await setup.checkPurchases());
afterAll(async () => await setup.close());

const { verifiable, statusOf, noticesOf } = kycSteps(() => setup.api);
const { approved, frozenOf } = kycVerdicts(
  () => setup.api,
  () => setup.company,
);
const { list, readOf, rowOf, decisionsOf, rescreen, operator } = screeningSteps(() => setup);

const done = { isDone: true };

/** What a worker beside the job has. */
function parts() {
  const { api, scripted } = setup;
  const { main: db } = api.databases;
  return {
    db,
    clock: () => api.clock.now(),
    log: createLog('silent'),
    vault: testVault,
    list: scripted.list,
  };
}

/** Runs of the job that wait to be done. */
async function queuedRuns(): Promise<number> {
  const jobs = await asOwner(
    setup.api.ownerUrl,
    `select key from graphile_worker.jobs where task_identifier = 'kycRescreen'`,
  );
  return jobs.length;
}

let versions = 1;
/** Another version than everybody was compared with, from now on. */
function newVersion(): string {
  versions += 1;
  setup.scripted.version = `version ${versions}`;
  return setup.scripted.version;
}

describe('an identity that holds', () => {
  it('ends by a hit of a newer list: frozen and told, and holds again when a person clears it', async () => {
    const person = await verifiable();
    const read = readOf([]);
    const record = await approved(person, read);
    const other = { ...listedHit, listId: 'NK-other' };
    list(read, [listedHit, other]);
    setup.scripted.seen.length = 0;
    await rescreen();
    // The list is the one that they were compared with.
    expect(setup.scripted.seen).toEqual([]);
    const version = newVersion();
    await rescreen();
    expect(await rowOf(record)).toMatchObject({ status: 'disabled', reason: 'screening', version });
    expect(await statusOf(person)).toMatchObject({ level: 1, nextStep: 'disabled' });
    expect(await frozenOf(person)).toEqual(identityFrozen);
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycApproved', 'kycDisabled']);
    expect(await operator('kyc-list', [])).toMatchObject({
      lines: expect.arrayContaining([expect.stringMatching(`^${record.authNo}: .*approved.*, screening$`)]),
    });
    expect(await operator(`kyc-enable ${record.authNo}`)).toMatchObject({ isDone: false });
    expect(await operator(`kyc-hit ${record.authNo} ${listedHit.listId} clear`)).toMatchObject(done);
    expect(await rowOf(record)).toMatchObject({ status: 'disabled', reason: 'screening' });
    expect(await operator(`kyc-hit ${record.authNo} ${other.listId} clear`)).toMatchObject(done);
    expect(await statusOf(person)).toMatchObject({ level: 3, nextStep: 'done' });
    expect(await frozenOf(person)).toEqual([]);
    expect(await rowOf(record)).toMatchObject({ status: 'notBound', reason: null });
    const next = newVersion();
    await rescreen();
    expect(await rowOf(record)).toMatchObject({ status: 'notBound', version: next });
  });

  it('stays disabled where a person confirms the hit, until two persons enable it', async () => {
    const person = await verifiable();
    const read = readOf([]);
    const record = await approved(person, read);
    const other = { ...listedHit, listId: 'NK-other' };
    list(read, [listedHit, other]);
    newVersion();
    await rescreen();
    expect(await operator(`kyc-hit ${record.authNo} ${listedHit.listId} confirm`)).toMatchObject(done);
    expect(await rowOf(record)).toMatchObject({ review: 'approved', status: 'disabled', reason: 'operator' });
    expect(await frozenOf(person)).toEqual(identityFrozen);
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycApproved', 'kycDisabled']);
    // Of two entries the other one still waits.
    expect(await operator(`kyc-enable ${record.authNo}`)).toMatchObject({
      isDone: false,
      lines: [expect.stringMatching(/may be on a list/)],
    });
    expect(await operator(`kyc-hit ${record.authNo} ${other.listId} clear`)).toMatchObject(done);
    expect(await rowOf(record)).toMatchObject({ status: 'disabled', reason: 'operator' });
    expect(await operator(`kyc-enable ${record.authNo}`)).toMatchObject(done);
    newVersion();
    await rescreen();
    expect(await rowOf(record)).toMatchObject({ status: 'disabled', reason: 'screening' });
    expect(await decisionsOf(record)).toMatchObject([
      { list_id: listedHit.listId, decision: 'confirm' },
      { list_id: other.listId, decision: 'clear' },
      { list_id: listedHit.listId, decision: null },
    ]);
  });

  it('is compared at once when two persons enable it, with the list that changed meanwhile', async () => {
    const person = await verifiable();
    const read = readOf([]);
    const record = await approved(person, read);
    expect(await operator(`kyc-disable ${record.authNo}`)).toMatchObject(done);
    list(read, [listedHit]);
    newVersion();
    await rescreen();
    expect(await queuedRuns()).toBe(0);
    expect(await operator(`kyc-enable ${record.authNo}`)).toMatchObject(done);
    expect(await queuedRuns()).toBe(1);
    // What the queue does with it.
    await rescreen();
    expect(await rowOf(record)).toMatchObject({ status: 'disabled', reason: 'screening' });
  });

  it('does not hold again by a cleared hit when its document has run out meanwhile', async () => {
    const person = await verifiable();
    const { expiry } = documentFor(setup.api, 40, 'x');
    const read = readOf([], { expiry });
    const record = await approved(person, read);
    list(read, [listedHit]);
    newVersion();
    await rescreen();
    await sql`update app.kyc_record set expires_on = ${new Date(setup.api.clock.now() - 48 * hourMs)} where id = ${record.id}`.execute(
      setup.api.databases.main,
    );
    expect(await operator(`kyc-hit ${record.authNo} ${listedHit.listId} clear`)).toMatchObject(done);
    expect(await rowOf(record)).toMatchObject({ status: 'disabled', reason: 'expired' });
    expect(await frozenOf(person)).toEqual(identityFrozen);
  });

  it('is compared by the next run where one stopped, and once', async () => {
    const people: { readonly name: string; readonly record: CheckedRecord }[] = [];
    for (let count = 0; count < 3; count += 1) {
      const read = readOf([]);
      people.push({ name: `ANNA ${read.lastName}`, record: await approved(await verifiable(), read) });
    }
    const [never, compared, late] = people;
    if (never === undefined || compared === undefined || late === undefined)
      throw new Error('three are there');
    const versions = async () =>
      await Promise.all(people.map(async ({ record }) => (await rowOf(record))?.['version']));
    const { scripted } = setup;
    const before = scripted.version;
    const after = newVersion();
    scripted.silentAbout.add(never.name).add(late.name);
    await rescreen();
    expect(await versions()).toEqual([before, after, before]);
    scripted.seen.length = 0;
    scripted.silentAbout.delete(late.name);
    setup.api.clock.move(minuteMs);
    await rescreen();
    expect(await versions()).toEqual([before, after, after]);
    // Side by side, in whatever order.
    expect(new Set(scripted.seen.map(({ names }) => names[0]))).toEqual(new Set([never.name, late.name]));
    expect(scripted.seen).toHaveLength(2);
  });

  it('stays as it is while the list cannot be reached, and a run that died midway ended nobody twice', async () => {
    const person = await verifiable();
    const read = readOf([]);
    const record = await approved(person, read);
    const { scripted } = setup;
    list(read, [listedHit]);
    const before = scripted.version;
    const after = newVersion();
    scripted.isSilent = true;
    await rescreen();
    expect(await rowOf(record)).toMatchObject({ status: 'notBound', version: before });
    scripted.isSilent = false;
    // Two workers at the same moment, as when one was taken for dead.
    await Promise.all([runRescreen(parts()), runRescreen(parts())]);
    expect(await rowOf(record)).toMatchObject({ status: 'disabled', version: after });
    expect(await decisionsOf(record)).toHaveLength(1);
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycApproved', 'kycDisabled']);
  });

  it('of more people than a run takes is compared by several, whoever waited longest first', async () => {
    const person = await verifiable();
    const record = await approved(person, readOf([]));
    // As many others as a run takes, of whom nothing is known that could be compared.
    await sql`
      with orders as (
        insert into app.kyc_order (id, user_id, purpose, state, sold_as, created_at, expires_at, changed_at, result)
        select gen_random_uuid(), ${person.id}, 'system', 'completed', 'system', now(), now(), now(), 'approved'
        from generate_series(1, ${rescreenedPerRun}::int) returning id)
      insert into app.kyc_record (id, auth_no, user_id, order_id, purpose, status, use, review, created_at, changed_at)
      select gen_random_uuid(), 'MK-' || lpad((row_number() over ())::text, 10, '0'), ${person.id}, id, 'card', 'notBound',
        'notUsed', 'approved', now(), now()
      from orders`.execute(setup.api.databases.main);
    const before = setup.scripted.version;
    const after = newVersion();
    setup.scripted.seen.length = 0;
    await runRescreen(parts());
    expect(await rowOf(record)).toMatchObject({ version: before });
    expect(setup.scripted.seen).toEqual([]);
    setup.api.clock.move(minuteMs);
    await runRescreen(parts());
    expect(await rowOf(record)).toMatchObject({ version: after });
  });
});
