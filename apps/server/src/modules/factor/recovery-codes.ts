/** Ten codes on paper that stand in for an authenticator: at log-in and to unbind it, each once; they approve no payment. */
import { createHmac, randomInt } from 'node:crypto';

import { purposeKey } from '../../platform/process/purpose-key.ts';

/** Crockford's base 32: no letter is taken for another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 3;
const groupLetters = 4;
export const recoveryCodesMade = 10;

/** As people read it, XXXX-XXXX-XXXX: sixty bits. */
export function newRecoveryCode(): string {
  const group = () =>
    Array.from({ length: groupLetters }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** What is stored of a code as it was typed: case, spaces, dashes and letters that look like digits do not matter. */
export function recoveryCodeHash(secretKey: string, userId: string, typed: string): Buffer {
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return createHmac('sha256', purposeKey(secretKey, 'recovery-codes'))
    .update(`${userId} ${plain}`, 'utf8')
    .digest();
}
