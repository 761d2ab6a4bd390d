import type { Handlers } from '../../platform/http/call.ts';
import { pageOf, pageSizeDefault, readIdCursor } from '../../platform/http/id-page.ts';
import { notFound } from '../../platform/http/transport-error.ts';
import type { ChainPorts } from '../chain/port.ts';
import { createAdd, wordRemark } from './add.ts';
import { getPayee, wirePayee } from './book.ts';
import { createCheck } from './check.ts';
import { findOpener } from './lock.ts';
import type { PaidPeople } from './paid-people.ts';
import { createRecent } from './recent.ts';
import { listPayeeRows, removePayee, removePayeesSince, updatePayee } from './store.ts';

type PayeeHandlers = Pick<
  Handlers,
  'payee/list' | 'payee/recent' | 'payee/add' | 'payee/edit' | 'payee/delete' | 'payee/check'
>;

export type PayeesDependencies = { readonly chains: ChainPorts; readonly paidPeople: PaidPeople };

export function createPayees({ chains, paidPeople }: PayeesDependencies): PayeeHandlers {
  return {
    async 'payee/list'({ cursor, size = pageSizeDefault, ...filter }, call) {
      const { db, session, now } = call;
      const before = readIdCursor(cursor);
      const { userId } = session;
      const rows = await listPayeeRows(db, paidPeople, { ...filter, userId, before, count: size + 1 });
      const { list, next } = pageOf(rows, size);
      const opener = await findOpener(call);
      return { list: list.map((row) => wirePayee(row, opener, now)), next };
    },

    'payee/recent': createRecent(paidPeople),
    'payee/add': createAdd(paidPeople),
    'payee/check': createCheck(chains),

    async 'payee/edit'({ id, name, remark }, call) {
      const own = { userId: call.session.userId, id };
      const words = { name: name.trim(), remark: wordRemark(remark) };
      if (!(await updatePayee(call.db, own, words))) throw notFound();
      return await getPayee(call, paidPeople, id);
    },

    async 'payee/delete'({ id }, { db, session, now }) {
      if (!(await removePayee(db, { userId: session.userId, id }, now))) throw notFound();
      return {};
    },
  };
}

/** Takes out of somebody's book what came into it since a moment, in the caller's transaction. What was paid stays in the bills. */
export const removeNewPayees = removePayeesSince;
