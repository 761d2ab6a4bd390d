import { Refusal } from '@marigold/contract/endpoint';
import { explainBalance } from '@marigold/ledger/explain';
import { formatUnits } from '@marigold/money/amount';
import { plus } from '@marigold/money/brand';

import type { Database } from '../../platform/database/database.ts';
import { queryable } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import { malformed } from '../../platform/http/transport-error.ts';
import { findAsset } from '../asset/views.ts';
import { listBillsOfJournals } from '../bill/views.ts';
import { formatCents, noCents, worthHalfUp } from '../rate/worth.ts';
import { createBalances } from './balances.ts';
import { sumHeld } from './store.ts';

const pageSizeDefault = 20;

export function createWallet({
  db: main,
}: {
  db: Database;
}): Pick<Handlers, 'wallet/asset/list' | 'wallet/asset/explain'> {
  const { holdingsOf, pricesNow } = createBalances(main);
  return {
    async 'wallet/asset/list'({ fiat = 'USD' }, { session, now }) {
      const [holdings, prices] = await Promise.all([holdingsOf(session.userId), pricesNow()]);
      let total = noCents;
      let complete = true;
      const list = prices.linesIn(fiat, now).flatMap((line) => {
        const holding = holdings.get(line.ledgerId);
        if (holding === undefined) return line.isOpen ? [line.empty] : [];
        const { available, held, locked } = holding;
        const units = available + held;
        if (!line.isOpen && units === 0n) return [];
        const cents = line.rate === undefined ? undefined : worthHalfUp(line.rate, units, line.empty.scale);
        if (cents !== undefined) total = plus(total, cents);
        else if (units > 0n) complete = false;
        return [
          {
            ...line.empty,
            available: formatUnits(available, line.empty.scale),
            held: formatUnits(held, line.empty.scale),
            locked: formatUnits(locked < available ? locked : available, line.empty.scale),
            worth: cents === undefined ? null : formatCents(cents),
          },
        ];
      });
      return { fiat, total: formatCents(total), complete, time: now, list };
    },

    async 'wallet/asset/explain'({ currency, cursor, size = pageSizeDefault }, { db, session }) {
      const asset = await findAsset(db, currency);
      if (asset === undefined) return new Refusal('asset_unknown', { currency }, 'currency');
      const page = await explainBalance(queryable(db), {
        owner: session.userId,
        assetId: asset.ledgerId,
        kind: 'available',
        cursor: cursor === undefined ? null : readCursor(cursor),
        size,
      });
      const held = await sumHeld(db, session.userId, asset.ledgerId);
      const journals = page.lines.map(({ journalId }) => journalId);
      const bills = await listBillsOfJournals(db, { userId: session.userId, asset: asset.code, journals });
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
          billId: bills.get(journalId) ?? null,
        })),
        next: page.next === null ? null : String(page.next),
      };
    },
  };
}

/** The move of the last posting of the page before. */
function readCursor(text: string): bigint {
  if (!/^\d{1,18}$/.test(text)) throw malformed('cursor');
  return BigInt(text);
}
