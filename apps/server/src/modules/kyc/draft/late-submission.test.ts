/** A submission whose answer was lost, and one that the house does not take: neither is lost, and a person finds both. */
import { hourMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import {
  byTwoOfHouse,
  type HouseSetup,
  houseSteps,
  openHouseSetup,
} from '../../../../testing/house-steps.ts';
import { checkPurchases, kycSteps } from '../../../../testing/kyc-steps.ts';
import { draftSteps } from '../../../../testing/own-draft.ts';
import { createLog } from '../../../platform/process/log.ts';
import { createPartnerRound } from '../../partner/round.ts';
import { ownVerifier } from '../port.ts';

let setup: HouseSetup;
beforeAll(async () => void (setup = await openHouseSetup()));
afterAll(async () => await setup.close());
afterEach(async () => await checkPurchases(setup.api));

const { verifiable, paid, pass, later, detail } = kycSteps(() => setup.api);
const { bring, save, giveAll, submit, resubmit } = draftSteps(() => setup.api);
const { done } = houseSteps(() => setup);
const db = () => setup.api.databases.main;

/** The house has what was sent in, and the program dies before it reads that. */
async function passThatDies(): Promise<void> {
  const work = setup.api.server.partners.find((one) => one.work.provider === ownVerifier)?.work;
  if (work === undefined) throw new Error('there is no house');
  const crash = (point: string) => {
    if (point === 'partner.after-send') throw new Error('killed');
  };
  const parts = { db: db(), clock: () => setup.api.clock.now(), log: createLog('silent'), crash };
  await expect(createPartnerRound(parts, work).pass()).rejects.toThrow('killed');
}

async function sentIn() {
  const person = await verifiable();
  const record = await paid(person);
  await giveAll(person, record.authNo);
  expect(await submit(person, record.authNo)).toMatchObject({ ok: true });
  return { ...record, person };
}

async function roundOf(id: string): Promise<unknown> {
  const found = await sql`select phase, round from app.house_review where record_id = ${id}`.execute(db());
  return found.rows[0];
}

const lineOf = async (authNo: string) => (await done('kyc-list')).find((line) => line.startsWith(authNo));

describe('a submission whose answer was lost', () => {
  it('is taken once, however late it is asked for again', async () => {
    const { id, authNo, person } = await sentIn();
    await passThatDies();
    expect(await detail(person, authNo)).toMatchObject({ review: 'submitted' });
    expect(await lineOf(authNo)).toMatch(/house$/);
    await later(hourMs);
    expect(await detail(person, authNo)).toMatchObject({ review: 'review' });
    expect(await roundOf(id)).toEqual({ phase: 'checking', round: 1 });
  });

  it('holds up what is sent in after it until it is known, and loses nothing of that', async () => {
    const { id, authNo, person } = await sentIn();
    await passThatDies();
    await done(`kyc-again ${authNo} idFront blurred`);
    const { items } = await detail(person, authNo);
    for (const { item, state } of items)
      if (state === 'given' && item !== 'idFront') await done(`kyc-accept-item ${authNo} ${item}`);
    await done(`kyc-decide ${authNo} again`);
    await pass();
    expect(await detail(person, authNo)).toMatchObject({ review: 'again' });
    setup.api.clock.move(1000);
    await save(person, authNo, { idFront: { fileId: await bring(person, 'identity') } });
    expect(await resubmit(person, authNo)).toMatchObject({ data: { refusal: 'provider_unavailable' } });
    await later(minuteMs);
    expect(await detail(person, authNo)).toMatchObject({ review: 'again' });
    expect(await resubmit(person, authNo)).toMatchObject({ ok: true });
    await pass();
    expect(await detail(person, authNo)).toMatchObject({ review: 'review' });
    expect(await roundOf(id)).toEqual({ phase: 'checking', round: 2 });
    expect(await lineOf(authNo)).toMatch(/house$/);
  });
});

it('what the house does not take waits for a person, who finds it and can give the payment back', async () => {
  const { id, authNo, person } = await sentIn();
  // Nothing in the program does this.
  await sql`
    update app.kyc_item set state = 'accepted' where record_id = ${id} and item = 'signature'`.execute(db());
  await pass();
  expect(await detail(person, authNo)).toMatchObject({ review: 'held' });
  expect(await roundOf(id)).toBeUndefined();
  expect(await lineOf(authNo)).toMatch(/^MK-\w+: for system, held since /);
  await later(hourMs);
  expect(await detail(person, authNo)).toMatchObject({ review: 'held' });
  await done(`kyc-refund ${authNo}`, byTwoOfHouse);
  expect(await detail(person, authNo)).toMatchObject({ review: 'final' });
});
