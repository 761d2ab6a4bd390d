/** A check by the house where people are compared with a list: nobody passes by its silence, whoever decides. */
import { hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  byTwoOfHouse,
  type HouseRecord,
  type HouseSetup,
  houseSteps,
  openHouseSetup,
} from '../../../../testing/house-steps.ts';
import { ownDocument } from '../../../../testing/house.ts';
import { kycSteps } from '../../../../testing/kyc-steps.ts';
import { createScriptedList, listedHit, type ScriptedList } from '../../../../testing/screening.ts';

let setup: HouseSetup;
let scripted: ScriptedList;
beforeAll(async () => {
  scripted = createScriptedList();
  setup = await openHouseSetup({ screening: scripted.list });
});
afterAll(async () => await setup.close());
beforeEach(async () => {
  scripted.isSilent = false;
  await setup.api.refreshRates();
});

const { later } = kycSteps(() => setup.api);
const { sentIn, done, looked, decided, reviewOf } = houseSteps(() => setup);
const listedName = 'Listed Elsewhere';

/** Somebody whom the list has, or silence where it is silent. */
async function listed(hasAddress = false): Promise<HouseRecord> {
  scripted.hits.set(listedName, [listedHit]);
  const [firstName = '', lastName = ''] = listedName.split(' ');
  return await sentIn({ document: ownDocument({ names: { firstName, lastName } }), hasAddress });
}

async function listedLine({ authNo }: HouseRecord): Promise<string | undefined> {
  return (await done('kyc-list')).find((line) => line.startsWith(authNo));
}

describe('a check by the house, and a list', () => {
  it('approves whom the list does not have', async () => {
    const record = await sentIn();
    await looked(record);
    await decided(record, 'pass');
    expect(await reviewOf(record)).toMatchObject({ review: 'approved' });
  });

  it('holds whom the list has, though one person found everything well', async () => {
    const record = await listed();
    await looked(record);
    await decided(record, 'pass');
    expect(await reviewOf(record)).toMatchObject({ review: 'held' });
    expect(await listedLine(record)).toMatch(/held since .*, screening$/);
    const { lines } = await setup.operator(`kyc-judge ${record.authNo} pass`, byTwoOfHouse);
    expect(lines[0]).toMatch(/may be on a list/);
    await done(`kyc-hit ${record.authNo} ${listedHit.listId} clear`, byTwoOfHouse);
    await later(1000);
    expect(await reviewOf(record)).toMatchObject({ review: 'approved' });
  });

  it('holds whom two persons decide about, and a cleared hit is no reason any more', async () => {
    const record = await listed(true);
    await looked(record);
    await decided(record, 'pass');
    expect(await listedLine(record)).toMatch(/held since .*, screening$/);
    await done(`kyc-hit ${record.authNo} ${listedHit.listId} clear`, byTwoOfHouse);
    await later(1000);
    expect(await listedLine(record)).toMatch(/held since [^,]*$/);
    await done(`kyc-judge ${record.authNo} pass`, byTwoOfHouse);
    expect(await reviewOf(record)).toMatchObject({ review: 'approved' });
  });

  it('approves nobody while the list is silent, neither by one person nor by two', async () => {
    scripted.isSilent = true;
    const [alone, byTwo] = [await sentIn(), await sentIn({ hasAddress: true })];
    for (const record of [alone, byTwo]) {
      await looked(record);
      await decided(record, 'pass');
    }
    expect(await reviewOf(alone)).toMatchObject({ review: 'review' });
    expect(await reviewOf(byTwo)).toMatchObject({ review: 'held' });
    const { lines } = await setup.operator(`kyc-judge ${byTwo.authNo} pass`, byTwoOfHouse);
    expect(lines[0]).toMatch(/not compared with the list yet/);
    scripted.isSilent = false;
    await later(hourMs);
    expect(await reviewOf(alone)).toMatchObject({ review: 'approved' });
    await done(`kyc-judge ${byTwo.authNo} pass`, byTwoOfHouse);
    expect(await reviewOf(byTwo)).toMatchObject({ review: 'approved' });
    // Nobody asks about either of them once more.
    const open = await sql<{ id: string }>`
      select id from app.kyc_record where review = 'held' and look_at is not null`.execute(
      setup.api.databases.main,
    );
    expect(open.rows).toEqual([]);
  });
});
