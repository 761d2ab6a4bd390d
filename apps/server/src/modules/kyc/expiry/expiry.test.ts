/** Documents run out: reminders by the clock, and what ends with the last day. */
import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi } from '../../../../testing/api.ts';
import {
  documentFor,
  identityFrozen,
  kycSteps,
  kycVerdicts,
  startKycApi,
} from '../../../../testing/kyc-steps.ts';
import { annaRead, type ScriptedCompany } from '../../../../testing/kyc.ts';

let api: TestApi;
let company: ScriptedCompany;
beforeAll(async () => {
  ({ api, company } = await startKycApi());
});
afterAll(async () => await api.close());

const { verifiable, signedInAgain, detail, statusOf, noticesOf } = kycSteps(() => api);
const { approved, frozenOf, runClock } = kycVerdicts(
  () => api,
  () => company,
);

describe('a document', () => {
  it('that runs out is told of 30, 7 and 1 days before, once each, and ends its record with its day', async () => {
    const person = await verifiable();
    const { authNo, id } = await approved(person, documentFor(api, 33, 'RUN2'));
    const { rows } = await sql<{ last: string }>`
      select expires_on::text as last from app.kyc_record where id = ${id}`.execute(api.databases.main);
    const last = Date.parse(rows[0]?.last ?? '');
    const days = async () => {
      const found = await sql<{ days: number }>`
        select (facts->>'days')::int as days from app.notice where user_id = ${person.id} and kind = 'kycExpiring'
        order by id`.execute(api.databases.main);
      return found.rows.map((row) => row.days);
    };
    /** To a moment of the day that is so many days before the last one, with the job each minute from there for a while. */
    const minutesFrom = async (before: number, ofDay: number, minutes: number) => {
      api.clock.move(last - before * dayMs + ofDay - api.clock.now());
      for (let minute = 0; minute < minutes; minute += 1) {
        await runClock();
        api.clock.move(minuteMs);
      }
    };
    await minutesFrom(31, dayMs - 5 * minuteMs, 4);
    expect(await days()).toEqual([]);
    for (let before = 30; before > 0; before -= 1) {
      await minutesFrom(before, 0, 4);
      await minutesFrom(before, 13 * hourMs, 2);
    }
    expect(await days()).toEqual([30, 7, 1]);
    const again = await signedInAgain(person);
    expect(await statusOf(again)).toMatchObject({ level: 3 });
    // Good through its last minute, over with the next.
    await minutesFrom(0, dayMs - 3 * minuteMs, 2);
    expect(await statusOf(again)).toMatchObject({ level: 3, nextStep: 'done' });
    expect(await frozenOf(again)).toEqual([]);
    await minutesFrom(-1, 0, 3);
    expect(await statusOf(again)).toMatchObject({ level: 1, nextStep: 'order' });
    expect(await detail(again, authNo)).toMatchObject({
      status: 'disabled',
      reason: 'expired',
      review: 'approved',
    });
    expect(await frozenOf(again)).toEqual(identityFrozen);
    expect(await days()).toEqual([30, 7, 1]);
    expect((await noticesOf(person)).filter((kind) => kind === 'kycDisabled')).toHaveLength(1);
  });

  it('is told of once where the program was away, with the days that there are', async () => {
    const person = await verifiable();
    await approved(person, documentFor(api, 31, 'RUN3'));
    api.clock.move(26 * dayMs);
    await runClock();
    await runClock();
    expect((await noticesOf(person)).filter((kind) => kind === 'kycExpiring')).toHaveLength(1);
  });

  it('that runs out beside another one leaves the level, freezes nothing, and reminds nobody', async () => {
    const person = await verifiable();
    const short = await approved(person, documentFor(api, 31, 'RUN4'));
    await approved(person, { ...annaRead, idNumber: 'LONG4' });
    api.clock.move(32 * dayMs);
    await runClock();
    const again = await signedInAgain(person);
    expect(await detail(again, short.authNo)).toMatchObject({ status: 'disabled', reason: 'expired' });
    expect(await statusOf(again)).toMatchObject({ level: 3, nextStep: 'done' });
    expect(await frozenOf(again)).toEqual([]);
    expect(await noticesOf(person)).not.toContain('kycExpiring');
  });
});
