/** Spec 5 and 9: what usernames and passwords look like. */

const usernameSyntax = /^[A-Za-z0-9]{4,20}$/;
const paymentPasswordSyntax = /^[0-9]{6}$/;
const passwordLengthMin = 8;
const passwordLengthMax = 20;

/** 4-20 letters or digits; ASCII only, so that no name can imitate another with look-alike letters. */
export function isUsername(text: string): boolean {
  return usernameSyntax.test(text);
}

/** The payment password is 6 digits. */
export function isPaymentPassword(text: string): boolean {
  return paymentPasswordSyntax.test(text);
}

/** True for what everybody tries first: one digit repeated, or a run up or down (9 and 0 are neighbours). */
export function isWeakPaymentPassword(digits: string): boolean {
  const numbers = Array.from(digits, Number);
  const steps = new Set(numbers.slice(1).map((digit, index) => (digit - (numbers[index] ?? 0) + 10) % 10));
  return steps.size === 1 && [0, 1, 9].some((step) => steps.has(step));
}

/** Which parts of the rule for a new login password hold, for a screen that ticks them while one types. */
export type LoginPasswordParts = {
  readonly length: boolean;
  readonly digit: boolean;
  readonly upper: boolean;
  readonly lower: boolean;
  readonly special: boolean;
};

/**
 * Checks a new login password part by part: 8-20 characters (an emoji is one), a digit 0-9, an uppercase and a
 * lowercase letter of any script, and a special character, which is any punctuation or symbol but no blank.
 */
export function checkLoginPassword(password: string): LoginPasswordParts {
  const length = Array.from(password).length;
  return {
    length: length >= passwordLengthMin && length <= passwordLengthMax,
    digit: /[0-9]/.test(password),
    upper: /\p{Lu}/u.test(password),
    lower: /\p{Ll}/u.test(password),
    special: /[\p{P}\p{S}]/u.test(password),
  };
}

/** Whether a new login password fulfils every part of the rule. */
export function isLoginPassword(password: string): boolean {
  return Object.values(checkLoginPassword(password)).every(Boolean);
}
