/** What the name of a market says: `BTC_USDT` trades BTC and pays with USDT. */

/** `BTC/USDT`: a market as people read it. */
export function pairText(symbol: string): string {
  return symbol.replace('_', '/');
}

/** What is traded in a market, and what it is paid with; '' for what a broken name does not say. */
export function assetsOf(symbol: string): { readonly base: string; readonly quote: string } {
  const [base = '', quote = ''] = symbol.split('_');
  return { base, quote };
}
