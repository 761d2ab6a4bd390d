/**
 * Which country a network address belongs to, by a file that an operator brings (GEO_FILE): lines of first address, last
 * address, country, as free tables of the registries come. Nobody outside is ever asked where somebody is.
 */
import { readFileSync } from 'node:fs';
import { isIPv4, isIPv6 } from 'node:net';

/** `GE`; undefined for an address that the table does not hold, and for what is no address. */
export type CountryOf = (address: string) => string | undefined;

/** Addresses of one family as texts of one length, so that they compare as numbers do. */
type Range = { readonly first: string; readonly last: string; readonly country: string };

const line = /^"?([0-9a-fA-F.:]+)"?,"?([0-9a-fA-F.:]+)"?,"?([A-Z]{2})"?(,|$)/;
const mappedV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Reads the file once. Throws with the number of the first line that is none. */
export function readCountryTable(file: string): CountryOf {
  return countryTable(readFileSync(file, 'utf8'));
}

export function countryTable(text: string): CountryOf {
  const ranges: { readonly v4: Range[]; readonly v6: Range[] } = { v4: [], v6: [] };
  for (const [place, written] of text.split(/\r?\n/).entries()) {
    if (written.trim() === '' || written.startsWith('#')) continue;
    const [, first = '', last = '', country = ''] = line.exec(written) ?? [];
    const [from, to] = [comparable(first), comparable(last)];
    if (from === undefined || to === undefined || from.length !== to.length || from > to)
      throw new Error(`GEO_FILE: line ${place + 1} is no first address, last address and country`);
    ranges[from.length === 8 ? 'v4' : 'v6'].push({ first: from, last: to, country });
  }
  for (const family of [ranges.v4, ranges.v6]) family.sort((a, b) => (a.first < b.first ? -1 : 1));
  return (address) => {
    const key = comparable(mappedV4.exec(address)?.[1] ?? address.split('%')[0] ?? '');
    if (key === undefined) return undefined;
    const found = lastAtMost(ranges[key.length === 8 ? 'v4' : 'v6'], key);
    return found !== undefined && key <= found.last ? found.country : undefined;
  };
}

/** The last range that does not begin behind `key`. */
function lastAtMost(ranges: readonly Range[], key: string): Range | undefined {
  let [low, high] = [0, ranges.length];
  // Ends: each turn halves what is left.
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.first ?? '') <= key) low = middle + 1;
    else high = middle;
  }
  return ranges[low - 1];
}

/** 8 hex digits of an IPv4 address, 32 of an IPv6 address. */
function comparable(address: string): string | undefined {
  if (isIPv4(address))
    return address
      .split('.')
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('');
  if (!isIPv6(address)) return undefined;
  const [head = '', tail = ''] = withoutDots(address).split('::');
  const [front, back] = [head, tail].map((side) => (side === '' ? [] : side.split(':')));
  const missing = 8 - (front?.length ?? 0) - (back?.length ?? 0);
  const groups = [...(front ?? []), ...Array.from({ length: missing }, () => '0'), ...(back ?? [])];
  return groups.map((group) => group.toLowerCase().padStart(4, '0')).join('');
}

/** Four numbers at the end of an IPv6 address as its two last groups. */
function withoutDots(address: string): string {
  const dotted = /\d+\.\d+\.\d+\.\d+$/.exec(address)?.[0];
  if (dotted === undefined) return address;
  const hex = comparable(dotted) ?? '';
  return `${address.slice(0, -dotted.length)}${hex.slice(0, 4)}:${hex.slice(4)}`;
}
