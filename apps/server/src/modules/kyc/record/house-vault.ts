/** The vault of an instance: its keys come from the secret of the settings. */
import { purposeKey } from '../../../platform/process/purpose-key.ts';
import { createVault, type Vault } from './vault.ts';

export function houseVault(secretKey: string): Vault {
  const keys = new Map([['secret', purposeKey(secretKey, 'identity-records')]]);
  return createVault({ current: 'secret', keys }, purposeKey(secretKey, 'identity-index'));
}
