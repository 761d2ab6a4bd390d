/**
 * The announcements and notices about credited deposits, as data: one `balance` for each person, one notice for each
 * deposit.
 */
import { nobody } from '@marigold/chain/port';

import type { Announcement } from '../../../platform/database/outbox.ts';
import { sayUnits } from '../../asset/asset.ts';
import type { Notice } from '../../message/notify.ts';
import type { Credit, CreditPlan } from './credit-plan.ts';

export type CreditNews = {
  readonly announcements: readonly Announcement[];
  readonly received: readonly Omit<Notice<'received'>, 'kind'>[];
  /** Nobody sent these. */
  readonly cameIn: readonly Omit<Notice<'cameIn'>, 'kind'>[];
};

/** `bills`: the bill of each deposit. */
export function creditNews(
  { credits, returns }: Pick<CreditPlan, 'credits' | 'returns'>,
  bills: ReadonlyMap<string, string>,
  now: number,
): CreditNews {
  const facts = ({ deposit, asset, total }: Credit) => ({
    amount: sayUnits(asset, total),
    currency: asset.asset,
    billId: bills.get(deposit.id) ?? '',
  });
  const arrived = (isSent: boolean) =>
    credits.filter(({ deposit: { from } }) => (from !== nobody) === isSent);
  return {
    announcements: [...credits, ...returns].map(({ deposit, asset }) => ({
      userId: deposit.userId,
      event: 'balance',
      data: { currency: asset.asset },
    })),
    received: arrived(true).map((credit) => {
      const from = addressEnds(credit.deposit.from);
      return { userId: credit.deposit.userId, facts: { ...facts(credit), from }, now };
    }),
    cameIn: arrived(false).map((credit) => ({ userId: credit.deposit.userId, facts: facts(credit), now })),
  };
}

/** Enough to tell one sender from another in a sentence. */
export function addressEnds(account: string): string {
  return `${account.slice(0, 6)}…${account.slice(-4)}`;
}
