/** transfer/quote: whom an address means, what arrives there, and what should be looked at twice, for one minute. */
import { writeAccount } from '@marigold/chain/account';
import type { PayeeLock } from '@marigold/contract/calls/payee';
import type { quoteTransfer } from '@marigold/contract/calls/transfer';
import { quoteSeconds } from '@marigold/contract/calls/transfer';
import type { InputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { formatUnits } from '@marigold/money/amount';

import type { Call, Handlers } from '../../platform/http/call.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { parseAmount, sayUnits } from '../asset/asset.ts';
import type { Recipient } from '../chain/address/recipient.ts';
import { readRecipient } from '../chain/address/recipient.ts';
import { askChain } from '../chain/ask.ts';
import type { ChainPorts } from '../chain/port.ts';
import { toChain } from '../chain/registry.ts';
import { findPayeeLock } from '../payee/lock.ts';
import { findLookAlike, otherCurrencyOf } from '../payee/views.ts';
import { keepQuote } from '../payout/quote.ts';
import { maskedName } from '../person/views.ts';
import { worthOf } from '../spending/payment.ts';
import { feeNow, refusesNow } from './fee.ts';
import type { Listing } from './listing.ts';
import { chainEntryScale, chainStep, findListing, isClosed } from './listing.ts';
import { readInternalAmount } from './rules.ts';
import { isNewRecipient } from './store.ts';

type Input = InputOf<typeof quoteTransfer>;
type No = Refusal<RefusalOf<typeof quoteTransfer>>;
type Warning = 'contract' | 'look_alike' | 'unchecked' | 'new_payee';

type Terms = {
  readonly units: bigint;
  readonly feeUnits: bigint;
  readonly minutes: number;
  readonly isContract: boolean;
};

export function createQuote({ chains }: { readonly chains: ChainPorts }): Handlers['transfer/quote'] {
  return async (input, call) => {
    const { db, session, now } = call;
    const { userId } = session;
    const listing = await findListing(db, input);
    if (listing instanceof Refusal) return listing;
    const { asset, chain } = listing;
    const recipient = await readRecipient(db, { chain, typed: input.address, userId });
    if (typeof recipient === 'string') return new Refusal(recipient, { chain: chain.name }, 'address');
    const { account, ownerId } = recipient;
    const place = { userId, chain: chain.code, currency: asset.code, account };
    const saved = ownerId === undefined ? await otherCurrencyOf(db, place) : undefined;
    if (saved !== undefined)
      return new Refusal('payee_other_currency', { saved, currency: asset.code }, 'address');
    const terms =
      ownerId === undefined
        ? await chainTerms(input, listing, recipient, { chains, call })
        : internalTerms(input, listing);
    if (terms instanceof Refusal) return terms;
    const warnings = await warningsOf(listing, recipient, terms, call);
    const { units, feeUnits, minutes } = terms;
    const payeeLock = ownerId === undefined ? await lockOf(listing, account, units, call) : null;
    const quoteId = newRowId();
    const expires = now + quoteSeconds * 1000;
    await keepQuote(db, {
      id: quoteId,
      userId,
      chain: chain.code,
      asset: asset.code,
      account,
      units,
      feeUnits,
      internalUserId: ownerId,
      createdAt: now,
      expiresAt: expires,
    });
    const write = (amount: bigint) => formatUnits(amount, asset.scale);
    return {
      quoteId,
      currency: asset.code,
      chain: chain.code,
      address: writeAccount(account, chain.family),
      amount: write(units),
      fee: write(feeUnits),
      receipt: write(units - feeUnits),
      internal: ownerId === undefined ? null : await maskedName(db, ownerId),
      minutes,
      warnings,
      payeeLock,
      expires,
    };
  };
}

/** Somebody of Marigold: free and at once, within the bounds of internal transfers. */
function internalTerms({ amount }: Input, { asset }: Listing): Terms | No {
  const units = readInternalAmount(asset, amount);
  if (units instanceof Refusal) return units;
  return { units, feeUnits: 0n, minutes: 0, isContract: false };
}

async function chainTerms(
  { amount }: Input,
  listing: Listing,
  { account }: Recipient,
  { chains, call }: { readonly chains: ChainPorts; readonly call: Call<'user'> },
): Promise<Terms | No> {
  const { db, now } = call;
  const { asset, chain, listed } = listing;
  const { code: currency } = asset;
  if (await isClosed(db, listing)) return new Refusal('payouts_closed', { currency, chain: chain.name });
  const units = parseAmount(asset, amount);
  if (units === undefined || toChain(listed, units) === undefined)
    return new Refusal('too_many_decimals', { scale: chainEntryScale(listing), currency }, 'amount');
  const tooLittle = (min: bigint) =>
    new Refusal('amount_below_minimum', { min: sayUnits(asset, min), currency }, 'amount');
  if (units < listed.payoutMin) return tooLittle(listed.payoutMin);
  if (units > listed.payoutMax) {
    return new Refusal(
      'amount_above_maximum',
      { max: sayUnits(asset, listed.payoutMax), currency },
      'amount',
    );
  }
  const port = chains.chain(chain.code);
  const [isContract, feeUnits] = await Promise.all([
    port === undefined ? undefined : askChain(async () => await port.hasCode(account)),
    feeNow(db, port, listing, { to: account, units, now }),
  ]);
  if (isContract === undefined || feeUnits === undefined)
    return new Refusal('chain_unavailable', { chain: chain.name });
  if (feeUnits === 'too-dear') return new Refusal('recipient_too_dear', { currency }, 'address');
  // The recipient gets something, however dear the network is.
  if (units <= feeUnits) return tooLittle(feeUnits + chainStep(listed));
  const isRefused = port && (await refusesNow(db, port, listing, { to: account, units: units - feeUnits }));
  if (isRefused === undefined) return new Refusal('chain_unavailable', { chain: chain.name });
  if (isRefused) return new Refusal('recipient_refuses', { currency }, 'address');
  return { units, feeUnits, minutes: listed.minutes, isContract };
}

/** Said with the terms: the order itself would be refused, and would begin the day of the address. */
async function lockOf(
  { asset, chain }: Listing,
  account: Recipient['account'],
  units: bigint,
  call: Call<'user'>,
): Promise<PayeeLock | null> {
  const { usd } = await worthOf(call.db, asset, units, call.now);
  return await findPayeeLock(call, { chain: chain.code, account }, usd);
}

async function warningsOf(
  { chain }: Listing,
  { account, isChecked, ownerId }: Recipient,
  { isContract }: Terms,
  { db, session }: Call<'user'>,
): Promise<Warning[]> {
  const { userId } = session;
  const warnings: Warning[] = [];
  if (isContract) warnings.push('contract');
  const other = await findLookAlike(db, { userId, family: chain.family, account });
  if (other !== undefined) warnings.push('look_alike');
  if (!isChecked) warnings.push('unchecked');
  if (await isNewRecipient(db, { userId, account, ownerId })) warnings.push('new_payee');
  return warnings;
}
