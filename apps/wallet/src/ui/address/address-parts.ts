/** An address on a chain in the three parts that people compare: its beginning, its middle, its end. Pure. */

/** Characters that stand out at the end, and at the beginning after what all addresses of a chain begin with. */
const endLength = 6;
const startLength = 4;

/** An ellipsis that no line breaks at. */
const gap = '\u2060\u2026\u2060';

export type AddressParts = readonly [start: string, middle: string, end: string];

/** `0x1a2b`, the rest, the last six. What is too short to be an address stays in one part. */
export function addressParts(address: string): AddressParts {
  const prefix = /^0x/i.test(address) ? 2 : 1;
  const start = prefix + startLength;
  if (address.length <= start + endLength) return [address, '', ''];
  return [address.slice(0, start), address.slice(start, -endLength), address.slice(-endLength)];
}

/** `0x1a2b…c3d4e5` in one piece, for rows and titles; never where an address is approved. */
export function shortAddress(address: string): string {
  const [start, middle, end] = addressParts(address);
  return middle === '' ? start : `${start}${gap}${end}`;
}
