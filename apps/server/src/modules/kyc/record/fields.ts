/** What was read off a document: sealed as one text, opened for its person alone, and shown masked. */
import { mask } from '@marigold/contract/rules/masking';
import type { ReadFields } from '@marigold/partners/identity-port';
import * as z from 'zod';

import type { KycRecordRow } from './store.ts';
import type { Vault, WrappedKey } from './vault.ts';

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

const stored = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  birthday: day,
  nationality: z.string(),
  idType: z.enum(['idCard', 'passport']),
  idNumber: z.string(),
  issuingRegion: z.string(),
  expiry: day.nullable(),
});

/** The key of a record; undefined once it was erased. */
export function keyOfRecord({ keyId, wrapped }: KycRecordRow): WrappedKey | undefined {
  return keyId === null || wrapped === null ? undefined : { keyId, wrapped };
}

export function sealFields(vault: Vault, record: KycRecordRow, read: ReadFields): Buffer | undefined {
  const key = keyOfRecord(record);
  const place = { recordId: record.id, part: 'fields' };
  return key === undefined ? undefined : vault.seal(key, place, JSON.stringify(stored.parse(read)));
}

/** Undefined where nothing is known, or it was erased. */
export function openFields(vault: Vault, record: KycRecordRow): ReadFields | undefined {
  const key = keyOfRecord(record);
  if (key === undefined || record.fields === null) return undefined;
  return stored.parse(JSON.parse(vault.open(key, { recordId: record.id, part: 'fields' }, record.fields)));
}

/** As its own person sees it. */
export function maskNameOf({ firstName, lastName }: ReadFields): string {
  return mask(`${firstName} ${lastName}`);
}

export function maskedDocument(read: ReadFields) {
  const { idType, idNumber, issuingRegion, nationality, birthday, expiry } = read;
  return {
    idType,
    maskedNumber: mask(idNumber),
    issuingRegion,
    nationality,
    birthYear: birthday.slice(0, 4),
    expiry,
  };
}
