/** The numbers of simulated cards: of a range that no network gives out, and the same each time for the same card. */
import { luhnDigit } from '../luhn.ts';

/** What is printed on a card, and what its person alone knows. None of it leaves the company through its port. */
export type CardSecrets = { readonly pan: string; readonly cvv: string; readonly pin: string };

const testRange = '400000';
/** Has no factor with a power of ten in common, so that no two cards have one number. */
const stride = 387_420_489;

/** The numbers of the card that the company made as its `serial`th, from 1. */
export function secretsOf(serial: number): CardSecrets {
  const drawn = spread(serial, 1_000_000_000);
  const body = testRange + digits(drawn, 9);
  return {
    pan: body + luhnDigit(body),
    cvv: digits(spread(drawn, 1000), 3),
    pin: digits(spread(drawn + 1, 1_000_000), 6),
  };
}

/** YYYY-MM of the month in which a card that was made at `now` (epoch milliseconds) ends. */
export function expiryOf(now: number): string {
  const made = new Date(now);
  const month = String(made.getUTCMonth() + 1).padStart(2, '0');
  return `${made.getUTCFullYear() + 4}-${month}`;
}

function spread(value: number, below: number): number {
  return Number((BigInt(value) * BigInt(stride) + 123_456_789n) % BigInt(below));
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, '0');
}
