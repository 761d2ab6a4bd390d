/** Chains as people call them. */
import type { CurrencyChain } from '@marigold/contract/base';

/** "Ethereum (ERC20)". */
export function networkText({ name, standard }: Pick<CurrencyChain, 'name' | 'standard'>): string {
  return standard === '' || standard === name ? name : `${name} (${standard})`;
}
