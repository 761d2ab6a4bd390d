/** Ten codes on paper that stand in for an authenticator: at log-in and to unbind it, each once; they approve no payment. */
import { createHmac, randomInt } from 'node:crypto';

import { recoveryCodesMade } from '@marigold/contract/limits';

import type { Database } from '../../platform/database/database.ts';
import { purposeKey } from '../../platform/process/purpose-key.ts';
import { insertRecoveryCodes } from './store.ts';
import { voidRecoveryCodes } from './views.ts';

/** Crockford's base 32: no letter is taken for another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 3;
const groupLetters = 4;

/** Makes somebody's codes anew; those before are void. Answers them as people read them, which nobody can do again. */
export async function renewCodes(
  db: Database,
  secretKey: string,
  { userId, now }: { readonly userId: string; readonly now: number },
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesMade }, newRecoveryCode);
  await voidRecoveryCodes(db, userId, now);
  const hashes = codes.map((code) => recoveryCodeHash(secretKey, userId, code));
  await insertRecoveryCodes(db, { userId, hashes, now });
  return codes;
}

/** As people read it, XXXX-XXXX-XXXX: sixty bits. */
function newRecoveryCode(): string {
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
