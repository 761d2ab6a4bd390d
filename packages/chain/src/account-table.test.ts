import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { createAccountTable } from './account-table.ts';
import type { ChainAccount } from './port.ts';

function accountNamed(name: string | number): ChainAccount {
  return `0x${createHash('sha256').update(String(name)).digest('hex').slice(0, 40)}`;
}

describe('the table of accounts', () => {
  it('finds what was added, under its newest id, and nothing else', () => {
    const table = createAccountTable();
    for (let id = 0; id < 50_000; id += 1) table.add(accountNamed(id), id);
    table.add(accountNamed(7), 4_000_000_000);
    expect(table.size).toBe(50_000);
    const wrong: number[] = [];
    for (let id = 0; id < 50_000; id += 1) {
      const found = table.find(accountNamed(id));
      if (found !== (id === 7 ? 4_000_000_000 : id)) wrong.push(id);
    }
    for (let id = 0; id < 50_000; id += 1) {
      if (table.find(accountNamed(`other ${id}`)) !== undefined) wrong.push(id);
    }
    expect(wrong).toEqual([]);
  });

  it('tells accounts apart that begin alike, and wraps at its end', () => {
    const table = createAccountTable();
    const alike = (end: number): ChainAccount => `0xffffffff${end.toString(16).padStart(32, '0')}`;
    for (let end = 0; end < 900; end += 1) table.add(alike(end), end);
    for (let end = 0; end < 900; end += 1) expect(table.find(alike(end))).toBe(end);
    expect(table.find(alike(900))).toBeUndefined();
  });

  it('has one form of an account; another one is not found, and adding it is a defect', () => {
    const table = createAccountTable();
    const account = accountNamed('one');
    const upper: ChainAccount = `0x${account.slice(2).toUpperCase()}`;
    table.add(account, 1);
    expect(table.find(upper)).toBeUndefined();
    expect(table.find('0x')).toBeUndefined();
    expect(() => table.add(upper, 2)).toThrow('Broken');
    expect(() => table.add(account, 2 ** 32)).toThrow('Broken');
  });

  it('holds a million in at most 40 MB', () => {
    const table = createAccountTable();
    const tail = '5'.repeat(32);
    for (let id = 0; id < 1_000_000; id += 1) {
      // Spread like hashes where the table looks first, and cheaper to make than a million of them.
      const start = (Math.imul(id, 0x9e37_79b1) >>> 0).toString(16).padStart(8, '0');
      table.add(`0x${start}${tail}`, id);
    }
    expect(table.size).toBe(1_000_000);
    expect(table.bytes).toBeLessThanOrEqual(40_000_000);
  });
});
