/** The operations of transfers as second verification is asked for them: what exactly a code approves, and in what words. */
import { writeAccount } from '@marigold/chain/account';
import { Refusal } from '@marigold/contract/endpoint';
import { formatUnits } from '@marigold/money/amount';

import type { Asset } from '../asset/asset.ts';
import { entryScale, parseAmount, sayUnits } from '../asset/asset.ts';
import { findAsset } from '../asset/views.ts';
import { findChain } from '../chain/registry.ts';
import { codeRule } from '../identity/rules.ts';
import { findPayee } from '../payee/find.ts';
import { extendQuote, findQuote, quoteLifeMaxMs } from '../payout/quote.ts';
import type { PayoutQuote } from '../payout/store.ts';
import type { PaymentSubjects } from '../security/subject.ts';
import type { SpendingOperation } from '../spending/operation.ts';

/** Spec 9: internal transfers are free. */
const internalFee = 0n;

/** The operation of a transfer inside Marigold. */
export function operationOfTransfer(
  { code, scale }: Asset,
  units: bigint,
  payeeId: string,
): SpendingOperation {
  return {
    kind: 'transfer/internal',
    asset: code,
    amount: formatUnits(units, scale),
    fee: formatUnits(internalFee, scale),
    payee: payeeId,
    chain: null,
  };
}

/** The operation of an on-chain transfer on the terms of a quote; amounts of an asset with so many decimals. */
export function operationOfQuote(
  { chain, asset, account, units, feeUnits }: PayoutQuote,
  scale: number,
): SpendingOperation {
  return {
    kind: 'transfer/submit',
    asset,
    amount: formatUnits(units, scale),
    fee: formatUnits(feeUnits, scale),
    payee: account,
    chain,
  };
}

/** A transfer inside Marigold as a code is asked for it. */
export const internalSubject: PaymentSubjects['transfer/internal'] = async (
  { to, currency, amount },
  { db, session },
) => {
  const asset = await findAsset(db, currency);
  if (asset === undefined) return new Refusal('asset_unknown', { currency }, 'subject.currency');
  const units = parseAmount(asset, amount);
  if (units === undefined)
    return new Refusal('too_many_decimals', { scale: entryScale(asset), currency }, 'subject.amount');
  const payee = await findPayee(db, to);
  if (payee === undefined) return new Refusal('payee_not_found', {}, 'subject.to');
  if (payee.userId === session.userId) return new Refusal('payee_is_self', {}, 'subject.to');
  return {
    operation: operationOfTransfer(asset, units, payee.userId),
    summary: {
      currency,
      amount: sayUnits(asset, units),
      fee: sayUnits(asset, internalFee),
      payee: payee.masked,
      chain: null,
    },
  };
};

/** A transfer over a chain as a code is asked for it. */
export const quoteSubject: PaymentSubjects['transfer/submit'] = async ({ quoteId }, { db, session, now }) => {
  const quote = await findQuote(db, { id: quoteId, userId: session.userId, now });
  if (typeof quote === 'string') return new Refusal(quote, {}, 'subject.quoteId');
  // The network's fee is ours to bear while the code lives, not for ever by asking again and again.
  if (now + codeRule.lifeMs > quote.createdAt + quoteLifeMaxMs)
    return new Refusal('quote_expired', {}, 'subject.quoteId');
  const asset = await findAsset(db, quote.asset);
  const chain = await findChain(db, quote.chain);
  if (asset === undefined || chain === undefined)
    return new Refusal('asset_unknown', { currency: quote.asset }, 'subject.quoteId');
  return {
    operation: operationOfQuote(quote, asset.scale),
    summary: {
      currency: quote.asset,
      amount: sayUnits(asset, quote.units),
      fee: sayUnits(asset, quote.feeUnits),
      payee: writeAccount(quote.account, chain.family),
      chain: quote.chain,
    },
    keepOpen: async (tx, until) => await extendQuote(tx, quote, until),
    chainName: chain.name,
  };
};
