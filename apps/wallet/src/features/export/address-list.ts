/** Addresses as they are typed: a list with commas becomes one after the other (spec 5, "e-mail list check"). Pure. */
import { isEmailList } from '@marigold/contract/rules/addresses';

/** reliability.md 6, row 16. */

export type TypedAddresses = {
  /** In lower case, each once. */
  readonly addresses: readonly string[];
  /** What could not be taken stays in the field, to be put right there. */
  readonly rest: string;
  readonly problem:
    | { readonly kind: 'wrong'; readonly address: string }
    | { readonly kind: 'tooMany' }
    | undefined;
};

/** What separates addresses: commas, those of Chinese keyboards, and what is pasted between them. */
const separators = /[,，、;；\s]+/;

export function hasSeparator(text: string): boolean {
  return separators.test(text);
}

/** Takes the typed addresses up to the first that is wrong or too many; `places` says how many still fit. */
export function takeTyped(addresses: readonly string[], text: string, placesMax: number): TypedAddresses {
  const taken = [...addresses];
  const typed = text.split(separators).filter((part) => part !== '');
  for (const [index, part] of typed.entries()) {
    const address = part.toLowerCase();
    if (taken.includes(address)) continue;
    const rest = typed.slice(index).join(', ');
    if (!isEmailList(address)) return { addresses: taken, rest, problem: { kind: 'wrong', address: part } };
    if (taken.length >= placesMax) return { addresses: taken, rest, problem: { kind: 'tooMany' } };
    taken.push(address);
  }
  return { addresses: taken, rest: '', problem: undefined };
}
