/** How much gas a payment may ask for: whoever receives it may be a program that makes us pay for work of its own. */
import type { FeeTerms, ChainPayment } from './port.ts';

/**
 * With room for more. A coin of the chain comes to plain accounts for 21,000 and to usual contracts for a few times of
 * that; no listed token takes so much. Below what the signer's first policy allows (packages/signer/src/create-keystore.ts):
 * what it refuses stops the account that pays.
 */
const gasMax = { native: 100_000n, token: 250_000n } as const;

/** Whether so much gas is paid for nobody. */
export function isTooDear({ coin }: ChainPayment, { gas }: Pick<FeeTerms, 'gas'>): boolean {
  return gas > (coin === 'native' ? gasMax.native : gasMax.token);
}
