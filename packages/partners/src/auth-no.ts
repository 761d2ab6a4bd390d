/** The number of a record: `MK-`, nine drawn characters and one that checks them, of Crockford's base 32 without its last. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXY';
/** A prime: a wrong character and two that changed places are always noticed. */
const base = alphabet.length;
export const authNoDrawn = 9;

/** The number made of nine values from 0 to 30. */
export function authNoOf(values: readonly number[]): string {
  const characters = values.slice(0, authNoDrawn).map((value) => alphabet[value % base] ?? '0');
  return `MK-${characters.join('')}${checkOf(characters)}`;
}

/** How many values there are for each of the nine. */
export const authNoBase = base;

export function isAuthNo(text: string): boolean {
  if (!text.startsWith('MK-')) return false;
  const characters = text.slice(3).split('');
  if (characters.length !== authNoDrawn + 1 || characters.some((one) => !alphabet.includes(one)))
    return false;
  return characters.at(-1) === checkOf(characters.slice(0, authNoDrawn));
}

function checkOf(characters: readonly string[]): string {
  const sum = characters.reduce((total, one, place) => total + alphabet.indexOf(one) * (place + 1), 0);
  return alphabet[sum % base] ?? '0';
}
