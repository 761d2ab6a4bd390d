/** The engine's whole numbers as decimal strings. */

/** So many steps of 10^-decimals, with all decimals: 1234 at 2 is 12.34. */
export function formatSteps(steps: number | bigint, decimals: number): string {
  const digits = String(steps);
  if (decimals === 0) return digits;
  const padded = digits.padStart(decimals + 1, '0');
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}
