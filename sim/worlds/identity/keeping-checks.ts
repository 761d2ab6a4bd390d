/** Long after a history: what ended is gone, and what is in use is not. */
import { dayMs, hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import { testKeeping } from '../../../apps/server/testing/kyc.ts';
import type { Crowd } from './crowd.ts';

/** Leap days and all. */
const termMs = (testKeeping.years * 365 + 2) * dayMs;
const roundsOfErasing = 3;

/**
 * Long after a history: what ended is erased, here and at every company that had it, and nothing that is in use is. The
 * companies' own books say whom they still know.
 */
export async function keepingProblems({ setup, companies }: Crowd): Promise<string[]> {
  const inUse = await listRecords(setup.db, false);
  setup.clock.move(termMs);
  await setup.kyc.jobs['kycErase']?.({});
  for (let round = 0; round < roundsOfErasing; round += 1) {
    for (const company of companies) await setup.round(company.lineOf([]));
    await setup.round(setup.house);
    setup.clock.move(hourMs);
  }
  const ended = await listRecords(setup.db, true);
  const remembered = companies.flatMap(({ id, truthOf }) =>
    ended.flatMap((record) =>
      truthOf(record) === undefined ? [] : [`${record} is erased, and company ${id} still knows it`],
    ),
  );
  return [...(await leftBehind(setup.db, inUse)), ...(await leftAtHouse(setup.db)), ...remembered];
}

async function listRecords(db: Crowd['setup']['db'], isEnded: boolean): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id from app.kyc_record where (status = 'disabled') = ${isEnded}`.execute(db);
  return found.rows.map(({ id }) => id);
}

async function leftBehind(db: Crowd['setup']['db'], inUse: readonly string[]): Promise<string[]> {
  const found = await sql<{ what: string }>`
    select 'the term of ' || r.id || ' is over, and there is still its ' || w.what as what
      from app.kyc_record r join app.identity_key k on k.record_id = r.id
      cross join lateral (values ('key', k.wrapped is not null or k.erased_at is null), ('text', k.fields is not null),
        ('page', r.page is not null),
        ('value', exists (select from app.kyc_item i where i.record_id = r.id and num_nonnulls(i.value, i.file_id) > 0)),
        ('quotation', exists (select from app.kyc_item i where i.record_id = r.id and i.words is not null))) as w (what, lies)
      where r.status = 'disabled' and w.lies
    union all
    select 'no company confirmed that it forgot ' || d.record_id || ': ' || d.provider
      from app.identity_disclosure d join app.kyc_record r on r.id = d.record_id
      where r.status = 'disabled' and d.erased_at is null
    union all
    select 'in use, and erased: ' || k.record_id from app.identity_key k
      where k.record_id = any(${[...inUse]}::uuid[]) and k.wrapped is null
    union all
    select 'the audit log counts ' || counted || ' erased records of ' || erased
      from (select count(*) filter (where erased_at is not null) as erased from app.identity_key) as k
      cross join (select coalesce(sum((detail->>'records')::int), 0) as counted from audit.event
        where action = 'kyc.erased') as e
      where counted <> erased`.execute(db);
  return found.rows.map(({ what }) => what);
}

/** What its persons found of whom, and pictures. */
async function leftAtHouse(db: Crowd['setup']['db']): Promise<string[]> {
  const found = await sql<{ what: string }>`
    select h.record_id || ' is erased, and the house still knows it' as what
      from app.house_review h join app.kyc_record r on r.id = h.record_id where r.status = 'disabled'
    union all
    select 'a picture lies there that nothing names: ' || f.id from app.file f
      where f.kind in ('identity', 'signature') and f.expires_at is null
        and not exists (select from app.kyc_item i where i.file_id = f.id)`.execute(db);
  return found.rows.map(({ what }) => what);
}
