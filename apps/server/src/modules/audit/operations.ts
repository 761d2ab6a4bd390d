/** The operations on halted money and on operators: resume, enrol. */
import { auditStatus, resumeMoney as letMoneyRun } from '@marigold/ledger/audit';
import { RefusedByLedger } from '@marigold/ledger/errors';
import type { enrollOperator, resumeMoney } from '@marigold/operations/rows/house';

import { queryable } from '../../platform/database/database.ts';
import type { Deed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import { addOperator } from './operators.ts';

export const resumeMoneyDeed: Deed<typeof resumeMoney> = {
  async act(db, _input, { by, second, reason }) {
    const ledger = queryable(db);
    const { halt } = await auditStatus(ledger);
    if (halt === null) return new RefusedDeed('not_halted');
    try {
      await letMoneyRun(ledger, { by, second, reason });
    } catch (error) {
      if (!(error instanceof RefusedByLedger)) throw error;
      return new RefusedDeed('broken', { why: error.message });
    }
    return { subject: 'ledger', detail: { halt: halt.reason } };
  },
};

/** Answers the key, which is shown once. */
export const enrollOperatorDeed: Deed<typeof enrollOperator, { readonly key: string }> = {
  async act(db, { name }) {
    const key = await addOperator(queryable(db), name);
    return key === undefined ? new RefusedDeed('taken') : { subject: `operator:${name}`, facts: { key } };
  },
};
