/** What was typed of an item, at rest: each under the key of its record, opened for its person and for whoever checks. */
import { KycTyped } from '@marigold/contract/calls/kyc/own';
import { type OwnItem, ownItems } from '@marigold/partners/kyc-states';

import { keyOfRecord } from '../record/fields.ts';
import type { KycRecordRow } from '../record/store.ts';
import type { Vault } from '../record/vault.ts';

export type TypedItem = keyof KycTyped;
export type TypedValue = NonNullable<KycTyped[TypedItem]>;

const isOwnName: ReadonlySet<string> = new Set(ownItems);

export function isOwnItem(item: string): item is OwnItem {
  return isOwnName.has(item);
}

/** @throws where the record was erased: whoever comes here has refused that. */
export function sealValue(vault: Vault, record: KycRecordRow, item: TypedItem, value: TypedValue): Buffer {
  const key = keyOfRecord(record);
  if (key === undefined) throw new Error('Broken: nothing is given of a record that was erased');
  return vault.seal(key, { recordId: record.id, part: `value:${item}` }, JSON.stringify(value));
}

/** Everything that was typed of a record; nothing once it was erased. */
export function openTyped(
  vault: Vault,
  record: KycRecordRow,
  rows: readonly { readonly item: string; readonly value: Buffer | null }[],
): KycTyped {
  const key = keyOfRecord(record);
  if (key === undefined) return {};
  const typed: Record<string, unknown> = {};
  for (const { item, value } of rows)
    if (value !== null)
      typed[item] = JSON.parse(vault.open(key, { recordId: record.id, part: `value:${item}` }, value));
  return KycTyped.parse(typed);
}
