import type { useCurrencies } from '../../domain/asset/asset-queries.ts';
import { fiatName } from '../../lib/text/format.ts';

export type PickedCurrency = NonNullable<ReturnType<typeof useCurrencies>['data']>['list'][number];

/** The name of a coin is its own everywhere; that of a fiat currency is the reader's word for it. */
export function currencyName({ kind, code, name }: PickedCurrency): string {
  return kind === 'fiat' ? fiatName(code) : name;
}

/** Those whose code or name holds every word that was typed; a code that begins with it stands first. */
export function findCurrencies<Row extends { readonly code: string; readonly name: string }>(
  list: readonly Row[],
  typed: string,
): readonly Row[] {
  const words = typed
    .trim()
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const [first = ''] = words;
  const rank = ({ code }: Row): number => (first !== '' && code.toLowerCase().startsWith(first) ? 0 : 1);
  return list
    .filter(({ code, name }) => {
      const text = `${code} ${name}`.toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((left, right) => rank(left) - rank(right));
}
