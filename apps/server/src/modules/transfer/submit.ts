/**
 * transfer/submit: an on-chain transfer on the terms of a quote. As an internal one it is one transaction in which every
 * "no" stands before the first write; what is signed and sent later is the matter of the module payout.
 */
import { writeAccount } from '@marigold/chain/account';
import type { RiskRule } from '@marigold/contract/calls/risk';
import type { submitTransfer } from '@marigold/contract/calls/transfer';
import type { InputOf, OutputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { assert } from '@marigold/money/assert';

import type { Call, Handlers } from '../../platform/http/call.ts';
import { parseAmount, sayUnits } from '../asset/asset.ts';
import { readRecipient } from '../chain/address/recipient.ts';
import type { ChainPorts } from '../chain/port.ts';
import { notify } from '../message/notify.ts';
import { beginPayeeDay, judgeAddress } from '../payee/lock.ts';
import { findPayeeName } from '../payee/views.ts';
import { orderPayout } from '../payout/order.ts';
import { findQuote, takeQuote } from '../payout/quote.ts';
import type { PayoutQuote } from '../payout/store.ts';
import { updateReason } from '../payout/store.ts';
import { paidAccounts } from '../payout/views.ts';
import { maskedName } from '../person/views.ts';
import { centsFloor } from '../rate/worth.ts';
import { openCase } from '../risk/case.ts';
import { findPayoutRisk } from '../risk/views.ts';
import { strengthOf } from '../security/views.ts';
import type { Payment } from '../spending/payment.ts';
import { worthOf } from '../spending/payment.ts';
import type { Spending } from '../spending/service.ts';
import { lockPayments } from '../spending/store.ts';
import { refusesNow } from './fee.ts';
import type { Listing } from './listing.ts';
import { findListing, isClosed } from './listing.ts';
import { move } from './send.ts';
import { operationOfQuote } from './subject.ts';

type Input = InputOf<typeof submitTransfer>;
type Output = OutputOf<typeof submitTransfer>;
type No = Refusal<RefusalOf<typeof submitTransfer>>;

type Order = Payment & {
  readonly quote: PayoutQuote;
  readonly listing: Listing;
  readonly note: string | undefined;
};

/** Whether it may go to its address now, and what was brought to approve it. */
type Gate = {
  readonly verdict: Awaited<ReturnType<typeof judgeAddress>>;
  readonly presented: Awaited<ReturnType<typeof strengthOf>>;
};

export function createSubmit(
  spending: Pick<Spending, 'approve'>,
  chains: ChainPorts,
): Handlers['transfer/submit'] {
  return async (input, call) => {
    await lockPayments(call.db, call.session.userId);
    const order = await readOrder(input, call);
    if (order instanceof Refusal) return order;
    const gate = await readGate(order, input, call);
    const no = await spending.approve<No>(call, {
      payment: order,
      payPassword: input.payPassword,
      // Above the person's limits it needs a code that was made for exactly this amount, fee, address and chain.
      operation: operationOfQuote(order.quote, order.asset.scale),
      verify: input.verify,
      needsStrong: gate.verdict === 'strong' ? gate : undefined,
      beforeSum: async () => await payeeIsLocked(order, gate, call),
      beforeCode: async () => await isRefused(order, chains, call),
    });
    if (no !== undefined) return no;
    const isFirst = await takeQuote(call.db, order.quote, call.now);
    assert(isFirst, "a person's payouts follow each other");
    const { internalUserId } = order.quote;
    return internalUserId === undefined
      ? await pay(order, input, call)
      : await moveInside(order, internalUserId, input, call);
  };
}

/** The quote with everything it rests on, as long as that is what it was when the person saw it. */
async function readOrder(input: Input, call: Call<'user'>): Promise<Order | No> {
  const { db, session, now } = call;
  const quote = await findQuote(db, { id: input.quoteId, userId: session.userId, now });
  if (typeof quote === 'string') return new Refusal(quote, {}, 'quoteId');
  const listing = await findListing(db, { currency: quote.asset, chain: quote.chain });
  if (listing instanceof Refusal) return closed(quote.asset, quote.chain);
  const { asset, chain } = listing;
  const { units, internalUserId } = quote;
  if (parseAmount(asset, input.amount) !== units) return new Refusal('quote_changed', {}, 'amount');
  if (parseAmount(asset, input.amountConfirm) !== units)
    return new Refusal('amounts_differ', {}, 'amountConfirm');
  const typed = writeAccount(quote.account, chain.family);
  const recipient = await readRecipient(db, { chain, typed, userId: session.userId });
  // Since the quote the address became a token's, ours or somebody's: other terms than those that were shown.
  if (typeof recipient === 'string' || recipient.ownerId !== internalUserId)
    return new Refusal('quote_changed', {}, 'quoteId');
  if (internalUserId === undefined && (await isClosed(db, listing))) return closed(asset.code, chain.name);
  return {
    asset,
    units,
    ...(await worthOf(db, asset, units, now)),
    way: internalUserId === undefined ? 'chain' : 'internal',
    quote,
    listing,
    note: input.note === '' ? undefined : input.note,
  };
}

function closed(currency: string, chain: string): No {
  return new Refusal('payouts_closed', { currency, chain });
}

/** An address of somebody of Marigold has no lock. */
async function readGate({ quote, usd }: Order, { verify }: Input, call: Call<'user'>): Promise<Gate> {
  const { chain, account, internalUserId } = quote;
  const verdict =
    internalUserId === undefined ? await judgeAddress(call, { chain, account }, usd) : ('goes' as const);
  return { verdict, presented: await strengthOf(call, verify) };
}

/**
 * To a new address no more than the single limit goes for a day, in the book or not, unless it is approved by what only the
 * person holds. The payment password was right by now, so the day begins for whoever tries.
 */
async function payeeIsLocked(
  { quote }: Order,
  { verdict, presented }: Gate,
  { aside, session, now }: Call<'user'>,
): Promise<No | undefined> {
  if (verdict === 'goes' || (verdict === 'strong' && presented === 'strong')) return undefined;
  const { chain, account } = quote;
  const begun = await beginPayeeDay(aside, { userId: session.userId, chain, account }, now);
  if (verdict === 'strong') return undefined;
  return new Refusal('payee_locked', { until: verdict.until ?? begun, single: verdict.single }, 'amount');
}

/**
 * The recipient may have changed its mind since the quote. Where the chain does not answer the order is taken: it is asked
 * once more before anything is signed.
 */
async function isRefused(
  { quote, listing, asset, way }: Order,
  chains: ChainPorts,
  { db }: Call<'user'>,
): Promise<No | undefined> {
  const port = chains.chain(quote.chain);
  if (way !== 'chain' || port === undefined) return undefined;
  const units = quote.units - quote.feeUnits;
  return (await refusesNow(db, port, listing, { to: quote.account, units })) === true
    ? new Refusal('recipient_refuses', { currency: asset.code }, 'quoteId')
    : undefined;
}

async function moveInside(
  order: Order,
  userId: string,
  { verify }: Input,
  call: Call<'user'>,
): Promise<Output | No> {
  const payee = { userId, masked: await maskedName(call.db, userId) };
  return await move({ ...order, payee }, verify?.challengeId, call);
}

/** Holds the money; where a rule says so, a person looks before anything is signed. */
async function pay(
  { quote, listing, asset, units, limitUsd, note }: Order,
  { verify }: Input,
  { db, session, now }: Call<'user'>,
): Promise<Output | No> {
  const { userId } = session;
  const { chain, listed } = listing;
  assert(limitUsd !== undefined, 'what has no worth is over every limit');
  const { account } = quote;
  const rule = await findPayoutRisk(db, paidAccounts, {
    userId,
    chain: chain.code,
    asset: asset.code,
    account,
    usd: limitUsd,
    now,
  });
  const needsReview = rule !== undefined || centsFloor(limitUsd) >= centsFloor(listed.reviewUsd);
  const ordered = await orderPayout(db, {
    userId,
    chainAsset: listed,
    account,
    address: writeAccount(account, chain.family),
    units,
    feeUnits: quote.feeUnits,
    usd: limitUsd,
    note,
    quoteId: quote.id,
    challengeId: verify?.challengeId,
    needsReview,
    payeeName: await findPayeeName(db, quote),
    now,
  });
  if (ordered instanceof Refusal) return ordered;
  if (needsReview) await updateReason(db, ordered.payoutId, reasonOf(rule));
  if (needsReview && rule === undefined) {
    await notify(db, {
      userId,
      kind: 'payoutWaits',
      facts: {
        amount: sayUnits(asset, units),
        currency: asset.code,
        why: 'person',
        billId: ordered.billId,
      },
      now,
    });
  }
  if (rule !== undefined) {
    await openCase(db, {
      userId,
      rule,
      object: 'transfer',
      objectId: ordered.payoutId,
      amount: sayUnits(asset, units),
      currency: asset.code,
      now,
    });
  }
  return { billId: ordered.billId, status: ordered.status };
}

/** Why it waits for a person: a word that texts exist for. */
function reasonOf(rule: RiskRule | undefined): string {
  return rule === undefined ? 'review_amount' : `risk_${rule}`;
}
