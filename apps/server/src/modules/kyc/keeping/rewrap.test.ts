/** The keys of the settings that wrap those of records: changed, taken out too early, or bytes that do not open. */
import { createHash } from 'node:crypto';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi } from '../../../../testing/api.ts';
import { type CheckedRecord, kycSteps, kycVerdicts, startKycApi } from '../../../../testing/kyc-steps.ts';
import { annaRead, type ScriptedCompany } from '../../../../testing/kyc.ts';
import { testSecretKey } from '../../../../testing/session-cookies.ts';
import { createLog } from '../../../platform/process/log.ts';
import { openFields } from '../record/fields.ts';
import { houseVault } from '../record/house-vault.ts';
import { findRecord } from '../record/store.ts';
import type { Vault } from '../record/vault.ts';
import { rewrapKeys } from './rewrap.ts';

let api: TestApi;
let company: ScriptedCompany;
beforeAll(async () => {
  ({ api, company } = await startKycApi());
});
afterAll(async () => await api.close());

const { verifiable } = kycSteps(() => api);
const { approved } = kycVerdicts(
  () => api,
  () => company,
);

async function approvedBy(idNumber: string): Promise<CheckedRecord> {
  return await approved(await verifiable(), { ...annaRead, idNumber });
}

type KeyRow = { readonly key: string; readonly wrapped: Buffer; readonly fields: Buffer };

async function keyRow(id: string): Promise<KeyRow | undefined> {
  const found = await sql<KeyRow>`
    select key_id as key, wrapped, fields from app.identity_key where record_id = ${id}`.execute(
    api.databases.main,
  );
  return found.rows[0];
}

describe('the keys of the settings', () => {
  const named = (name: string) => ({ name, key: createHash('sha256').update(name).digest() });
  const [one, two] = [named('2026'), named('2027')];

  /** Errors of a run, as they are logged. */
  async function rewrapped(vault: Vault): Promise<readonly Record<string, unknown>[]> {
    const lines: string[] = [];
    const log = createLog('error', { write: (line: string) => void lines.push(line) });
    await rewrapKeys(api.databases.main, log, vault);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  async function opened(vault: Vault, id: string): Promise<string | undefined> {
    const record = await findRecord(api.databases.main, id);
    return record === undefined ? undefined : openFields(vault, record)?.idNumber;
  }

  it('rotate: what an older one wrapped is wrapped anew, and opens when that is gone', async () => {
    const { id } = await approvedBy('KEYS1');
    const fields = (await keyRow(id))?.fields;
    expect(await rewrapped(houseVault(testSecretKey, [one]))).toEqual([]);
    expect(await keyRow(id)).toMatchObject({ key: '2026', fields });
    expect(await rewrapped(houseVault(testSecretKey, [two, one]))).toEqual([]);
    expect(await keyRow(id)).toMatchObject({ key: '2027', fields });
    expect(await rewrapped(houseVault(testSecretKey, [two]))).toEqual([]);
    expect(await opened(houseVault('another secret of the settings', [two]), id)).toBe('KEYS1');
  });

  it('that is taken out too early is named with its records, and nothing is lost', async () => {
    const { id } = await approvedBy('KEYS2');
    await rewrapped(houseVault(testSecretKey, [one]));
    const before = await keyRow(id);
    const without = houseVault(testSecretKey, [two]);
    const errors = await rewrapped(without);
    expect(errors).toMatchObject([{ missing: '2026' }]);
    expect(errors[0]?.['records']).toBeGreaterThanOrEqual(1);
    expect(await keyRow(id)).toEqual(before);
    await expect(opened(without, id)).rejects.toThrow('the settings have no key 2026');
    expect(await rewrapped(houseVault(testSecretKey, [two, one]))).toEqual([]);
    expect(await opened(without, id)).toBe('KEYS2');
  });

  it('leave one alone whose bytes do not open, and go on with the others', async () => {
    const bad = await approvedBy('KEYS3');
    const good = await approvedBy('KEYS4');
    await sql`update app.identity_key set wrapped = '\\x0102' where record_id = ${bad.id}`.execute(
      api.databases.main,
    );
    const errors = await rewrapped(houseVault(testSecretKey, [one, two]));
    expect(errors).toMatchObject([{ record: bad.id, keyId: 'secret' }]);
    expect(await keyRow(good.id)).toMatchObject({ key: '2026' });
  });
});
