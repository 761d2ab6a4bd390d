import type { InputOf } from '@marigold/contract/endpoint';
import type { listPayees } from '@marigold/contract/payee';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import { pageOf, pageSizeDefault, readIdCursor } from '../../platform/id-page.ts';
import { notFound } from '../../platform/transport-error.ts';
import type { ChainPorts } from '../chain/ports.ts';
import { addToBook, worded } from './add.ts';
import { getPayee, payeeOf, selectPayees } from './book.ts';
import { createCheck } from './check.ts';
import { listRecent } from './recent.ts';

type PayeeHandlers = Pick<
  Handlers,
  'payee/list' | 'payee/recent' | 'payee/add' | 'payee/edit' | 'payee/delete' | 'payee/check'
>;

export function createPayees({ chains }: { readonly chains: ChainPorts }): PayeeHandlers {
  return {
    async 'payee/list'({ cursor, size = pageSizeDefault, ...filter }, { db, session, now }) {
      const before = readIdCursor(cursor);
      const rows = await selectPayees(
        db,
        sql`p.user_id = ${session.userId} and (${before}::uuid is null or p.id < ${before}::uuid)
          and ${where(filter)}`,
        size + 1,
      );
      const { list, next } = pageOf(rows, size);
      return { list: list.map((row) => payeeOf(row, now)), next };
    },

    'payee/recent': listRecent,
    'payee/add': addToBook,
    'payee/check': createCheck(chains),

    async 'payee/edit'({ id, name, remark }, { db, session, now }) {
      const changed = await sql`
        update app.payee set name = ${name.trim()}, remark = ${worded(remark)}
        where id = ${id} and user_id = ${session.userId} and removed_at is null`.execute(db);
      if (changed.numAffectedRows === 0n) throw notFound();
      return await getPayee(db, session.userId, id, now);
    },

    async 'payee/delete'({ id }, { db, session, now }) {
      const removed = await sql`
        update app.payee set removed_at = ${new Date(now)}
        where id = ${id} and user_id = ${session.userId} and removed_at is null`.execute(db);
      if (removed.numAffectedRows === 0n) throw notFound();
      return {};
    },
  };
}

/** Who can be paid so: on a chain its addresses; a person takes every currency, but none on a chain. */
function where({
  chain,
  currency,
}: Pick<InputOf<typeof listPayees>, 'chain' | 'currency'>): RawBuilder<unknown> {
  return sql`(${chain ?? null}::text is null or p.chain = ${chain ?? null})
    and (${currency ?? null}::text is null or p.asset = ${currency ?? null} or p.asset is null)`;
}
