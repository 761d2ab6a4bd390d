/** The lines of a document as a person of the house typed them, beside what its owner typed. */
import type { KycTyped } from '@marigold/contract/calls/kyc/own';
import type { OwnItem } from '@marigold/partners/kyc-states';
import { compareNames, type Likeness, plainNumber } from '@marigold/partners/matching';
import { type MrzFields, type MrzReading, readMrz } from '@marigold/partners/mrz';
import * as z from 'zod';

import { keyOfRecord } from '../record/fields.ts';
import type { KycRecordRow } from '../record/store.ts';
import type { Vault } from '../record/vault.ts';

/** What stands in the lines, item by item. */
export type ComparedItem = { readonly item: OwnItem; readonly likeness: Likeness };

export function compareWithLines(lines: MrzFields, typed: KycTyped): readonly ComparedItem[] {
  const { names, birthday, nationality, idNumber, issuingRegion, expiry } = typed;
  const isNumber =
    idNumber !== undefined &&
    idNumber.idType === lines.idType &&
    plainNumber(idNumber.number) === plainNumber(lines.idNumber);
  const same = (is: boolean): Likeness => (is ? 'same' : 'different');
  return [
    { item: 'names', likeness: names === undefined ? 'different' : compareNames(names, lines) },
    { item: 'birthday', likeness: same(birthday === lines.birthday) },
    { item: 'nationality', likeness: same(nationality === lines.nationality) },
    { item: 'idNumber', likeness: same(isNumber) },
    { item: 'issuingRegion', likeness: same(issuingRegion === lines.issuingRegion) },
    { item: 'expiry', likeness: same(expiry === (lines.expiry ?? 'none')) },
  ];
}

const stored = z.strictObject({ lines: z.array(z.string()), at: z.number() });

/** Under the key of the record; undefined once it was erased. `at`: when they were typed, since their years are short. */
export function sealLines(
  vault: Vault,
  record: KycRecordRow,
  { lines, at }: { readonly lines: readonly string[]; readonly at: number },
): Buffer | undefined {
  const key = keyOfRecord(record);
  const text = JSON.stringify(stored.parse({ lines, at }));
  return key === undefined ? undefined : vault.seal(key, { recordId: record.id, part: 'mrz' }, text);
}

/** What they say, read anew; undefined: nobody has typed them, or they were erased. */
export function openLines(
  vault: Vault,
  record: KycRecordRow,
  sealed: Buffer | null,
): Extract<MrzReading, { readonly isRead: true }> | undefined {
  const key = keyOfRecord(record);
  if (key === undefined || sealed === null) return undefined;
  const text = vault.open(key, { recordId: record.id, part: 'mrz' }, sealed);
  const { lines, at } = stored.parse(JSON.parse(text));
  const read = readMrz(lines, at);
  return read.isRead ? read : undefined;
}
