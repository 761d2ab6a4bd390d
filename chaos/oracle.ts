/**
 * The proof, from outside: what the clients were told, kept as a model in whole units, against every row that the
 * database holds. It shares no code with what it judges.
 */
import type { Query, DatabaseRow } from './database.ts';
import type { ChaosFindings } from './findings.ts';
import { tradeChanges } from './order-oracle.ts';
import type { PaymentIntent } from './payments.ts';

/** Balances of people by `username asset`, in ledger units. */
export type Balances = ReadonlyMap<string, bigint>;

export async function readBalances(query: Query): Promise<Balances> {
  const rows = await query(`
    select p.username || ' ' || s.code as place, a.balance::text as balance
    from ledger.account a join app.person p on p.id = a.owner_id join ledger.asset s on s.id = a.asset_id
    where a.kind = 'available'`);
  return new Map(rows.map((row) => [text(row, 'place'), BigInt(text(row, 'balance'))]));
}

/** All people and the house's fees together per asset, and whether anything is below zero or does not sum to zero, in one snapshot. */
export async function readTotals(query: Query): Promise<{ totals: string; problems: string[] }> {
  const rows = await query(`
    select asset_id::text as asset, sum(balance)::text as everything,
      coalesce(sum(balance) filter (where is_owned or kind = 'fee'), 0)::text as owned,
      count(*) filter (where floor_zero and balance < 0)::text as negative
    from ledger.account group by asset_id order by asset_id`);
  const problems = rows.flatMap((row) => [
    ...(text(row, 'everything') === '0' ? [] : [`asset ${row['asset']} sums to ${row['everything']}`]),
    ...(text(row, 'negative') === '0'
      ? []
      : [`${row['negative']} accounts of asset ${row['asset']} below zero`]),
  ]);
  return { totals: rows.map((row) => `${row['asset']}:${row['owned']}`).join(' '), problems };
}

export interface Evidence {
  readonly intents: ReadonlyMap<string, PaymentIntent>;
  readonly opening: Balances;
  readonly query: Query;
  readonly findings: ChaosFindings;
}

/** Compares everything; the program is up and nobody writes. */
export async function judge(evidence: Evidence): Promise<void> {
  const applied = await judgeTransfers(evidence);
  await judgeStories(evidence);
  await judgeBalances(evidence, applied);
  await judgeAudit(evidence);
}

/** requestIds of the refused intents that were applied all the same: a late attempt came after the refusal. */
export async function appliedAfterRefusal({
  intents,
  query,
}: Pick<Evidence, 'intents' | 'query'>): Promise<string[]> {
  const rows = await query('select distinct note from app.transfer where note is not null');
  return rows
    .map((row) => text(row, 'note'))
    .filter((note) => intents.get(note)?.refusal !== undefined && intents.get(note)?.billId === undefined);
}

/** Every acknowledged intent once and as it was asked; no other one at all. Answers what was applied. */
async function judgeTransfers({ intents, query, findings }: Evidence): Promise<PaymentIntent[]> {
  const rows = await query(`
    select t.note, t.asset, t.units::text as units, s.username as sender, r.username as recipient, b.id::text as bill
    from app.transfer t
    join app.person s on s.id = t.sender_id
    join app.person r on r.id = t.recipient_id
    left join app.bill b on b.transfer_id = t.id and b.user_id = t.sender_id`);
  const found = Map.groupBy(rows, (row) => text(row, 'note'));
  for (const note of found.keys())
    if (!intents.has(note)) findings.add('phantom', `a transfer that nobody asked for: ${note}`);
  const applied: PaymentIntent[] = [];
  for (const intent of intents.values()) {
    const [row, ...more] = found.get(intent.requestId) ?? [];
    if (more.length > 0) findings.add('duplicated', `${intent.requestId} applied ${more.length + 1} times`);
    if (intent.billId === undefined) {
      if (row !== undefined)
        findings.add('phantom', `${intent.requestId} was refused with ${intent.refusal} and is there`);
      continue;
    }
    applied.push(intent);
    if (row === undefined) {
      findings.add('lost', `${intent.requestId} was acknowledged as bill ${intent.billId} and is not there`);
      continue;
    }
    const key = [
      intent.currency,
      intent.units,
      intent.sender.username,
      intent.payee.username,
      intent.billId,
    ].join();
    const stored = [row['asset'], row['units'], row['sender'], row['recipient'], row['bill']].join();
    if (key !== stored)
      findings.add('lost', `${intent.requestId} was acknowledged as ${key} and is ${stored}`);
  }
  return applied;
}

/** Journal, posting, transfer, both bills and the key are one story; what was refused left none of them. */
async function judgeStories({ query, findings }: Evidence): Promise<void> {
  const rows = await query(`
    select 'a journal without its transfer' as what, j.id::text as id from ledger.journal j
      where j.kind = 'transfer' and not exists (select from app.transfer t where t.journal_id = j.id)
    union all
    select 'a posting that is not its transfer', t.id::text from app.transfer t
      where (select count(*) from ledger.posting p where p.journal_id = t.journal_id) <> 1
        or not exists (
          select from ledger.posting p
          join ledger.account f on f.id = p.from_account and f.owner_id = t.sender_id and f.kind = 'available'
          join ledger.account i on i.id = p.to_account and i.owner_id = t.recipient_id and i.kind = 'available'
          join ledger.asset s on s.id = p.asset_id and s.code = t.asset
          where p.journal_id = t.journal_id and p.units = t.units)
    union all
    select 'a transfer without exactly its two bills', t.id::text from app.transfer t
      where (select count(*) from app.bill b where b.transfer_id = t.id) <> 2
        or (select count(*) from app.bill b where b.transfer_id = t.id and b.asset = t.asset and b.units = t.units
              and b.status = 'success' and b.journal_id = t.journal_id
              and ((b.user_id = t.sender_id and b.direction = 'out' and b.type = 'TRANSFER')
                or (b.user_id = t.recipient_id and b.direction = 'in' and b.type = 'COLLECTION'))) <> 2
    union all
    select 'a key without its transfer', k.request_id::text from app.request_key k
      where k.path = 'transfer/internal'
        and not exists (select from app.bill b where b.id::text = k.answer->>'billId'
                        and b.note = k.request_id::text and k.scope = 'user:' || b.user_id)
    union all
    select 'a transfer without its key', t.id::text from app.transfer t
      where not exists (select from app.request_key k
                        where k.request_id::text = t.note and k.scope = 'user:' || t.sender_id)
    union all
    select 'a used code without its transfer', c.id::text from app.challenge c
      where c.state = 'used' and (select count(*) from app.transfer t where t.challenge_id = c.id) <> 1
    union all
    select 'bills that do not sum to the balance', a.id::text from ledger.account a
      join ledger.asset s on s.id = a.asset_id
      where a.kind = 'available' and a.balance <> (
        select coalesce(sum(case b.direction when 'in' then b.units else -b.units end), 0)
        from app.bill b where b.user_id = a.owner_id and b.asset = s.code)`);
  for (const row of rows) findings.add('torn', `${row['what']}: ${row['id']}`);
}

async function judgeBalances(
  { opening, query, findings }: Evidence,
  applied: readonly PaymentIntent[],
): Promise<void> {
  const model = new Map(opening);
  const change = (place: string, units: bigint): void =>
    void model.set(place, (model.get(place) ?? 0n) + units);
  for (const { sender, payee, currency, units } of applied) {
    change(`${sender.username} ${currency}`, -units);
    change(`${payee.username} ${currency}`, units);
  }
  for (const [place, units] of await tradeChanges(query)) change(place, units);
  const real = await readBalances(query);
  for (const place of new Set([...model.keys(), ...real.keys()])) {
    const [expected, found] = [model.get(place) ?? 0n, real.get(place) ?? 0n];
    if (expected !== found) findings.add('balance', `${place} is ${found} instead of ${expected}`);
    if (found < 0n) findings.add('balance', `${place} is below zero: ${found}`);
  }
  for (const problem of (await readTotals(query)).problems) findings.add('balance', problem);
}

/** The product's own auditor over everything, and the chain of its audit log. */
async function judgeAudit({ query, findings }: Evidence): Promise<void> {
  for (const row of await query('select what, id::text as id from ledger.audit(true)'))
    findings.add('audit', `${row['what']}: ${row['id']}`);
  for (const row of await query('select reason from ledger.halt'))
    findings.add('audit', `halted: ${row['reason']}`);
  for (const row of await query('select what from audit.verify()'))
    findings.add('audit', `audit log: ${row['what']}`);
}

function text(row: DatabaseRow, column: string): string {
  return row[column] ?? '';
}
