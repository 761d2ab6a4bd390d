/** The last digit of a number by the rule of Luhn, which every number of a card has. */

/** The digit that makes a number valid; `body` is the number without it, digits alone. */
export function luhnDigit(body: string): string {
  const sum = Array.from(body)
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return String((10 - (sum % 10)) % 10);
}
