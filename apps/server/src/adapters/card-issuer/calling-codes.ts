/** Where the calling code of a telephone number ends: by the plan of the ITU (E.164) none is the beginning of another. */

const ofOneDigit = new Set(['1', '7']);
const ofTwoDigits = new Set(
  (
    '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 ' +
    '60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'
  ).split(' '),
);

/** Of +31612345678: 31 and 612345678. Undefined for what is no E.164. */
export function splitCallingCode(
  phone: string,
): { readonly code: string; readonly rest: string } | undefined {
  const digits = /^\+([1-9]\d{6,14})$/.exec(phone)?.[1];
  if (digits === undefined) return undefined;
  const length = [1, 2].find((count) => (count === 1 ? ofOneDigit : ofTwoDigits).has(digits.slice(0, count)));
  return { code: digits.slice(0, length ?? 3), rest: digits.slice(length ?? 3) };
}
