/** The settings about identities: the keys that wrap the keys of records, and how long a record is kept. */
import * as z from 'zod';

/** A key of 32 bytes by its name, which stands in each row that it wrapped. */
export type IdentityKey = { readonly name: string; readonly key: Buffer };

/** The first of `keys` wraps new ones; none: the one that follows from SECRET_KEY. `years`: whole ones after a record ended. */
export type IdentityKeeping = { readonly keys: readonly IdentityKey[]; readonly years: number };

/** The name of the key that follows from SECRET_KEY: it always opens what it wrapped, whatever the settings name. */
export const secretKeyName = 'secret';

const named = /^([a-z0-9][a-z0-9-]{0,29})=([A-Za-z0-9+/]{43}=)$/;
const form = 'must be a list such as 2027=…,2026=…, each a name and 32 bytes in base64';

/** `name=base64,name2=base64`. What is wrong is explained without the value. */
export const identityKeyList = z
  .string()
  .refine((list) => partsOf(list).every((one) => named.test(one)), { error: form, abort: true })
  .transform((list): readonly IdentityKey[] => partsOf(list).map(readKey))
  .refine((keys) => keys.length <= 20, 'must be at most 20 keys')
  .refine(
    areDifferent(({ name }) => name),
    'must give each key a name of its own',
  )
  .refine(
    areDifferent(({ key }) => key.toString('hex')),
    'must name each key once',
  )
  .refine(
    (keys) => keys.every(({ name }) => name !== secretKeyName),
    `must call no key ${secretKeyName}: that one follows from SECRET_KEY`,
  );

export const identityYears = z
  .string()
  .regex(/^([1-9]|[12]\d|30)$/, 'must be a number of whole years from 1 to 30')
  .transform(Number);

function partsOf(list: string): readonly string[] {
  return list.split(',').map((one) => one.trim());
}

function readKey(one: string): IdentityKey {
  const [, name = '', key = ''] = named.exec(one) ?? [];
  return { name, key: Buffer.from(key, 'base64') };
}

function areDifferent(of: (key: IdentityKey) => string) {
  return (keys: readonly IdentityKey[]) => new Set(keys.map(of)).size === keys.length;
}
