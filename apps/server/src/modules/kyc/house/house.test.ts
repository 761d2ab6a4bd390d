/** A check by the house: what its persons find of each item, and what comes of the whole. */
import { dayMs, hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { asOwner } from '../../../../testing/database.ts';
import {
  byNobody,
  byTwoOfHouse,
  type HouseRecord,
  type HouseSetup,
  houseSteps,
  openHouseSetup,
} from '../../../../testing/house-steps.ts';
import { giveOwnItems, ownDocument, sendOwnItems, testHouse, typedLines } from '../../../../testing/house.ts';
import { checkPurchases, kycSteps } from '../../../../testing/kyc-steps.ts';

let setup: HouseSetup;
beforeAll(async () => void (setup = await openHouseSetup()));
afterAll(async () => await setup.close());
// A test may have moved the clock for long.
beforeEach(async () => await setup.api.refreshRates());
// Whatever a test did, the books explain every purchase.
afterEach(async () => await checkPurchases(setup.api));

const { paid, verifiable, pass, later, noticesOf } = kycSteps(() => setup.api);
const { sentIn, done, acceptAll, looked, decided, reviewOf, levelOf } = houseSteps(() => setup);
const db = () => setup.api.databases.main;
const now = () => setup.api.clock.now();
const no = (line: unknown) => ({ isDone: false, lines: [line] });
const saying = (pattern: RegExp): unknown => expect.stringMatching(pattern);

async function operator(line: string, persons?: readonly string[]) {
  return await setup.operator(line, persons);
}

async function houseOf({ id }: HouseRecord): Promise<unknown> {
  const found = await sql`
    select phase, outcome, round, mrz is not null as "hasLines",
      (select count(*)::int from app.house_verdict v where v.record_id = r.record_id) as verdicts
    from app.house_review r where record_id = ${id}`.execute(db());
  return found.rows[0];
}

/** The item that was asked again is given once more. */
async function givenAgain(record: HouseRecord): Promise<void> {
  setup.api.clock.move(1000);
  await sendOwnItems(db(), record.id, { typed: {}, pictures: ['idFront'], now: now() });
  await pass();
}

async function wantedAgain(record: HouseRecord): Promise<void> {
  await done(`kyc-again ${record.authNo} idFront blurred`);
  await decided(record, 'again');
}

describe('a check by the house', () => {
  it('ends with level 2 when one person accepted everything and the lines say the same', async () => {
    const record = await sentIn();
    const { authNo, person } = record;
    expect(await reviewOf(record)).toMatchObject({ review: 'review', accepted: [], again: [] });
    expect(await done('kyc-list')).toContainEqual(
      saying(new RegExp(`^${authNo}: for system, review since .*, house$`)),
    );
    const lines = await done(`kyc-mrz ${authNo} ${typedLines(record.document)}`);
    expect(lines).toEqual([
      `The lines of ${authNo} and what was typed:`,
      '  names: same',
      '  birthday: same',
      '  nationality: same',
      '  idNumber: same',
      '  issuingRegion: same',
      '  expiry: same',
    ]);
    await acceptAll(record);
    // Until the whole is decided nothing of it counts, however often it is looked at.
    await later(hourMs);
    expect(await reviewOf(record)).toMatchObject({ review: 'review', accepted: [] });
    expect(await decided(record, 'pass')).toEqual([saying(/approved within a minute/)]);
    expect(await reviewOf(record)).toMatchObject({ review: 'approved', reason: null });
    expect(await levelOf(record)).toBe(2);
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycApproved']);
    expect(await done('kyc-list')).not.toContainEqual(saying(new RegExp(authNo)));
    expect(await operator(`kyc-decide ${authNo} again`)).toEqual(no(saying(/does not wait/)));
  });

  it('reads names in Latin letters where they were given, and days that never come', async () => {
    const names = { firstName: '花子', lastName: '山田', latinFirst: 'HANAKO', latinLast: 'YAMADA' };
    const record = await sentIn({
      document: ownDocument({ names, nationality: 'JP', issuingRegion: 'JP', expiry: 'none' }),
    });
    const found = await testHouse(db(), now).find({ applicant: record.id });
    expect(found).toMatchObject({
      is: 'done',
      value: {
        ref: record.id,
        phase: 'checking',
        outcome: null,
        decidedAt: null,
        read: { firstName: 'HANAKO', lastName: 'YAMADA', nationality: 'JP', expiry: null },
      },
    });
  });

  it('asks one item again, tells its person, and only that one opens once more', async () => {
    const record = await sentIn();
    const { authNo, person, items } = record;
    await acceptAll(record, ['idFront']);
    await done(`kyc-mrz ${authNo} ${typedLines(record.document)}`);
    expect(await operator(`kyc-decide ${authNo} again`)).toEqual(
      no(saying(/looked at these yet: idFront\./)),
    );
    await wantedAgain(record);
    expect(await reviewOf(record)).toMatchObject({ review: 'again', attemptsLeft: 2, again: ['idFront'] });
    expect((await reviewOf(record)).accepted).toHaveLength(items.length - 1);
    expect(await noticesOf(person)).toEqual(['kycPaid', 'kycAgain']);
    await givenAgain(record);
    expect(await reviewOf(record)).toMatchObject({ review: 'review', attemptsLeft: 2, again: [] });
    // What was found of the others stands; the lines stood on the picture.
    expect(await houseOf(record)).toEqual({
      phase: 'checking',
      outcome: null,
      round: 2,
      hasLines: false,
      verdicts: items.length - 1,
    });
    expect(await operator(`kyc-accept-item ${authNo} names`)).toEqual(no(saying(/looked at: idFront\./)));
    await done(`kyc-accept-item ${authNo} idFront`);
    await done(`kyc-mrz ${authNo} ${typedLines(record.document)}`);
    await decided(record, 'pass');
    expect(await reviewOf(record)).toMatchObject({ review: 'approved' });
  });

  it('is over for good after the third time', async () => {
    const record = await sentIn();
    await acceptAll(record, ['idFront']);
    for (const left of [2, 1]) {
      await wantedAgain(record);
      expect(await reviewOf(record)).toMatchObject({ review: 'again', attemptsLeft: left });
      await givenAgain(record);
    }
    await wantedAgain(record);
    expect(await reviewOf(record)).toMatchObject({ review: 'final', reason: 'attempts_used' });
    expect(await noticesOf(record.person)).toEqual(['kycPaid', 'kycAgain', 'kycAgain', 'kycFinal']);
  });

  it('takes what was sent in for no answer to what was asked: the old verdict counts once', async () => {
    const record = await sentIn();
    await acceptAll(record, ['idFront']);
    await wantedAgain(record);
    setup.api.clock.move(1000);
    // Sent in, and on its way to the house, when the house is looked at.
    await giveOwnItems(db(), record.id, { typed: {}, pictures: ['idFront'], now: now() });
    await pass();
    expect(await reviewOf(record)).toMatchObject({ review: 'submitted', attemptsLeft: 2, again: [] });
  });

  it('lets whoever checks change their mind until the whole is decided', async () => {
    const record = await sentIn();
    await looked(record);
    await done(`kyc-again ${record.authNo} idFront glare`);
    await later(hourMs);
    expect(await reviewOf(record)).toMatchObject({ review: 'review', again: [] });
    expect(await operator(`kyc-decide ${record.authNo} pass`)).toEqual(no(saying(/given again: idFront\./)));
    await done(`kyc-accept-item ${record.authNo} idFront`);
    expect(await operator(`kyc-decide ${record.authNo} again`)).toEqual(
      no(saying(/^Nothing is to be given again/)),
    );
    await decided(record, 'pass');
    expect(await reviewOf(record)).toMatchObject({ review: 'approved' });
  });

  it('stops at a document that another account has', async () => {
    const first = await sentIn();
    await looked(first);
    await decided(first, 'pass');
    const second = await sentIn({ document: first.document });
    await looked(second);
    await decided(second, 'pass');
    expect(await done('kyc-list')).toContainEqual(
      saying(new RegExp(`^${second.authNo}: .*held since .*, duplicate$`)),
    );
    expect(await operator(`kyc-judge ${second.authNo} pass`, byTwoOfHouse)).toEqual(
      no('Another account has this document.'),
    );
    await done(`kyc-judge ${second.authNo} final`, byTwoOfHouse);
    expect(await reviewOf(second)).toMatchObject({ review: 'final', reason: 'refused' });
    expect(await houseOf(second)).toMatchObject({ phase: 'done', outcome: 'final' });
  });
});

describe('two persons decide a check by the house', () => {
  /** What the decision of one person says, after which it waits for two. */
  async function heldBy(record: HouseRecord, verdict: string): Promise<string | undefined> {
    const [line] = await decided(record, verdict);
    expect(line).toMatch(/waits for two persons \(kyc-judge\)/);
    expect(await reviewOf(record)).toMatchObject({ review: 'held', reason: null });
    expect(await houseOf(record)).toMatchObject({ phase: 'held', outcome: null });
    return line;
  }

  it.each([
    ['a name', { names: { firstName: 'Anne', lastName: 'Kovaleva' } }, 'names: close'],
    ['a birthday', { birthday: '1990-05-18' }, 'birthday: different'],
    ['a number', { idNumber: { idType: 'passport', number: 'ANOTHER1' } }, 'idNumber: different'],
  ] as const)('where %s differs from the lines', async (_name, change, line) => {
    const record = await sentIn();
    await acceptAll(record);
    const lines = await done(`kyc-mrz ${record.authNo} ${typedLines({ ...record.document, ...change })}`);
    expect(lines).toContain(`  ${line}`);
    expect(await heldBy(record, 'pass')).toMatch(/differ from what was typed/);
    await done(`kyc-judge ${record.authNo} pass`, byTwoOfHouse);
    expect(await reviewOf(record)).toMatchObject({ review: 'approved' });
    expect(await levelOf(record)).toBe(2);
    expect(await houseOf(record)).toMatchObject({ phase: 'done', outcome: 'passed' });
    // What the house said stays what it was.
    setup.api.clock.move(2 * dayMs);
    await pass();
    expect(await reviewOf(record)).toMatchObject({ review: 'approved' });
  });

  it('where a check digit is wrong, though everything else is the same', async () => {
    const record = await sentIn();
    await acceptAll(record);
    const lines = typedLines(record.document);
    const last = lines.at(-1) === '0' ? '1' : '0';
    expect(await done(`kyc-mrz ${record.authNo} ${lines.slice(0, -1)}${last}`)).toContain(
      '  compositeCheckDigit does not fit',
    );
    expect(await heldBy(record, 'pass')).toMatch(/differ from what was typed/);
  });

  it('where the address was proven, for level 3', async () => {
    const record = await sentIn({ hasAddress: true });
    await looked(record);
    expect(await heldBy(record, 'pass')).toMatch(/level 3/);
    await done(`kyc-judge ${record.authNo} pass`, byTwoOfHouse);
    expect(await levelOf(record)).toBe(3);
  });

  it('where nobody compared the lines', async () => {
    const record = await sentIn();
    await acceptAll(record);
    expect(await heldBy(record, 'pass')).toMatch(/kyc-mrz/);
  });

  it('whether it is refused for good, and nobody is approved whose items were not accepted', async () => {
    const record = await sentIn();
    expect(await heldBy(record, 'final')).toMatch(/refuse for good/);
    expect(await operator(`kyc-decide ${record.authNo} pass`)).toEqual(no(saying(/does not wait/)));
    expect(await operator(`kyc-judge ${record.authNo} pass`, byTwoOfHouse)).toEqual(no(saying(/level 2/)));
    await done(`kyc-judge ${record.authNo} final`, byTwoOfHouse);
    expect(await reviewOf(record)).toMatchObject({ review: 'final', reason: 'refused' });
    expect(await noticesOf(record.person)).toEqual(['kycPaid', 'kycFinal']);
  });
});

describe('what is done about a check by the house', () => {
  it('has a name, and needs a record that lies there', async () => {
    const person = await verifiable();
    const { authNo } = await paid(person);
    for (const line of ['kyc-accept-item R names', 'kyc-again R names other', 'kyc-decide R pass']) {
      expect(await operator(line.replace('R', authNo), byNobody)).toEqual(no(saying(/gives a name/)));
      expect(await operator(line.replace('R', authNo))).toEqual(no(saying(/does not wait/)));
      expect(await operator(line.replace('R', 'MK-0000000000'))).toEqual(no(saying(/no identity/)));
    }
  });

  it('knows its items, its reasons and the lines of documents', async () => {
    const { authNo, document } = await sentIn();
    expect(await operator(`kyc-accept-item ${authNo} liveness`)).toEqual(no(saying(/"liveness" is no item/)));
    expect(await operator(`kyc-accept-item ${authNo} phone`)).toEqual(no(saying(/has not given phone/)));
    expect(await operator(`kyc-again ${authNo} names ugly`)).toEqual(no(saying(/blurred, glare/)));
    const other = await operator(`kyc-mrz ${authNo} ${document.idNumber.number}`);
    expect(other).toEqual(no(saying(/^The lines are two or three/)));
    const short = await operator(`kyc-mrz ${authNo} ${typedLines(document).slice(0, -1)}`);
    expect(short).toEqual({ isDone: false, lines: [saying(/not the lines of a passport/), '  lines'] });
  });

  it('leaves the record and the item in the audit log, and nothing that was typed', async () => {
    const record = await sentIn();
    const { authNo } = record;
    await done(`kyc-mrz ${authNo} ${typedLines(record.document)}`);
    await acceptAll(record, ['names']);
    await done(`kyc-again ${authNo} names nameDiffers`);
    await done(`kyc-decide ${authNo} again`);
    const found = await asOwner(
      setup.api.ownerUrl,
      `select action, detail->>'words' as words, detail->>'item' as item, actor from audit.event
       where subject = 'identity:${authNo}' and action <> 'kyc.itemAccepted' order by id`,
    );
    const actor = 'operator:ann';
    expect(found).toEqual([
      { action: 'kyc.linesRead', words: authNo, item: null, actor },
      { action: 'kyc.itemAgain', words: `${authNo} names nameDiffers`, item: 'names', actor },
      { action: 'kyc.checked', words: `${authNo} again`, item: null, actor },
    ]);
    const [row] = await asOwner(
      setup.api.ownerUrl,
      `select count(*)::int as rows from audit.event where detail::text ~ 'KOVALEVA|${record.document.idNumber.number}'`,
    );
    expect(row).toEqual({ rows: 0 });
  });
});

describe('kyc-show', () => {
  it('says how far a check by the house is, and nothing that was typed', async () => {
    const record = await sentIn();
    const { authNo, document, items } = record;
    await done(`kyc-accept-item ${authNo} names`);
    await done(`kyc-again ${authNo} idFront glare`);
    const begun = await done(`kyc-show ${authNo}`);
    expect(begun).toContainEqual(saying(/^with the house since .*, round 1, lines not compared yet$/));
    expect(begun).toContain('  accepted: names');
    expect(begun).toContain('  again: idFront');
    const unseen = items.filter((item) => item !== 'names' && item !== 'idFront');
    expect(begun).toContainEqual(`  to be looked at: ${unseen.toSorted().join(', ')}`);
    await done(`kyc-mrz ${authNo} ${typedLines(document)}`);
    const compared = await done(`kyc-show ${authNo}`);
    expect(compared).toContainEqual(saying(/round 1, lines compared$/));
    expect(compared.join()).not.toMatch(/kovaleva|1990|20AB/i);
  });
});

// It moves the clock for years, so it comes last.
describe('a check by the house whose term is over', () => {
  it('leaves nothing that anybody could open', async () => {
    const record = await sentIn();
    await looked(record);
    await decided(record, 'final');
    await done(`kyc-judge ${record.authNo} final`, byTwoOfHouse);
    expect(await houseOf(record)).toMatchObject({ hasLines: true });
    setup.api.clock.move(6 * 366 * dayMs);
    await setup.api.server.jobs['kycErase']?.({});
    expect(await houseOf(record)).toMatchObject({ phase: 'done', hasLines: false });
    const found = await testHouse(db(), now).find({ applicant: record.id });
    expect(found).toMatchObject({ is: 'done', value: { read: null } });
  });
});
