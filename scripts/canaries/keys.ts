/** What opens what is sealed: the keys of records, wrapped and not, and those of the company. */
import { createDecipheriv } from 'node:crypto';

import { purposeKey } from '../../apps/server/src/platform/process/purpose-key.ts';
import { asOwner } from '../../apps/server/testing/database.ts';
import { testVault } from '../../apps/server/testing/kyc.ts';
import { testSecretKey } from '../../apps/server/testing/session-cookies.ts';
import type { Canary } from './canary.ts';
import type { House } from './house.ts';

type KeyRow = {
  readonly record_id: string;
  readonly key_id: string;
  readonly wrapped: Buffer;
  readonly fields: Buffer | null;
};

export function canariesOfCompany({ keys, issuing }: House): Canary[] {
  const { ours, theirs } = issuing.settings.keys;
  const pairs = { ours: ours.privateKey, theirs: theirs.privateKey };
  return [
    ...Object.entries(keys).map(([name, text]) => ({ name: `company: ${name}`, text, kind: 'key' as const })),
    // One line of each: how lines are divided differs from place to place.
    ...Object.entries(pairs).map(([whose, pem]) => ({
      name: `cards: private key, ${whose}`,
      text: pem.split('\n')[3] ?? '',
      kind: 'key' as const,
    })),
  ];
}

/**
 * The key of each record, as bytes in hex and in base64, and as it lies wrapped. `opened`: how many records hold what was
 * read off a document, sealed; without them nothing was planted.
 */
export async function canariesOfRecords({ api }: House): Promise<{ canaries: Canary[]; opened: string[] }> {
  const rows = (await asOwner(api.ownerUrl, 'select * from app.identity_key')) as KeyRow[];
  const wrapping = purposeKey(testSecretKey, 'identity-records');
  const canaries = rows.flatMap(({ record_id: id, wrapped }): Canary[] => {
    const decipher = createDecipheriv('aes-256-gcm', wrapping, wrapped.subarray(0, 12));
    decipher.setAAD(Buffer.from(`${id}:key`)).setAuthTag(wrapped.subarray(-16));
    const key = Buffer.concat([decipher.update(wrapped.subarray(12, -16)), decipher.final()]);
    return [
      { name: `record ${id}: key`, text: key.toString('hex'), kind: 'key' },
      { name: `record ${id}: key in base64`, text: key.toString('base64'), kind: 'key' },
      { name: `record ${id}: wrapped key`, text: wrapped.toString('hex'), kind: 'wrapped' },
    ];
  });
  const opened = rows.flatMap(({ record_id: recordId, key_id: keyId, wrapped, fields }) =>
    fields === null ? [] : [testVault.open({ keyId, wrapped }, { recordId, part: 'fields' }, fields)],
  );
  return { canaries, opened };
}
