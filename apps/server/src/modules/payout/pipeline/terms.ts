import { isTooDear } from '@marigold/chain/gas';
import type { ChainAccount, Chain, FeeTerms, ChainPayment } from '@marigold/chain/port';
import { ChainUnavailable } from '@marigold/chain/port';

type TermsChain = Pick<Chain, 'feeFor' | 'hasCode' | 'rehearse'>;

/** Why a payment is not sent, without holding up those behind it: the recipient's contract is the cause. */
export type NotSent = 'gas_too_dear' | 'recipient_refuses';

export type PayoutTerms = {
  readonly fee: FeeTerms;
  /** It would fail now, and so would any other of this amount: too little is there, or the coin pays nobody from here. */
  readonly isBlocked: boolean;
};

/**
 * What a payment costs now. `gas_too_dear`: more gas than is paid for anybody, or so much that no node ends measuring it.
 * `recipient_refuses`: mined now it would burn its gas and pay nobody. Throws ChainUnavailable.
 */
export async function payoutTermsOf(
  chain: TermsChain,
  from: ChainAccount,
  payment: ChainPayment,
): Promise<PayoutTerms | NotSent> {
  const fee = await measure(chain, from, payment);
  if (fee === undefined || isTooDear(payment, fee)) return 'gas_too_dear';
  // With the gas that it will have and no more, so that no recipient keeps a node busy.
  const end = await chain.rehearse(from, payment, fee.gas);
  return end === 'refused' ? 'recipient_refuses' : { fee, isBlocked: end === 'unclear' };
}

/** Undefined: the chain answers, and twice not about this payment to a contract. */
async function measure(
  chain: TermsChain,
  from: ChainAccount,
  payment: ChainPayment,
): Promise<FeeTerms | undefined> {
  try {
    return await chain.feeFor(from, payment);
  } catch (error) {
    if (!(error instanceof ChainUnavailable) || payment.coin !== 'native') throw error;
    if (!(await chain.hasCode(payment.to))) throw error;
  }
  try {
    return await chain.feeFor(from, payment);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return undefined;
  }
}
