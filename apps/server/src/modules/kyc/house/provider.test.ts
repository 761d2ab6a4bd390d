import type { DirectSubmission } from '@marigold/partners/identity-port';
import type { OwnItem } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { asOwner } from '../../../../testing/database.ts';
import { type HouseSetup, houseSteps, openHouseSetup } from '../../../../testing/house-steps.ts';
import { giveOwnItems, level2Pictures, ownTyped, testHouse } from '../../../../testing/house.ts';
import { promisesOfIdentity, answerValue } from '../../../../testing/identity-contract.ts';
import { kycSteps } from '../../../../testing/kyc-steps.ts';
/** The house as one who checks identities: the promises of all of them, and what only it does. */
import { openDatabases } from '../../../platform/database/database.ts';
import { newRowId } from '../../../platform/process/ids.ts';

let setup: HouseSetup;
beforeAll(async () => void (setup = await openHouseSetup()));
afterAll(async () => await setup.close());

const { verifiable, paid } = kycSteps(() => setup.api);
const { done, decided, acceptAll, sentIn } = houseSteps(() => setup);
const db = () => setup.api.databases.main;
const now = () => setup.api.clock.now();
const house = () => testHouse(db(), now);

/** A record whose items were given and not handed over yet. */
async function given(): Promise<{ id: string; authNo: string; items: readonly OwnItem[] }> {
  const { id, authNo } = await paid(await verifiable());
  const items = await giveOwnItems(db(), id, { typed: ownTyped(), pictures: level2Pictures, now: now() });
  return { id, authNo, items };
}

async function reviewsOf(id: string): Promise<unknown> {
  return (
    await sql`select phase, round, request_id as "requestId" from app.house_review where record_id = ${id}`.execute(
      db(),
    )
  ).rows;
}

describe('the house', () => {
  promisesOfIdentity(() => ({
    provider: house(),
    async newcomer() {
      const { id: applicant, items } = await given();
      const requestId = newRowId();
      return {
        applicant,
        begin: async () => answerValue(await house().submit({ requestId, applicant, items })).ref,
      };
    },
  }));

  it('has what was handed over once, though it comes twice and at once, and more of it as the next round', async () => {
    const { id: applicant, authNo, items } = await given();
    const requestId = newRowId();
    const answers = await Promise.all(
      [0, 1, 2].map(async () => await house().submit({ requestId, applicant, items })),
    );
    expect(answers).toEqual(Array(3).fill({ is: 'done', value: { ref: applicant } }));
    expect(await reviewsOf(applicant)).toEqual([{ phase: 'checking', round: 1, requestId }]);
    await done(`kyc-accept-item ${authNo} names`);
    await done(`kyc-accept-item ${authNo} idFront`);
    const next = newRowId();
    await house().submit({ requestId: next, applicant, items: ['idFront'] });
    expect(await reviewsOf(applicant)).toEqual([{ phase: 'checking', round: 2, requestId: next }]);
    expect(
      await asOwner(
        setup.api.ownerUrl,
        `select item from app.house_verdict where record_id = '${applicant}'`,
      ),
    ).toEqual([{ item: 'names' }]);
  });

  it('takes nothing for a record that there is not, that was not given, or that is decided', async () => {
    const refused = (reason: string) => ({ is: 'refused', reason, isFinal: true });
    const submit = async (applicant: string, items: readonly OwnItem[]) =>
      await house().submit({ requestId: newRowId(), applicant, items });
    expect(await submit(newRowId(), ['names'])).toEqual(refused('no record'));
    expect(await submit('nobody', ['names'])).toEqual(refused('no record'));
    const { id, items } = await given();
    expect(await submit(id, [...items, 'addressProof'])).toEqual(refused('not given'));
    expect(await submit(id, [])).toEqual(refused('not given'));
    const record = await sentIn();
    await acceptAll(record, ['idFront']);
    await done(`kyc-again ${record.authNo} idFront blurred`);
    await decided(record, 'again');
    // A wish of the first round that comes late.
    expect(await submit(record.id, record.items)).toEqual(refused('not given'));
    const held = await sentIn();
    await decided(held, 'final');
    expect(await submit(held.id, ['names'])).toEqual(refused('decided'));
    await sql`update app.house_review set phase = 'done', outcome = 'final' where record_id = ${held.id}`.execute(
      db(),
    );
    expect(await submit(held.id, ['names'])).toEqual(refused('final'));
  });

  it('says nothing about anybody while its database is away', async () => {
    const away = openDatabases('postgres://nobody@127.0.0.1:1/nowhere');
    try {
      const provider = testHouse(away.main, now);
      const applicant = newRowId();
      expect(await provider.find({ applicant })).toEqual({ is: 'unknown' });
      const handed: DirectSubmission = { requestId: newRowId(), applicant, items: ['names'] };
      expect(await provider.submit(handed)).toEqual({ is: 'unknown' });
      expect(await provider.erase(applicant)).toEqual({ is: 'unknown' });
    } finally {
      await away.close();
    }
  });
});
