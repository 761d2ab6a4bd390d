/** The vault of an instance: its keys are those that the settings name, and the one that follows from their secret. */
import { type IdentityKey, secretKeyName } from '../../../platform/process/identity-keys.ts';
import { purposeKey } from '../../../platform/process/purpose-key.ts';
import { createVault, type Vault } from './vault.ts';

/** The first of `named` wraps new keys of records; none: the one of the secret. All of them open what they wrapped. */
export function houseVault(secretKey: string, named: readonly IdentityKey[] = []): Vault {
  const ofSecret = { name: secretKeyName, key: purposeKey(secretKey, 'identity-records') };
  const keys = new Map([...named, ofSecret].map(({ name, key }) => [name, key]));
  const [current = ofSecret] = named;
  return createVault({ current: current.name, keys }, purposeKey(secretKey, 'identity-index'));
}
