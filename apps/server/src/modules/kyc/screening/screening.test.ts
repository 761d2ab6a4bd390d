/** People who are like an entry of a list of sanctioned persons: held, decided by persons, and none the wiser. */
import { hourMs } from '@marigold/money/spans';
import type { ListHit } from '@marigold/partners/screening-port';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { asOwner } from '../../../../testing/database.ts';
import { type CheckedRecord, kycSteps, kycVerdicts, type Verifiable } from '../../../../testing/kyc-steps.ts';
import { annaRead } from '../../../../testing/kyc.ts';
import {
  listedHit,
  openScreeningSetup,
  type ScreeningSetup,
  screeningSteps,
} from '../../../../testing/screening.ts';

let setup: ScreeningSetup;
beforeAll(async () => void (setup = await openScreeningSetup()));
beforeEach(async () => await setup.calm());
afterEach(async () => await setup.checkPurchases());
afterAll(async () => await setup.close());

const { verifiable, later, detail, statusOf, noticesOf } = kycSteps(() => setup.api);
const { checked, verdictOf } = kycVerdicts(
  () => setup.api,
  () => setup.company,
);
const { list, readOf, rowOf, decisionsOf, rescreen, operator } = screeningSteps(() => setup);

const done = { isDone: true };
const no = (line: RegExp) => ({ isDone: false, lines: [expect.stringMatching(line)] });

async function heldFor(person: Verifiable, hits: readonly ListHit[] = [listedHit]): Promise<CheckedRecord> {
  const record = await checked(person, { read: readOf(hits) });
  expect((await detail(person, record.authNo)).review).toBe('held');
  return record;
}

async function orderResult(person: Verifiable, { orderId }: CheckedRecord) {
  const answer = await setup.api.call('kyc/order/detail', { orderId }, { token: person.token });
  return answer.data;
}

describe('a verdict that would approve', () => {
  it('approves whom the list does not have, and stores nothing but its version', async () => {
    const person = await verifiable();
    const read = readOf([{ ...listedHit, score: 0.69 }]);
    const record = await checked(person, { read });
    expect(await rowOf(record)).toMatchObject({ review: 'approved', version: setup.scripted.version });
    expect(await decisionsOf(record)).toEqual([]);
    expect(setup.scripted.seen).toEqual([
      {
        names: [`ANNA ${read.lastName}`, `${read.lastName} ANNA`],
        birthday: annaRead.birthday,
        nationality: annaRead.nationality,
      },
    ]);
  });

  it('is held by a hit for a person, who clears it: then it applies as it would have', async () => {
    const person = await verifiable();
    const record = await heldFor(person, [{ ...listedHit, score: 0.7 }]);
    expect(await rowOf(record)).toMatchObject({ review: 'held', reason: 'screening', isOpen: false });
    expect(await statusOf(person)).toMatchObject({ level: 1, nextStep: 'person' });
    expect(await operator('kyc-list', [])).toMatchObject({
      lines: expect.arrayContaining([expect.stringMatching(`^${record.authNo}: .*held.*, screening$`)]),
    });
    // Persons decide about the hit itself, not around it.
    expect(await operator(`kyc-judge ${record.authNo} pass`)).toEqual(no(/may be on a list/));
    expect(await operator(`kyc-hit ${record.authNo} Q1 clear`)).toEqual(no(/Nothing of this entry/));
    expect(await operator(`kyc-hit ${record.authNo} ${listedHit.listId} clear`)).toMatchObject(done);
    expect(await operator(`kyc-hit ${record.authNo} ${listedHit.listId} confirm`)).toEqual(
      no(/Nothing of this/),
    );
    await later(0);
    expect(await statusOf(person)).toMatchObject({ level: 3, nextStep: 'done' });
    expect(await rowOf(record)).toMatchObject({ review: 'approved', reason: null });
    expect(await orderResult(person, record)).toMatchObject({ status: 'completed', result: 'approved' });
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycApproved']);
    expect(await decisionsOf(record)).toEqual([
      { list_id: listedHit.listId, list_version: 'v1', decision: 'clear', decided_by: 'ann' },
    ]);
    expect(
      await asOwner(
        setup.api.ownerUrl,
        `select action, detail->>'entry' as entry from audit.event where subject = 'identity:${record.authNo}'`,
      ),
    ).toEqual([{ action: 'kyc.hitCleared', entry: listedHit.listId }]);
  });

  it('ends for good where a person confirms a hit, in the words of any other refusal', async () => {
    const person = await verifiable();
    const record = await heldFor(person);
    expect(await operator(`kyc-hit ${record.authNo} ${listedHit.listId} confirm`)).toMatchObject(done);
    expect(await detail(person, record.authNo)).toMatchObject({
      review: 'final',
      reason: 'refused',
      status: 'disabled',
    });
    expect(await orderResult(person, record)).toMatchObject({ status: 'completed', result: 'final' });
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycFinal']);
    await later(hourMs);
    expect(await rowOf(record)).toMatchObject({ review: 'final', isOpen: false });
  });

  it('waits for every entry, and for both of two persons', async () => {
    const person = await verifiable();
    const other = { ...listedHit, listId: 'NK-other' };
    const record = await heldFor(person, [listedHit, other]);
    const command = `kyc-hit ${record.authNo} ${listedHit.listId} clear`;
    const same = ['--by', 'ann', '--second', 'ann', '--reason', 'one person alone'];
    for (const alone of [same, same.slice(0, 2)])
      await expect(operator(command, alone)).rejects.toThrow('no command');
    expect(await operator(command)).toMatchObject(done);
    await later(hourMs);
    expect(await rowOf(record)).toMatchObject({ review: 'held' });
    expect(await operator(`kyc-hit ${record.authNo} ${other.listId} clear`)).toMatchObject(done);
    await later(0);
    expect(await rowOf(record)).toMatchObject({ review: 'approved' });
  });

  it('approves nobody while the list does not answer, and does once it does', async () => {
    const person = await verifiable();
    setup.scripted.isSilent = true;
    const record = await checked(person, { read: readOf([]) });
    expect(await rowOf(record)).toMatchObject({ review: 'review', version: null, isOpen: true });
    expect(await statusOf(person)).toMatchObject({ level: 1, nextStep: 'wait' });
    await later(hourMs);
    expect(await rowOf(record)).toMatchObject({ review: 'review', isOpen: true });
    setup.scripted.isSilent = false;
    await later(hourMs);
    expect(await rowOf(record)).toMatchObject({ review: 'approved', version: setup.scripted.version });
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycApproved']);
  });

  it('is not held again by an entry that was cleared, until somebody else is read', async () => {
    const person = await verifiable();
    const read = readOf([listedHit]);
    const record = await checked(person, { read });
    expect(await operator(`kyc-hit ${record.authNo} ${listedHit.listId} clear`)).toMatchObject(done);
    setup.scripted.version = 'v1b';
    list(read, [{ ...listedHit, score: 0.99 }]);
    // Before it is applied, the company has read another birthday: whoever was cleared is not whom it is about.
    await verdictOf(record, { read: { ...read, birthday: '1990-05-18' } });
    expect(await rowOf(record)).toMatchObject({ review: 'held', reason: 'screening', version: 'v1b' });
    await verdictOf(record, { read });
    // What waits still waits for a person, also where it is not found any more.
    expect(await rowOf(record)).toMatchObject({ review: 'held', reason: 'screening' });
    expect(await operator(`kyc-hit ${record.authNo} ${listedHit.listId} clear`)).toMatchObject(done);
    await later(0);
    expect(await rowOf(record)).toMatchObject({ review: 'approved' });
    expect(await decisionsOf(record)).toHaveLength(2);
    setup.scripted.version = 'v1c';
    await rescreen();
    expect(await rowOf(record)).toMatchObject({ review: 'approved', status: 'notBound', version: 'v1c' });
    expect(await decisionsOf(record)).toHaveLength(2);
  });

  it('of a review that persons judge needs the answer of the list as well', async () => {
    const person = await verifiable();
    const read = readOf([]);
    const record = await checked(person, { read, without: ['liveness'] });
    expect(await rowOf(record)).toMatchObject({ review: 'held', version: setup.scripted.version });
    // Compared was another birthday than the one that is known from here on.
    setup.scripted.isSilent = true;
    await verdictOf(record, { read: { ...read, birthday: '1990-05-18' }, without: ['liveness'] });
    await sql`update app.kyc_item set state = 'accepted' where record_id = ${record.id}`.execute(
      setup.api.databases.main,
    );
    expect(await rowOf(record)).toMatchObject({ review: 'held', reason: null, isOpen: true });
    expect(await operator(`kyc-judge ${record.authNo} pass`)).toEqual(no(/not compared with the list yet/));
    // The company says nothing new; the list is asked again by itself.
    setup.scripted.isSilent = false;
    await later(hourMs);
    expect(await rowOf(record)).toMatchObject({ review: 'approved', version: setup.scripted.version });
  });
});

describe('whoever a hit is about', () => {
  it('reads nothing of it, in no answer and no notice, held or disabled', async () => {
    const person = await verifiable();
    const read = readOf([listedHit]);
    const record = await checked(person, { read });
    const { token } = person;
    const everything = async () => {
      const answers = await Promise.all([
        setup.api.call('kyc/status', {}, { token }),
        setup.api.call('kyc/detail', { authNo: record.authNo }, { token }),
        setup.api.call('kyc/list', {}, { token }),
        setup.api.call('message/list', {}, { token }),
      ]);
      const { rows } = await sql<{ facts: unknown }>`
        select facts from app.notice where user_id = ${person.id}`.execute(setup.api.databases.main);
      expect(answers.every(({ ok }) => ok)).toBe(true);
      return JSON.stringify([answers, rows]);
    };
    const secrets = /LISTED ELSEWHERE|Q77-x|0\.91|a_list_of_names|screening|sanction|\bv\d/i;
    expect(await everything()).not.toMatch(secrets);
    expect(await operator(`kyc-hit ${record.authNo} ${listedHit.listId} clear`)).toMatchObject(done);
    await later(0);
    expect(await everything()).not.toMatch(secrets);
    list(read, [{ ...listedHit, listId: 'Q77-y' }]);
    setup.scripted.version = 'v9';
    for (let run = 0; run < 3; run += 1) await rescreen();
    expect(await rowOf(record)).toMatchObject({ status: 'disabled', reason: 'screening' });
    expect(await detail(person, record.authNo)).toMatchObject({ reason: 'operator' });
    expect(await everything()).not.toMatch(secrets);
    const opened = await operator(`kyc-show ${record.authNo}`, [
      '--by',
      'ann',
      '--reason',
      'somebody asks about it',
    ]);
    expect(opened.lines.join('\n')).toMatch(
      /like Q77-x: "LISTED ELSEWHERE" of a_list_of_names, likeness 0.91, version \S+; clear by ann[^]*like Q77-y: .*waits for a person/,
    );
    const stored = await asOwner(
      setup.api.ownerUrl,
      `select sealed::text, list_id from app.screening_hit where record_id = '${record.id}'`,
    );
    expect(JSON.stringify(stored)).not.toContain(Buffer.from('LISTED ELSEWHERE').toString('hex'));
  });
});
