import type { allowLoss } from '@marigold/contract/calls/trade';
/** One more sum that somebody's orders of a day may give away in a market, for a code that names it. */
import { lossWindowMs } from '@marigold/contract/durations';
import type { InputOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../../platform/database/database.ts';
import type { Call, Handlers } from '../../../platform/http/call.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import type { MarketRow } from '../../market/registry.ts';
import { readSteps, plainTotalText } from '../../market/steps.ts';
import { findMarket } from '../../market/views.ts';
import { lastKnownRates, noCents } from '../../rate/worth.ts';
import type { Security } from '../../security/service.ts';
import { checkFreeze } from '../../spending/freeze.ts';
import { operationOfAllowance } from '../../spending/operation.ts';
import { verificationRequired } from '../../spending/verification.ts';
import type { LossTerms } from '../decide/loss-limit.ts';
import { lossLimit, lossText, worthsOf } from '../decide/loss-limit.ts';
import { listTraderHoldings } from '../store.ts';
import { insertAllowance } from './store.ts';

/** Prices move between the order that was refused and the code: so much more than the limit is still the sum that was said. */
const driftPercent = 5;

export function createAllowLoss({
  checkVerification,
}: Pick<Security, 'checkVerification'>): Handlers['trade/allow'] {
  return async ({ symbol, amount, verify }, call) => {
    const no =
      (await checkFreeze(call, 'payout', { isLocking: true })) ??
      (await checkFreeze(call, 'trade', { isLocking: true })) ??
      mayTrade(call);
    if (no !== undefined) return no;
    const { db, session, now } = call;
    const market = await findMarket(db, symbol);
    if (market === undefined) return new Refusal('market_unknown', {}, 'symbol');
    const steps = await readSum(call, market, amount);
    if (steps instanceof Refusal) return steps;
    if (verify === undefined) return await verificationRequired(call, 'trade/allow');
    const wrong = await checkVerification(call, operationOfAllowance(symbol, amount), verify);
    if (wrong !== undefined) return wrong;
    const [allowanceId, until] = [newRowId(), now + lossWindowMs];
    await insertAllowance(db, { id: allowanceId, userId: session.userId, symbol, steps, now, until });
    return { allowanceId, until };
  };
}

function mayTrade({ session }: Call<'user'>): Refusal<'trade_confirm'> | undefined {
  return session.mayTrade ? undefined : new Refusal('trade_confirm');
}

/** The sum as losses are counted; at most what one code may allow. */
async function readSum(
  { db, session }: Call<'user'>,
  market: MarketRow,
  amount: InputOf<typeof allowLoss>['amount'],
): Promise<number | Refusal<'total_too_fine' | 'total_below_minimum' | 'total_above_maximum'>> {
  const decimals = market.priceDecimals + market.amountDecimals;
  const steps = readSteps(amount, decimals);
  const currency = market.quote;
  if (steps === 'too_fine')
    return new Refusal('total_too_fine', { step: plainTotalText(market, 1n), currency }, 'amount');
  if (steps === 0)
    return new Refusal('total_below_minimum', { min: plainTotalText(market, 1n), currency }, 'amount');
  const most = await readLossLimit(db, market, session.userId);
  const max = { max: lossText(market, most), currency };
  const isTooMuch = steps === 'too_large' || steps * 100 > most * (100 + driftPercent);
  return isTooMuch ? new Refusal('total_above_maximum', max, 'amount') : steps;
}

/** The limit of one person without what was allowed. */
async function readLossLimit(db: Database, market: LossTerms, userId: string): Promise<number> {
  const rates = await lastKnownRates(db);
  const worths = worthsOf(await listTraderHoldings(db, [userId]), rates);
  return lossLimit(market, worths.get(userId) ?? noCents, rates.get(market.quote));
}
