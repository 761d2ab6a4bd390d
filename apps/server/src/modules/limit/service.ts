/** A person's own limits: shown, changed, cancelled, and what is due by the clock. */
import type { LimitsView } from '@marigold/contract/calls/limit';
import type { PersonLimits } from '@marigold/guard/wallet-limits';
import { limitPaymentsMax } from '@marigold/guard/wallet-limits';

import type { Database } from '../../platform/database/database.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { formatCentsTrimmed } from '../rate/worth.ts';
import { endRaise, getOwnLimits, lockLimits } from '../spending/person-limits.ts';
import type { CheckVerification } from '../spending/port.ts';
import type { Spending } from '../spending/service.ts';
import { offerFor } from '../spending/verification.ts';
import { createSetLimits } from './set.ts';
import { settleAll, settleOwn } from './settle.ts';

export type LimitsDependencies = {
  readonly db: Database;
  readonly spending: Pick<Spending, 'paidSince'>;
  readonly checkVerification: CheckVerification;
  readonly clock: Clock;
};

export type PersonalLimits = {
  readonly handlers: Pick<Handlers, 'user/limit/get' | 'user/limit/set' | 'user/limit/cancel'>;
  /** The task `limits`: wider limits whose day is over are written down as in force, and their owners hear of it. */
  readonly jobs: JobHandlers;
};

export function createPersonalLimits({
  db,
  spending,
  checkVerification,
  clock,
}: LimitsDependencies): PersonalLimits {
  const setLimits = createSetLimits(checkVerification);
  const show = async (call: Call<'user'>) => await showLimits(call, spending);
  return {
    handlers: {
      'user/limit/get': async (_input, call) => await show(call),

      async 'user/limit/set'(input, call) {
        return (await setLimits(input, call)) ?? (await show(call));
      },

      async 'user/limit/cancel'(_input, call) {
        const { userId } = call.session;
        await lockLimits(call.db, userId);
        await settleOwn(call.db, userId, call.now);
        await endRaise(call.db, userId, call.now);
        return await show(call);
      },
    },
    jobs: { limits: async () => await settleAll(db, clock()) },
  };
}

async function showLimits(call: Call<'user'>, spending: LimitsDependencies['spending']): Promise<LimitsView> {
  const { db, session, now } = call;
  const { inForce, raise, dayLimit } = await getOwnLimits(db, session.userId, now);
  const { methods } = await offerFor(call, 'transfer/internal');
  const { usd, payments, since } = await spending.paidSince(call);
  return {
    values: wire(inForce),
    methods: [...methods],
    used: { usd: formatCentsTrimmed(usd), payments, since },
    pending: raise === undefined ? null : { ...wire(raise.wanted), effectiveAt: raise.effectiveAt },
    bounds: { total: formatCentsTrimmed(dayLimit), payments: limitPaymentsMax },
  };
}

function wire({ single, total, payments, method, alwaysWait }: PersonLimits): LimitsView['values'] {
  return {
    single: formatCentsTrimmed(single),
    total: formatCentsTrimmed(total),
    payments,
    method,
    alwaysWait,
  };
}
