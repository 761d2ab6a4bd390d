/** Which balances are listed, and how the total is shared out among them. Pure: money in bigint, decimals as text. */
import type { Balance } from '@marigold/contract/calls/wallet';
import { parseUnits, scaleMax, split } from '@marigold/money/amount';

export type BalanceFilter = {
  readonly kind: Balance['kind'];
  /** Leaves out what is worth less than one of the fiat of display. */
  readonly isSmallHidden: boolean;
  /** Part of a code or a name, in any case. */
  readonly search: string;
};

/** The balances that the person asked to see, in the order of the server. */
export function listedBalances(balances: readonly Balance[], filter: BalanceFilter): Balance[] {
  const words = filter.search.trim().toLocaleLowerCase();
  return balances.filter((balance) => {
    if (balance.kind !== filter.kind) return false;
    if (filter.isSmallHidden && isSmall(balance)) return false;
    return `${balance.currency} ${balance.name}`.toLocaleLowerCase().includes(words);
  });
}

/** True when nothing is there at all, neither to spend nor on hold. */
export function isEmptyBalance({ available, held }: Balance): boolean {
  return wholeUnits(available) === 0n && wholeUnits(held) === 0n;
}

/** Worth less than 1; of a balance whose worth nobody knows only the empty one is small. */
function isSmall(balance: Balance): boolean {
  if (balance.worth === null) return isEmptyBalance(balance);
  return wholeUnits(balance.worth) < wholeUnits('1');
}

export type AssetShare = {
  /** Undefined gathers every asset behind the largest ones. */
  readonly asset: string | undefined;
  readonly permille: number;
};

const namedShares = 4;

/** The largest assets by worth and the rest, in thousandths that add up to 1000; none while nothing has a worth. */
export function sharesOf(balances: readonly Balance[]): AssetShare[] {
  const worths = balances
    .map(({ currency, worth }) => ({ currency, worth: wholeUnits(worth ?? '0') }))
    .filter(({ worth }) => worth > 0n)
    .toSorted((left, right) => (left.worth < right.worth ? 1 : -1));
  if (worths.length === 0) return [];
  const permilles = split(
    1000n,
    worths.map(({ worth }) => worth),
  ).map(Number);
  const named = worths
    .slice(0, namedShares)
    .map(({ currency }, index) => ({ asset: currency, permille: permilles[index] ?? 0 }));
  const rest = permilles.slice(namedShares).reduce((sum, permille) => sum + permille, 0);
  return worths.length > namedShares ? [...named, { asset: undefined, permille: rest }] : named;
}

/** A decimal string of the wire in the smallest unit that any asset has. */
function wholeUnits(decimal: string): bigint {
  return parseUnits(decimal, scaleMax) ?? 0n;
}
