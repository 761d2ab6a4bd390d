import { Refusal } from '@marigold/contract/endpoint';
import type { ExplainCursor } from '@marigold/ledger/explain';
import { explainBalance } from '@marigold/ledger/explain';
import { formatUnits } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { queryable } from '../../platform/database.ts';
import { malformed } from '../../platform/transport-error.ts';
import { findAsset } from '../rate/asset.ts';
import { formatCents, freshRates, worthCents } from '../rate/worth.ts';

const pageSizeDefault = 20;

type Row = {
  code: string;
  name: string;
  kind: 'coin' | 'fiat';
  scale: number;
  decimals: number;
  available: string;
  held: string;
};

export function createWallet(): Pick<Handlers, 'wallet/asset/list' | 'wallet/asset/explain'> {
  return {
    async 'wallet/asset/list'({ fiat = 'USD' }, { db, session, now }) {
      const found = await sql<Row>`
        select a.code, a.name, a.kind, l.scale, a.decimals,
          coalesce(max(c.balance) filter (where c.kind = 'available'), 0) as available,
          coalesce(max(c.balance) filter (where c.kind = 'held'), 0) as held
        from app.asset a
        join ledger.asset l on l.id = a.ledger_id
        left join ledger.account c on c.asset_id = l.id and c.owner_id = ${session.userId} and c.kind in ('available', 'held')
        where a.is_open or c.balance > 0
        group by a.code, a.name, a.kind, l.scale, a.decimals, a.position
        order by a.position limit 100`.execute(db);
      const rates = await freshRates(db, now);
      let total = 0n;
      let complete = true;
      const list = found.rows.map((row) => {
        const units = BigInt(row.available) + BigInt(row.held);
        const cents = worthCents(rates, { asset: row.code, units, scale: row.scale }, fiat);
        if (cents !== undefined) total += cents;
        else if (units > 0n) complete = false;
        return {
          currency: row.code,
          name: row.name,
          kind: row.kind,
          scale: row.scale,
          decimals: row.decimals,
          available: formatUnits(BigInt(row.available), row.scale),
          held: formatUnits(BigInt(row.held), row.scale),
          worth: cents === undefined ? null : formatCents(cents),
        };
      });
      return { fiat, total: formatCents(total), complete, time: now, list };
    },

    async 'wallet/asset/explain'({ currency, cursor, size = pageSizeDefault }, { db, session }) {
      const asset = await findAsset(db, currency);
      if (asset === undefined) return new Refusal('asset_unknown', { currency }, 'currency');
      const place = cursor === undefined ? null : readCursor(cursor);
      const page = await explainBalance(queryable(db), {
        owner: session.userId,
        assetId: asset.ledgerId,
        kinds: ['available'],
        cursor: place,
        size,
      });
      const held = await heldUnits(db, session.userId, asset.ledgerId);
      const journals = page.lines.map(({ journalId }) => journalId);
      const bills = await sql<{ id: string; journal_id: bigint }>`
        select id, journal_id from app.bill
        where user_id = ${session.userId} and journal_id = any(${journals}::bigint[])`.execute(db);
      const billOf = new Map(bills.rows.map(({ id, journal_id }) => [journal_id, id]));
      return {
        currency: asset.code,
        scale: asset.scale,
        available: formatUnits(page.balance, asset.scale),
        held: formatUnits(held, asset.scale),
        count: page.count,
        list: page.lines.map(({ journalId, line, createdAt, kind, delta, after }) => ({
          journal: String(journalId),
          line,
          time: createdAt,
          kind,
          delta: formatUnits(delta, asset.scale),
          after: formatUnits(after, asset.scale),
          billId: billOf.get(journalId) ?? null,
        })),
        next: page.next === null ? null : `${page.next.journalId}.${page.next.line}`,
      };
    },
  };
}

/** `journal.line` of the last posting of the page before. */
function readCursor(text: string): ExplainCursor {
  const match = /^(\d{1,18})\.(\d{1,4})$/.exec(text);
  if (match === null) throw malformed('cursor');
  return { journalId: BigInt(match[1] ?? '0'), line: Number(match[2]) };
}

async function heldUnits(db: Database, userId: string, assetId: number): Promise<bigint> {
  const found = await sql<{ balance: string }>`
    select balance from ledger.account
    where owner_id = ${userId} and asset_id = ${assetId} and kind = 'held'`.execute(db);
  return BigInt(found.rows[0]?.balance ?? '0');
}
