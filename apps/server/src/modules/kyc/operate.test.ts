/** What persons of the house and time do to verifications: decided, given back, disabled, run out. */
import { dayMs, hourMs } from '@marigold/money/spans';
import type { ReadFields } from '@marigold/partners/identity-port';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TestApi } from '../../../testing/api.ts';
import { asOwner } from '../../../testing/database.ts';
import {
  type CheckedRecord,
  checkPurchases,
  documentFor,
  identityFrozen,
  kycSteps,
  kycVerdicts,
  startKycApi,
  type Verifiable,
} from '../../../testing/kyc-steps.ts';
import { annaRead, type ScriptedCompany } from '../../../testing/kyc.ts';
import { untilWaiting } from '../../../testing/lock-waits.ts';
import { enrolled, operate } from '../../../testing/operate.ts';
import { openOwner } from '../../platform/database/database.ts';
import type { AskKey } from '../operator/keys.ts';
import { endHolding } from './record/holding.ts';
import { lockRecord } from './record/store.ts';

let api: TestApi;
let company: ScriptedCompany;
let owner: ReturnType<typeof openOwner>;
let ask: AskKey;
beforeAll(async () => {
  ({ api, company } = await startKycApi());
  owner = openOwner(api.ownerUrl);
  ({ ask } = await enrolled(owner.db, ['ann', 'ben']));
});
afterAll(async () => {
  await owner.close();
  await api.close();
});
// A test may have moved the clock for weeks.
beforeEach(async () => await api.refreshRates());
// Whatever a test did, the books explain every purchase.
afterEach(async () => await checkPurchases(api));

const { verifiable, order, pay, paid, begin, pass, later, detail, statusOf, noticesOf } = kycSteps(() => api);
const { checked, verdictOf, approved, frozenOf, runClock } = kycVerdicts(
  () => api,
  () => company,
);
const why = ['--reason', 'a person has looked at it'];
const one = ['--by', 'ann', ...why];
const two = ['--by', 'ann', '--second', 'ben', ...why];

async function operator(line: string, persons: readonly string[] = two) {
  return await operate(line, persons, { db: owner.db, ask, now: api.clock.now() });
}

const no = (...lines: readonly string[]) => ({ isDone: false, lines });
const wrongState = no(
  expect.stringMatching(/result already|not wait|does not hold|can hold again/) as string,
);

/** As `checked`, and a person of the company looks: everything was accepted and read, and nothing is decided. */
async function held(person: Verifiable, read?: ReadFields): Promise<CheckedRecord> {
  const record = await checked(person, { without: ['liveness'], ...(read && { read }) });
  await sql`
    update app.kyc_item set state = 'accepted' where record_id = ${record.id} and item = 'liveness'`.execute(
    api.databases.main,
  );
  expect((await detail(person, record.authNo)).review).toBe('held');
  // The company says nothing more.
  company.found.delete(record.id);
  return record;
}

async function liftedBy({ id }: Verifiable): Promise<unknown> {
  return await asOwner(
    api.ownerUrl,
    `select area, lifted_by from app.freeze where user_id = '${id}' and reason = 'identityDisabled' order by area`,
  );
}

async function auditOf(authNo: string): Promise<unknown> {
  return await asOwner(
    api.ownerUrl,
    `select actor, action, detail->>'second' as second from audit.event where subject = 'identity:${authNo}' order by id`,
  );
}

describe('kyc-refund', () => {
  it('gives everything back of a check without a result, once, and nothing of one with a result', async () => {
    const person = await verifiable();
    const { authNo, orderId } = await paid(person);
    expect(await operator(`kyc-refund ${authNo}`)).toMatchObject({ isDone: true });
    expect(await api.available(person, 'USDT')).toBe('100.00000000');
    expect(await detail(person, authNo)).toMatchObject({ review: 'final', reason: 'operator' });
    expect(await api.call('kyc/order/detail', { orderId }, { token: person.token })).toMatchObject({
      data: { status: 'cancelled' },
    });
    expect(await operator(`kyc-refund ${authNo}`)).toEqual(wrongState);
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycRefunded']);
    expect(await statusOf(person)).toMatchObject({ nextStep: 'order' });
    const other = await verifiable();
    const done = await approved(other);
    expect(await operator(`kyc-refund ${done.authNo}`)).toEqual(wrongState);
    expect(await api.available(other, 'USDT')).toBe('90.00000000');
    expect(await auditOf(authNo)).toEqual([{ actor: 'operator:ann', action: 'kyc.refunded', second: 'ben' }]);
  });

  it('knows no number that is none, and no record that there is not', async () => {
    expect(await operator('kyc-refund MK-0000000001')).toEqual(no(expect.stringMatching(/no number/)));
    expect(await operator('kyc-refund MK-0000000000')).toEqual(no('There is no identity MK-0000000000.'));
  });
});

describe('kyc-judge', () => {
  it('approves what waits for a person as a verdict would: level, order, price and notice', async () => {
    const person = await verifiable();
    const { authNo, orderId } = await held(person);
    expect(await operator(`kyc-judge ${authNo} pass`)).toMatchObject({ isDone: true });
    expect(await statusOf(person)).toMatchObject({ level: 3, nextStep: 'done' });
    expect(await detail(person, authNo)).toMatchObject({ review: 'approved', use: 'notUsed', reason: null });
    expect(await api.call('kyc/order/detail', { orderId }, { token: person.token })).toMatchObject({
      data: { status: 'completed', result: 'approved' },
    });
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycApproved']);
    expect(await operator(`kyc-judge ${authNo} final`)).toEqual(wrongState);
    expect(await auditOf(authNo)).toEqual([{ actor: 'operator:ann', action: 'kyc.passed', second: 'ben' }]);
  });

  it('refuses for good as a verdict would', async () => {
    const person = await verifiable();
    const { authNo, orderId } = await held(person);
    expect(await operator(`kyc-judge ${authNo} final`)).toMatchObject({ isDone: true });
    expect(await detail(person, authNo)).toMatchObject({
      review: 'final',
      reason: 'refused',
      status: 'disabled',
    });
    expect(await api.call('kyc/order/detail', { orderId }, { token: person.token })).toMatchObject({
      data: { status: 'completed', result: 'final' },
    });
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycFinal']);
    expect(await frozenOf(person)).toEqual([]);
  });

  it('approves nobody of whom something is missing, nothing was read, or whose document has run out', async () => {
    const person = await verifiable();
    const partial = await checked(person, { without: ['liveness'] });
    expect(await operator(`kyc-judge ${partial.authNo} pass`)).toEqual(no(expect.stringMatching(/level 2/)));
    const unread = await verifiable();
    const { authNo, id } = await held(unread);
    await sql`update app.identity_key set fields = null where record_id = ${id}`.execute(api.databases.main);
    expect(await operator(`kyc-judge ${authNo} pass`)).toEqual(no(expect.stringMatching(/nothing was read/)));
    const late = await verifiable();
    const old = await held(late, documentFor(api, -1, 'OLD1'));
    expect(await operator(`kyc-judge ${old.authNo} pass`)).toEqual(no('Its document has run out.'));
    expect(await statusOf(late)).toMatchObject({ level: 1, nextStep: 'person' });
  });

  it('never approves a document that another account has, and judges nothing that does not wait', async () => {
    const [first, second] = [await verifiable(), await verifiable()];
    await approved(first, annaRead);
    const { authNo } = await checked(second, { read: annaRead });
    expect(await operator(`kyc-judge ${authNo} pass`)).toEqual(no('Another account has this document.'));
    expect(await detail(second, authNo)).toMatchObject({ review: 'held' });
    expect(await operator(`kyc-judge ${authNo} final`)).toMatchObject({ isDone: true });
    const third = await verifiable();
    const begun = await paid(third);
    expect(await operator(`kyc-judge ${begun.authNo} pass`)).toEqual(wrongState);
  });

  it('is taken back by a newer verdict of the company, and not by the one that it was about', async () => {
    const person = await verifiable();
    const record = await paid(person);
    await begin(person, record.authNo);
    await pass();
    const decidedAt = api.clock.now();
    // Everything is accepted and read, the verdict is not a pass for a reason that it does not name.
    await verdictOf(record, { decidedAt, without: ['liveness'] });
    await sql`
      update app.kyc_item set state = 'accepted' where record_id = ${record.id} and item = 'liveness'`.execute(
      api.databases.main,
    );
    await operator(`kyc-judge ${record.authNo} pass`);
    await verdictOf(record, { outcome: 'final', decidedAt });
    expect((await detail(person, record.authNo)).review).toBe('approved');
    await verdictOf(record, { outcome: 'final', decidedAt: decidedAt + 1 });
    expect(await detail(person, record.authNo)).toMatchObject({ review: 'final', reason: 'withdrawn' });
  });
});

describe('kyc-disable and kyc-enable', () => {
  it('take the level and freeze what leaves the account, and give both back', async () => {
    const person = await verifiable();
    const { authNo } = await approved(person);
    expect(await operator(`kyc-disable ${authNo}`)).toMatchObject({ isDone: true });
    expect(await statusOf(person)).toMatchObject({ level: 1, nextStep: 'disabled' });
    expect(await detail(person, authNo)).toMatchObject({
      status: 'disabled',
      reason: 'operator',
      use: 'notUsed',
    });
    expect(await frozenOf(person)).toEqual(identityFrozen);
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycApproved', 'kycDisabled']);
    expect(await operator(`kyc-disable ${authNo}`)).toEqual(wrongState);
    expect(await operator(`kyc-enable ${authNo}`)).toEqual({
      isDone: true,
      lines: [`${authNo} holds again; its person is at level 3.`],
    });
    expect(await statusOf(person)).toMatchObject({ level: 3, nextStep: 'done' });
    expect(await detail(person, authNo)).toMatchObject({ status: 'notBound', reason: null, use: 'notUsed' });
    expect(await frozenOf(person)).toEqual([]);
    expect(await liftedBy(person)).toEqual([
      { area: 'card', lifted_by: 'support' },
      { area: 'payout', lifted_by: 'support' },
    ]);
    expect(await operator(`kyc-enable ${authNo}`)).toEqual(wrongState);
    expect(await auditOf(authNo)).toMatchObject([{ action: 'kyc.disabled' }, { action: 'kyc.enabled' }]);
  });

  it('touch nothing that was never approved, or that the company took back', async () => {
    const person = await verifiable();
    const record = await paid(person);
    expect(await operator(`kyc-disable ${record.authNo}`)).toEqual(wrongState);
    expect(await operator(`kyc-enable ${record.authNo}`)).toEqual(wrongState);
    const other = await verifiable();
    const withdrawn = await approved(other);
    await verdictOf(withdrawn, { outcome: 'final' });
    expect(await operator(`kyc-enable ${withdrawn.authNo}`)).toEqual(wrongState);
  });

  it('of two records at the same moment freeze the account', async () => {
    const person = await verifiable();
    const read = documentFor(api, 31, 'RUN5');
    const first = await approved(person, read);
    const second = await approved(person, { ...annaRead, idNumber: 'LONG5' });
    const { main } = api.databases;
    const end = async (transaction: typeof main, id: string) => {
      const record = await lockRecord(transaction, id);
      if (record === undefined) throw new Error('the record is there');
      await endHolding(transaction, record, { reason: 'operator', now: api.clock.now() });
    };
    const met = await main.transaction().execute(async (transaction) => {
      await end(transaction, first.id);
      const other = main.transaction().execute(async (beside) => await end(beside, second.id));
      await untilWaiting(main);
      return { other };
    });
    await met.other;
    expect(await statusOf(person)).toMatchObject({ level: 1 });
    expect(await frozenOf(person)).toEqual(identityFrozen);
  });

  it('let no document hold again that has run out', async () => {
    const person = await verifiable();
    const { authNo } = await approved(person, documentFor(api, 40, 'RUN1'));
    await operator(`kyc-disable ${authNo}`);
    api.clock.move(41 * dayMs);
    await runClock();
    expect(await operator(`kyc-enable ${authNo}`)).toEqual(no(expect.stringMatching(/has run out/)));
    // It held for nobody when it ran out: no second word about it.
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycApproved', 'kycDisabled']);
  });
});

describe('an identity that is taken back by the company', () => {
  it('freezes its account with a way out: another check is ordered, paid, and lifts it', async () => {
    const person = await verifiable();
    const first = await approved(person);
    await verdictOf(first, { outcome: 'final' });
    expect(await frozenOf(person)).toEqual(identityFrozen);
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycApproved', 'kycDisabled']);
    expect(await statusOf(person)).toMatchObject({ level: 1, nextStep: 'order' });
    const orderId = await order(person);
    expect(await pay(person, orderId)).toMatchObject({ ok: true });
    const found = await sql<{ id: string; authNo: string }>`
      select id, auth_no as "authNo" from app.kyc_record where order_id = ${orderId}`.execute(
      api.databases.main,
    );
    const second = { orderId, id: '', authNo: '', ...found.rows[0] };
    await begin(person, second.authNo);
    await pass();
    await verdictOf(second, {});
    expect(await statusOf(person)).toMatchObject({ level: 3, nextStep: 'done' });
    expect(await frozenOf(person)).toEqual([]);
    expect(await liftedBy(person)).toMatchObject([{ lifted_by: 'identity' }, { lifted_by: 'identity' }]);
  });

  it('leaves a freeze for another reason where it is, and that one stops the order as before', async () => {
    const person = await verifiable();
    const first = await approved(person);
    await verdictOf(first, { outcome: 'final' });
    await operator(`person freeze ${person.username} card lifted`, one);
    expect(await pay(person, await order(person))).toMatchObject({ data: { refusal: 'card_frozen' } });
    await operator(`person unfreeze ${person.username} card`, two);
  });
});

describe('looks', () => {
  it('list what waits for a person, the newest first, without anything about them', async () => {
    const [first, second] = [await verifiable(), await verifiable()];
    const older = await held(first);
    await later(hourMs);
    const newer = await held(second);
    const { isDone, lines } = await operator('kyc-list', []);
    expect(isDone).toBe(true);
    expect(lines.slice(0, 2)).toEqual([
      expect.stringMatching(new RegExp(`^${newer.authNo}: for system, held since \\d{4}-`)),
      expect.stringMatching(new RegExp(`^${older.authNo}: for system, held since \\d{4}-`)),
    ]);
    expect(lines.join('\n')).not.toMatch(/ANNA|KOVALEVA/);
  });

  it('open an identity masked, by name, and the audit log keeps who and why', async () => {
    const person = await verifiable();
    const { authNo } = await approved(person);
    expect(await operator(`kyc-show ${authNo}`, why)).toEqual(no(expect.stringMatching(/gives a name/)));
    expect(await auditOf(authNo)).toEqual([]);
    const { isDone, lines } = await operator(`kyc-show ${authNo}`, one);
    expect(isDone).toBe(true);
    const text = lines.join('\n');
    expect(text).toContain('A*********EVA');
    expect(text).toMatch(/liveness: accepted[^]*approved[^]*given to democompany under kyc-demo-company 1/);
    expect(text).not.toMatch(/KOVALEVA|1990-05-17/);
    expect(await auditOf(authNo)).toEqual([{ actor: 'operator:ann', action: 'kyc.opened', second: null }]);
  });
});
