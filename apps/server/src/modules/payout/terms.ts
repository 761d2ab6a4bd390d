import { isTooDear } from '@marigold/chain/gas';
import type { Account, Chain, FeeTerms, Payment } from '@marigold/chain/port';
import { ChainUnavailable } from '@marigold/chain/port';

type Asked = Pick<Chain, 'feeFor' | 'hasCode'>;

/**
 * What a payment costs now. Undefined: more gas than is paid for anybody, or so much that no node ends measuring it. The
 * recipient's own program decides that, so it is no reason to keep others waiting. Throws ChainUnavailable.
 */
export async function termsOf(chain: Asked, from: Account, payment: Payment): Promise<FeeTerms | undefined> {
  const fee = await measure(chain, from, payment);
  return fee === undefined || isTooDear(payment, fee) ? undefined : fee;
}

/** Undefined: the chain answers, and twice not about this payment to a contract. */
async function measure(chain: Asked, from: Account, payment: Payment): Promise<FeeTerms | undefined> {
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
