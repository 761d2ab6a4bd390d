/** Whether somebody typed the number of a card where none belongs: whatever looks like one is neither sent nor stored. */
import { luhnDigit } from '@marigold/partners/luhn';

const digitsMin = 13;
const digitsMax = 19;

/** What the numbers of the networks begin with. */
const schemePrefix = /^(?:4|5[1-5]|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720|3[04-8]|6011|62|65)/;

/** Groups of digits with nothing but blanks, dashes and what is not seen between them. */
const row = /\d+(?:[\p{Zs}\p{Pd}\p{Cf}\u2212]+\d+)*/gu;

/**
 * True where groups of digits that follow each other, with nothing but blanks and dashes between them, are together a number
 * of 13 to 19 digits that begins as those of the networks do and whose last digit is right. A number within a longer group
 * of digits is none: an order's number would be one too often.
 */
export function looksLikeCardNumber(text: string): boolean {
  // Digits of full width are digits to whoever types them.
  const rows = text.normalize('NFKC').match(row) ?? [];
  return rows.some((digits) => {
    const groups = digits.match(/\d+/g) ?? [];
    return groups.some((_, first) => beginsNumber(groups.slice(first, first + digitsMax)));
  });
}

/** Whether the first of these groups, alone or with those behind it, is a number. */
function beginsNumber(groups: readonly string[]): boolean {
  let digits = '';
  for (const group of groups) {
    digits += group;
    if (digits.length > digitsMax) return false;
    if (isCardNumber(digits)) return true;
  }
  return false;
}

function isCardNumber(digits: string): boolean {
  if (digits.length < digitsMin || !schemePrefix.test(digits)) return false;
  return luhnDigit(digits.slice(0, -1)) === digits.at(-1);
}
