/**
 * Whether two ways of writing a name are the same one. Marks, order and alphabet do not count; whatever is a little
 * different is for a person to decide (identity-cards-fund-agents.md 2.5).
 */
import { latinOfCyrillic } from './cyrillic.ts';

/** `close`: one letter differs, or a middle name is missing. Only `same` needs nobody to look. */
export type Likeness = 'same' | 'close' | 'different';

/** As somebody typed their names; in Latin letters too where their own are neither Latin nor Cyrillic. */
export type TypedNames = {
  readonly firstName: string;
  readonly lastName: string;
  readonly latinFirst?: string | undefined;
  readonly latinLast?: string | undefined;
};

export type PlainNames = Pick<TypedNames, 'firstName' | 'lastName'>;

/** Latin letters that are no letter with a mark, as documents write them (ICAO Doc 9303, part 3, section 6 A). */
const latinOf: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Ð: 'D',
  Đ: 'D',
  Ħ: 'H',
  Ĳ: 'IJ',
  Ł: 'L',
  Ŋ: 'N',
  Œ: 'OE',
  Ø: 'OE',
  Þ: 'TH',
  Ŧ: 'T',
};

/** What a document leaves out inside a name: D'ARTAGNAN is DARTAGNAN. */
const left = /['’‘ʼʹ`´.]/gu;
/** Names are longer in no document; what is compared stays small. */
const tokensMax = 20;

/** The names that a document is compared by: the Latin ones where they were given. */
export function comparedNames({ firstName, lastName, latinFirst, latinLast }: TypedNames): PlainNames {
  return { firstName: latinFirst ?? firstName, lastName: latinLast ?? lastName };
}

export function compareNames(typed: TypedNames, read: PlainNames): Likeness {
  const ours = tokensOf(comparedNames(typed));
  const theirs = tokensOf(read);
  if (ours === undefined || theirs === undefined) return 'different';
  const onlyOurs = [...ours].filter((token) => !theirs.has(token));
  const onlyTheirs = [...theirs].filter((token) => !ours.has(token));
  const [mine, other] = [onlyOurs[0], onlyTheirs[0]];
  if (mine === undefined && other === undefined) return 'same';
  if (onlyOurs.length > 1 || onlyTheirs.length > 1) return 'different';
  if (mine !== undefined && other !== undefined) return isOneEdit(mine, other) ? 'close' : 'different';
  // One name more on one side; two that are the same are left: it is a middle name.
  return Math.min(ours.size, theirs.size) >= 2 ? 'close' : 'different';
}

/** Undefined: nothing is left that could be compared, or it is in an alphabet that documents do not write. */
function tokensOf({ firstName, lastName }: PlainNames): ReadonlySet<string> | undefined {
  const upper = `${firstName} ${lastName}`
    .replaceAll(left, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase();
  const latin = latinOfCyrillic(upper).replaceAll(/[^\p{ASCII}]/gu, (letter) => latinOf[letter] ?? letter);
  if (/[^\P{L}A-Z]/u.test(latin)) return undefined;
  const tokens = latin.split(/[^A-Z]+/u).filter((token) => token !== '');
  return tokens.length === 0 || tokens.length > tokensMax ? undefined : new Set(tokens);
}

/** One letter is another one, or there is one more: and nothing else differs. */
function isOneEdit(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  const differs = short.split('').findIndex((letter, place) => letter !== long[place]);
  const from = differs === -1 ? short.length : differs;
  const isLonger = long.length > short.length;
  return short.slice(isLonger ? from : from + 1) === long.slice(from + 1);
}

/** Numbers of documents are compared by their letters and digits alone. */
export function plainNumber(number: string): string {
  return number
    .normalize('NFKC')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase();
}
