/** What somebody typed of a record, opened, and what of it stands in the place of what a company reads off a document. */
import type { KycTyped } from '@marigold/contract/calls/kyc/own';
import type { ReadFields } from '@marigold/partners/identity-port';
import { comparedNames } from '@marigold/partners/matching';

import type { Database } from '../../../platform/database/database.ts';
import { openTyped } from '../draft/values.ts';
import type { KycRecordRow } from '../record/store.ts';
import type { Vault } from '../record/vault.ts';
import { listHouseValues } from './store.ts';

/** Nothing of a record that was erased. */
export async function openHouseValues(db: Database, vault: Vault, record: KycRecordRow): Promise<KycTyped> {
  return openTyped(vault, record, await listHouseValues(db, record.id));
}

/** In Latin letters where they were given; null while something of it is missing. */
export function readFieldsOf(typed: KycTyped): ReadFields | null {
  const { names, birthday, nationality, idNumber, issuingRegion, expiry } = typed;
  if (
    names === undefined ||
    birthday === undefined ||
    nationality === undefined ||
    idNumber === undefined ||
    issuingRegion === undefined ||
    expiry === undefined
  )
    return null;
  const { idType, number } = idNumber;
  return {
    ...comparedNames(names),
    birthday,
    nationality,
    idType,
    idNumber: number,
    issuingRegion,
    expiry: expiry === 'none' ? null : expiry,
  };
}
