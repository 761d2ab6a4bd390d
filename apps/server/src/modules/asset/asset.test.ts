import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { asOwner, testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { type Databases, openDatabases } from '../../platform/database/database.ts';
import type { Asset } from './asset.ts';
import { formatAmount, parseAmount, sayUnits } from './asset.ts';
import { findAsset } from './views.ts';

let database: TestDatabase;
let databases: Databases;

beforeAll(async () => {
  database = await testDatabase();
  databases = openDatabases(database.appUrl);
});
afterAll(async () => {
  await databases.close();
  await database.drop();
});

async function asset(code: string): Promise<Asset> {
  const found = await findAsset(databases.main, code);
  if (found === undefined) throw new Error(`there is no ${code}`);
  return found;
}

describe('an asset', () => {
  it('is found by its exact code alone', async () => {
    expect(await asset('BTC')).toMatchObject({ code: 'BTC', name: 'Bitcoin', kind: 'coin', scale: 8 });
    expect(await findAsset(databases.main, 'btc')).toBeUndefined();
    expect(await findAsset(databases.main, 'BT')).toBeUndefined();
  });

  it('is nothing that anybody could pay with once it is closed, and is back when it opens again', async () => {
    const open = async (isOpen: boolean) =>
      await asOwner(database.ownerUrl, `update app.asset set is_open = ${isOpen} where code = 'TRX'`);
    await open(false);
    expect(await findAsset(databases.main, 'TRX')).toBeUndefined();
    await open(true);
    expect(await findAsset(databases.main, 'TRX')).toMatchObject({ code: 'TRX' });
  });

  it('keeps the bounds of a transfer to the last unit, also where no number could', async () => {
    const units = '9007199254740993';
    const set = `update app.asset set transfer_max = ${units}, transfer_min = 7 where code = 'USDC'`;
    await asOwner(database.ownerUrl, set);
    expect(await asset('USDC')).toMatchObject({ transferMin: 7n, transferMax: BigInt(units) });
    expect(await asset('USDT')).toMatchObject({ transferMax: null });
  });
});

describe('an amount', () => {
  it('of a currency has the decimals of its smallest coin, though the ledger counts finer', async () => {
    const yen = await asset('JPY');
    expect(yen.scale).toBe(2);
    expect(parseAmount(yen, '100')).toBe(10_000n);
    expect(parseAmount(yen, '100.5')).toBeUndefined();
    expect(parseAmount(await asset('EUR'), '100.55')).toBe(10_055n);
  });

  it('of a coin may be as fine as the ledger, and no finer', async () => {
    const bitcoin = await asset('BTC');
    expect(parseAmount(bitcoin, '0.00000001')).toBe(1n);
    expect(parseAmount(bitcoin, '0.000000001')).toBeUndefined();
  });

  it('that is offered can be entered as it stands, and is never more than there is', async () => {
    for (const code of ['JPY', 'EUR', 'BTC', 'USDT']) {
      const one = await asset(code);
      for (const units of [1n, 99n, 12_345n, 100_000_099n]) {
        const entered = parseAmount(one, formatAmount(one, units));
        expect([code, units, entered === undefined || entered > units]).toEqual([code, units, false]);
      }
    }
    expect(formatAmount(await asset('JPY'), 12_399n)).toBe('123');
  });

  it('is said with the decimals that people expect, and with more only where there are any', async () => {
    expect(sayUnits(await asset('USDT'), 150_000_000n)).toBe('1.50');
    expect(sayUnits(await asset('USDT'), 150_000_001n)).toBe('1.50000001');
    expect(sayUnits(await asset('JPY'), 12_300n)).toBe('123');
  });
});
