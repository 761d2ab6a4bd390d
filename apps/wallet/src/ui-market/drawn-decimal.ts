/**
 * A number of a drawing (a line, a sum of levels) as a decimal string, to the nearest. Drawn numbers are floating-point and
 * only near the exact ones, so this is never used for what somebody has or pays.
 */
export function drawnDecimal(value: number, decimals: number): string {
  return value.toFixed(decimals);
}
