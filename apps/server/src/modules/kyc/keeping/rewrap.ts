/**
 * Keys of records are wrapped anew by the key that the settings name first, so that an older one can be taken out of them.
 * Begun anew it goes on where it stopped; what a key wrapped that is missing waits for it, and is lost only with it.
 */
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/process/log.ts';
import type { Vault } from '../record/vault.ts';
import { listMissingKeys, listOldKeys, type OldKey, replaceKey } from './store.ts';

const perBatch = 200;
/** What is left waits for the next night. */
const batchesMax = 100;

export async function rewrapKeys(db: Database, log: Log, vault: Vault): Promise<void> {
  let after: string | null = null;
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const old: readonly OldKey[] = await listOldKeys(db, vault, { after, most: perBatch });
    await db.transaction().execute(async (transaction) => {
      for (const one of old) await rewrap(transaction, one, { log, vault });
    });
    after = old.at(-1)?.recordId ?? null;
    if (after === null) break;
  }
  for (const missing of await listMissingKeys(db, vault.names))
    log.error(missing, 'IDENTITY_KEYS lacks a key that identities are wrapped by: they cannot be opened');
}

/** One whose bytes the key does not open stays as it is, for a person to look at, and holds up no other. */
async function rewrap(
  db: Database,
  old: OldKey,
  { log, vault }: { readonly log: Log; readonly vault: Vault },
): Promise<void> {
  const { recordId, keyId } = old;
  let renewed;
  try {
    renewed = vault.rewrap(old, recordId);
  } catch (error) {
    log.error({ record: recordId, keyId, err: error }, 'the key of an identity does not open');
    return;
  }
  await replaceKey(db, old, renewed);
}
