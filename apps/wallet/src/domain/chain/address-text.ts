/** What people type or paste for an account on a chain. Whether it exists and is meant is the server's to say. */
import { isWalletAddress } from '@marigold/contract/rules/addresses';

/** The typed text without the blanks and breaks that a copied address brings along. */
export function readAddress(typed: string): string {
  return typed.replaceAll(/\s/g, '');
}

/** False for what cannot be an account of the chain, so that no check is spent on it. Takes what readAddress gives. */
export function isAddress(text: string, standard: string): boolean {
  return isWalletAddress(standard, text);
}

/** True for what is plainly an account of some chain and nobody's username: it is longer than any. */
export function looksLikeAddress(text: string): boolean {
  return isWalletAddress('ERC20', text) || isWalletAddress('TRC20', text);
}
