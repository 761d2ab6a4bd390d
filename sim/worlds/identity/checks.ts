/** What must be true of identities, asked of rows, of the ledger, and of what the companies wrote down themselves. */
import { hourMs } from '@marigold/money/spans';
import type { KycItem, KycReviewState } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';

import { documentIn } from './book.ts';
import type { CompanyTruth, SimCompany } from './company.ts';
import type { Crowd } from './crowd.ts';
import { dueOfHouse, houseProblems, wrongHouse } from './house-checks.ts';
import { priceUnits } from './people.ts';
import type { ArrivedEvents } from './world.ts';

/** Written down a second time: what level 2 needs, and what level 3 needs beside it. */
const needed = ['names', 'birthday', 'nationality', 'idNumber', 'issuingRegion', 'expiry', 'idFront'];
/** A company has seen its person live; to the house they have signed. */
const liveness = 'liveness';
const neededAtCompany = [...needed, liveness];
const signature = 'signature';
const proof = 'addressProof';
const monthMs = 30 * 24 * hourMs;

type Row = {
  readonly orderId: string;
  readonly userId: string;
  readonly purpose: string;
  readonly state: string;
  readonly result: string | null;
  readonly purchase: string | null;
  readonly recordId: string | null;
  readonly status: string;
  readonly review: KycReviewState | null;
  readonly reason: string | null;
  readonly provider: string | null;
  readonly attempts: number;
  readonly accepted: readonly string[];
  readonly changedAt: number;
  /** When it was approved, whether or not it still is. */
  readonly approvedAt: number | null;
};

/** What one statement each can see, in the middle of everything. */
export async function identityStepProblems({ setup }: Pick<Crowd, 'setup'>): Promise<string[]> {
  const found = await sql<{ what: string }>`
    with level as (
      select p.id, p.kyc_level as has, coalesce(max(case
        when r.review = 'approved' and r.status <> 'disabled' and r.purpose = 'system' and a.items @> ${needed}::text[]
          and case when r.provider = 'house' then ${signature} else ${liveness} end = any(a.items)
        then case when ${proof} = any(a.items) then 3 else 2 end end), 1) as due
      from app.person p left join app.kyc_record r on r.user_id = p.id
      left join lateral (
        select array_agg(i.item) as items from app.kyc_item i where i.record_id = r.id and i.state = 'accepted') a on true
      group by p.id, p.kyc_level)
    select 'the level of ' || id || ' is ' || has || ', its records give ' || due as what from level where has <> due
    union all
    select 'approved without all that was needed: ' || r.auth_no from app.kyc_record r
      cross join lateral (select coalesce(array_agg(i.item), '{}') as items from app.kyc_item i
        where i.record_id = r.id and i.state = 'accepted') a
      where r.review = 'approved' and not (a.items @> ${needed}::text[]
        and case when r.provider = 'house' then ${signature} else ${liveness} end = any(a.items))
    union all
    select 'a purchase and its order tell different stories: ' || o.id || ' ' || o.state || ' ' || coalesce(u.state, 'none')
      from app.kyc_order o left join app.purchase u on u.object_id = o.id
      where coalesce(u.state, 'none') <> case o.state when 'paid' then 'paid' when 'completed' then 'earned'
        when 'cancelled' then case when u.id is null then 'none' else 'refunded' end else 'none' end
    union all
    select 'the books are broken: ' || what || ' ' || id from app.broken_purchases
    union all
    select 'the books are broken: ' || what || ' ' || id from app.broken_trust`.execute(setup.db);
  return found.rows.map(({ what }) => what);
}

/** Every promise at the end of a history. */
export async function identityProblems(crowd: Crowd, arrived: ArrivedEvents): Promise<string[]> {
  const rows = await readRows(crowd);
  return [
    ...(await identityStepProblems(crowd)),
    ...rows.flatMap((row) => wrongEnd(crowd, row)),
    ...rows.flatMap((row) => wrongReview({ crowd, arrived, rows }, row)),
    ...twiceTaken(crowd, rows),
    ...(await houseProblems(crowd)),
    ...(await repeatedItems(crowd)),
    ...(await loosePayments(crowd)),
    ...(await wrongPurses(crowd)),
    ...(await wrongEvents(crowd, arrived)),
    ...(await crowd.setup.brokenBooks()),
  ];
}

async function readRows({ setup }: Crowd): Promise<readonly Row[]> {
  const found = await sql<Row>`
    select o.id as "orderId", o.user_id as "userId", o.purpose, o.state, o.result, u.state as purchase,
      r.id as "recordId", r.status, r.review, r.reason, r.provider, r.attempts, r.changed_at as "changedAt",
      (select min(s.at) from app.kyc_step s where s.record_id = r.id and s.review = 'approved') as "approvedAt",
      array(select i.item from app.kyc_item i where i.record_id = r.id and i.state = 'accepted') as accepted
    from app.kyc_order o left join app.purchase u on u.object_id = o.id
    left join app.kyc_record r on r.order_id = o.id`.execute(setup.db);
  return found.rows;
}

/** What was paid ended once, or waits for its person or for one of the house; what was not paid is nothing. */
function wrongEnd({ paid }: Crowd, { orderId, state, result, purchase, review, reason }: Row): string[] {
  const says = (what: string): string[] => [
    `order ${orderId} is ${state}, ${purchase ?? 'unpaid'}, ${review}: ${what}`,
  ];
  if (!paid.has(orderId)) {
    const isOver = state === 'cancelled' || state === 'overdue';
    return isOver && purchase === null && review === null ? [] : says('nobody paid it');
  }
  if (state === 'completed') {
    const isOne = purchase === 'earned' && (result === 'approved' || result === 'final');
    if (!isOne || (review !== 'approved' && review !== 'final')) return says('it is not earned by a result');
    return reason === 'provider_away' ? says('its company was away, and it is earned') : [];
  }
  if (state === 'cancelled')
    return purchase === 'refunded' && reason === 'provider_away'
      ? []
      : says('it came back, and its record goes on');
  const isWaiting =
    state === 'paid' && purchase === 'paid' && ['draft', 'again', 'held'].includes(review ?? '');
  return isWaiting ? [] : says('it waits for nobody');
}

type Known = { readonly crowd: Crowd; readonly arrived: ArrivedEvents; readonly rows: readonly Row[] };

/** The state of a record that the house checks is what its persons did about it. */
function wrongAtHouse({ crowd, rows }: Known, row: Row): string[] {
  const { recordId, review, userId, purpose, reason } = row;
  const record = recordId === null ? undefined : crowd.book.get(recordId);
  if (record === undefined) return [`nobody gave ${recordId} to the house`];
  const isOthers = (): boolean =>
    purpose === 'system' && ownersOf(crowd, rows, documentIn(record)).some((one) => one !== userId);
  const due = dueOfHouse(record, isOthers);
  const is = `${review} (${reason ?? 'no reason'})`;
  const wrong = due === review ? [] : [`record ${recordId} is ${is}: the house makes it ${due}`];
  return [...wrong, ...wrongHouse(record, row)];
}

/** The state of a record is what its company did about it. */
function wrongReview(known: Known, row: Row): string[] {
  const { recordId, provider, review, reason } = row;
  if (recordId === null || review === null) return [];
  const says = (what: string): string[] => [
    `record ${recordId} is ${review} (${reason ?? 'no reason'}): ${what}`,
  ];
  if (provider === 'house') return wrongAtHouse(known, row);
  const truth = truthOf(known.crowd, recordId, provider);
  const requested = (truth?.verdicts ?? []).filter(
    ({ outcome, again }) => outcome === 'again' && again.length > 0,
  );
  if (row.attempts > requested.length)
    return says(`${row.attempts} attempts for ${requested.length} verdicts`);
  if (review === 'final') {
    const wrong = wrongFinal(known, row, truth, requested.length);
    return wrong === undefined ? [] : says(wrong);
  }
  const due = dueReview(known, row, truth);
  if (due === review) return [];
  // Nobody told of a later verdict: an approved one is not asked for any more.
  if (review === 'approved' && (known.arrived.hinted.get(recordId) ?? 0) < (lastAt(truth) ?? 0) + hourMs)
    return [];
  return says(`its company makes it ${due}`);
}

function truthOf({ companies }: Crowd, recordId: string, provider: string | null): CompanyTruth | undefined {
  return companies.find(({ id }: SimCompany) => id === provider)?.truthOf(recordId);
}

function lastAt(truth: CompanyTruth | undefined): number | undefined {
  return truth?.verdicts.at(-1)?.at;
}

function wrongFinal(
  { arrived }: Known,
  { recordId, provider, reason, attempts, changedAt, status }: Row,
  truth: CompanyTruth | undefined,
  requested: number,
): string | undefined {
  if (status !== 'disabled') return 'it is over, and not disabled';
  const outcomes = truth?.verdicts.map(({ outcome }) => outcome) ?? [];
  if (reason === 'refused') return outcomes.includes('final') ? undefined : 'its company did not refuse it';
  if (reason === 'attempts_used')
    return attempts === 3 && requested >= 3
      ? undefined
      : `${requested} verdicts asked again, ${attempts} counted`;
  if (reason === 'withdrawn') {
    const at = outcomes.indexOf('passed');
    return at >= 0 && outcomes.slice(at).includes('final') ? undefined : 'its company did not withdraw it';
  }
  if (reason !== 'provider_away') return 'for no reason';
  const answers = arrived.heard.filter((one) => one.applicant === recordId && one.provider === provider);
  const late = answers.findLast(({ at }) => at < changedAt && at > changedAt - 72 * hourMs);
  return late && `it was given back, and its company had answered: ${late.answer}`;
}

/** Worked out from the company's own book, a second time. */
function dueReview(known: Known, row: Row, truth: CompanyTruth | undefined): KycReviewState | 'unfinished' {
  if (truth === undefined || truth.row.rounds === 0) return 'draft';
  const { phase, outcome, items, read } = truth.row;
  if (phase === 'held') return 'held';
  if (phase !== 'done') return 'unfinished';
  if (outcome === 'final') return 'final';
  if (outcome === 'again') {
    const before = new Set(truth.verdicts.slice(0, -1).flatMap(({ accepted }) => accepted));
    // What was accepted once is asked of nobody again: where nothing else is named, a person finds out what is meant.
    const isNew = (item: KycItem): boolean => !before.has(item) || !row.accepted.includes(item);
    return items.some(({ item, verdict }) => verdict === 'again' && isNew(item)) ? 'again' : 'held';
  }
  const good = items.filter(({ verdict }) => verdict === 'accepted').map(({ item }) => String(item));
  const isWhole = neededAtCompany.every((item) => good.includes(item));
  if (!isWhole || read === null) return 'held';
  const at = known.crowd.setup.clock.now();
  if (read.expiry !== null && Date.parse(read.expiry) < at + monthMs) return 'held';
  const { birthday } = read;
  const birth18 = `${Number(birthday.slice(0, 4)) + 18}${birthday.slice(4)}`;
  if (Date.parse(birth18) > at) return 'held';
  const isOthers =
    row.purpose === 'system' &&
    ownersOf(known.crowd, known.rows, documentAt(truth)).some((one) => one !== row.userId);
  return isOthers ? 'held' : 'approved';
}

function documentAt({ row: { read } }: CompanyTruth): string {
  if (read === null) return '';
  return [read.issuingRegion, read.idType, read.idNumber.replaceAll(' ', '').toUpperCase()].join('/');
}

/** The document of a record, as whoever checked it saw it; empty: none was seen. */
function documentOf(crowd: Crowd, { recordId, provider }: Row): string {
  if (recordId === null) return '';
  const record = provider === 'house' ? crowd.book.get(recordId) : undefined;
  if (record !== undefined) return documentIn(record);
  const truth = truthOf(crowd, recordId, provider);
  return truth === undefined ? '' : documentAt(truth);
}

/** Whose accounts were ever approved by a document. */
function ownersOf(crowd: Crowd, rows: readonly Row[], document: string): readonly string[] {
  const owners = rows.flatMap((row) => {
    const isHeld = row.recordId !== null && row.approvedAt !== null && row.purpose === 'system';
    return isHeld && documentOf(crowd, row) === document ? [row.userId] : [];
  });
  return [...new Set(owners)];
}

/** One document, one account. */
function twiceTaken(crowd: Crowd, rows: readonly Row[]): string[] {
  const documents = new Set(rows.map((row) => documentOf(crowd, row)));
  return [...documents].flatMap((document) => {
    const owners = document === '' ? [] : ownersOf(crowd, rows, document);
    return owners.length > 1
      ? [`one document, ${owners.length} accounts: ${document} ${owners.join(' ')}`]
      : [];
  });
}

/** What a record asks for only shrinks: an accepted item is not given to a company again, and stays accepted. */
async function repeatedItems({ setup }: Crowd): Promise<string[]> {
  const found = await sql<{ what: string }>`
    with wish as (
      select c.id, c.object_id, c.provider, c.created_at, (c.request->>'attempt')::int as attempt,
        array(select jsonb_array_elements_text(c.request->'items')) as items from app.partner_call c)
    select 'an accepted item is asked again: ' || b.object_id || ' ' || b.items::text as what
      from wish a join wish b on b.object_id = a.object_id and b.provider = a.provider and b.created_at > a.created_at
      where not a.items @> b.items
    union all
    select 'an accepted item is asked again: ' || w.object_id || ' ' || i.item
      from wish w join app.kyc_item i on i.record_id = w.object_id and i.state = 'accepted' and i.changed_at < w.created_at
      where i.item = any(w.items)
    union all
    select 'an accepted item is lost: ' || w.object_id || ' ' || i.item
      from wish w join app.kyc_record r on r.id = w.object_id and r.provider = w.provider
      join app.kyc_item i on i.record_id = w.object_id and i.state not in ('accepted', 'missing')
      where not i.item = any(w.items)`.execute(setup.db);
  return found.rows.map(({ what }) => what);
}

/** By the steps that were written down. */
async function loosePayments({ setup }: Crowd): Promise<string[]> {
  const found = await sql<{ what: string }>`
    select 'an order is paid after its half hour: ' || o.id as what from app.kyc_order o
      join app.kyc_order_step s on s.order_id = o.id and s.state = 'paid' and s.at >= o.expires_at
    union all
    select 'two bills for one end of ' || o.id from app.kyc_order o join app.purchase u on u.object_id = o.id
      join app.bill b on b.belongs_to = u.bill_id group by o.id having count(*) > 1
    union all
    select 'given to a company without an agreement: ' || c.object_id from app.partner_call c
      where not exists (select from app.identity_disclosure d where d.record_id = c.object_id and d.provider = c.provider)
    union all
    select 'given back, and its company was chosen within 72 hours: ' || r.id from app.kyc_record r
      where r.reason = 'provider_away' and not exists (select from app.partner_call c
        where c.object_id = r.id and c.provider = r.provider and c.created_at <= r.changed_at - interval '72 hours')
    union all
    select 'two documents for one key' from app.identity_index group by hmac, use having count(*) > 1`.execute(
    setup.db,
  );
  return found.rows.map(({ what }) => what);
}

/** Everybody has what they began with, less one price for each order that is earned or still open. */
async function wrongPurses({ setup }: Crowd): Promise<string[]> {
  const found = await sql<{ what: string }>`
    with due as (
      select p.id, a.code, a.ledger_id,
        coalesce((select sum(t.units) from ledger.posting t join ledger.journal j on j.id = t.journal_id
          join ledger.account c on c.id = t.to_account where j.kind = 'demo' and c.owner_id = p.id and c.asset_id = a.ledger_id), 0)
        - ${String(priceUnits)}::numeric * (select count(*) from app.purchase u join app.kyc_order o on o.id = u.object_id
          where o.user_id = p.id and u.asset = a.code and o.state in ('paid', 'completed')) as units
      from app.person p cross join app.asset a where a.code in ('USDT', 'USDC'))
    select 'the money of ' || d.id || ' is ' || coalesce(c.balance, 0) || ' ' || d.code || ' and should be ' || d.units as what
      from due d left join ledger.account c on c.owner_id = d.id and c.asset_id = d.ledger_id and c.kind = 'available'
      where coalesce(c.balance, 0) <> d.units
    union all
    select k.kind || ' is ' || coalesce(c.balance, 0) || ' ' || a.code || ' and should be ' || k.units
      from app.asset a cross join lateral (
        select 'fee' as kind, ${String(priceUnits)}::numeric * count(*) filter (where o.state = 'completed') as units
          from app.kyc_order o join app.purchase u on u.object_id = o.id and u.asset = a.code
        union all
        select 'unearned', ${String(priceUnits)}::numeric * count(*) filter (where o.state = 'paid')
          from app.kyc_order o join app.purchase u on u.object_id = o.id and u.asset = a.code) k
      left join ledger.account c on c.owner_id is null and c.asset_id = a.ledger_id and c.kind = k.kind
      where a.code in ('USDT', 'USDC') and coalesce(c.balance, 0) <> k.units`.execute(setup.db);
  return found.rows.map(({ what }) => what);
}

/** Every event that was rightly signed is stored once, and nothing else is. */
async function wrongEvents({ setup }: Crowd, { events }: ArrivedEvents): Promise<string[]> {
  const found = await sql<{ name: string; times: number }>`
    select provider || ' ' || encode(body_sha256, 'hex') as name, times from app.partner_event`.execute(
    setup.db,
  );
  const stored = new Map(found.rows.map(({ name, times }) => [name, times]));
  const names = new Set([...stored.keys(), ...events.keys()]);
  return [...names].flatMap((name) =>
    stored.get(name) === events.get(name)
      ? []
      : [`event ${name} came ${events.get(name) ?? 0} times and is stored ${stored.get(name) ?? 0} times`],
  );
}
