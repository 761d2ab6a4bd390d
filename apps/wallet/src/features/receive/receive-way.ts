/** How somebody wants to be paid: by people of Marigold, or to an own address on a chain. Pure. */
import type { Currency, CurrencyChain } from '../../domain/chain/deposit-queries.ts';
import type { ReceiveSearch } from '../../lib/route/paths.ts';

/** What stands for a chain where none is meant. */
export const internalChain = 'internal';

export type ReceiveWay =
  | {
      readonly kind: 'internal';
      readonly currency: Currency | undefined;
      /** A chain was meant, and nothing is received there just now. */
      readonly isPaused: boolean;
    }
  | { readonly kind: 'chain'; readonly currency: Currency; readonly chain: CurrencyChain };

/** The coin that is offered first where nothing was chosen before; every chain has it. */
const usualCoin = 'USDT';

/**
 * The way that an address asks for. Without one: the coin that was chosen last, on the first chain it can come from.
 * A currency that no chain has, and a chain that is not open, leave the internal code.
 */
export function wayOf(
  { currency: code, chain }: ReceiveSearch,
  currencies: readonly Currency[],
  recent: readonly string[],
): ReceiveWay {
  const find = (wanted: string) => currencies.find((one) => one.code === wanted);
  const named = code === undefined ? undefined : find(code);
  if (chain === internalChain) return { kind: 'internal', currency: named, isPaused: false };
  const candidates = code === undefined ? firstChoices(currencies, recent) : [named];
  for (const currency of candidates) {
    const row = currency?.chains.find(
      (one) => one.depositOpen && (chain === undefined || one.chain === chain),
    );
    if (currency !== undefined && row !== undefined) return { kind: 'chain', currency, chain: row };
  }
  const isListed = named?.chains.some((one) => chain === undefined || one.chain === chain) ?? false;
  return { kind: 'internal', currency: named, isPaused: isListed };
}

function firstChoices(
  currencies: readonly Currency[],
  recent: readonly string[],
): readonly (Currency | undefined)[] {
  const named = [...recent, usualCoin].map((code) => currencies.find((one) => one.code === code));
  return [...named, ...currencies];
}

/** What the address of the page says of a way. */
export function receiveSearch(way: ReceiveWay, amount?: string): ReceiveSearch {
  return {
    ...(way.currency === undefined ? {} : { currency: way.currency.code }),
    chain: way.kind === 'chain' ? way.chain.chain : internalChain,
    ...(amount === undefined ? {} : { amount }),
  };
}

/** Decimals that an amount can be asked for with: those of the ledger, on a chain no finer than it moves. */
export function requestScale(way: ReceiveWay): number {
  const scale = way.currency?.scale ?? 0;
  return way.kind === 'chain' ? Math.min(scale, way.chain.scale) : scale;
}
