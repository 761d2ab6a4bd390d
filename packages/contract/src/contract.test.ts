import { readFileSync } from 'node:fs';

import { freezeAreas } from '@marigold/guard/freezes';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { contract } from './contract.ts';
import type { Endpoint } from './endpoint.ts';

const rows: readonly Endpoint[] = Object.values(contract);
const refusalOf = {
  payout: 'payouts_frozen',
  trade: 'trade_frozen',
  card: 'card_frozen',
  credentials: 'credentials_frozen',
  login: 'login_frozen',
} as const;
const frozenCodes: readonly string[] = Object.values(refusalOf);

describe('a row that a freeze may stop', () => {
  it('is every row that is applied once: each says which area stops it, or that none does', () => {
    const silent = rows.filter(({ idempotent, frozenIn }) => idempotent && frozenIn === undefined);
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  /** What raises how much orders may give away is stopped as a payout is, and as an order is. */
  const stoppedTwice: Readonly<Record<string, string>> = { 'trade/allow': refusalOf.trade };

  it('declares the refusal of its area', () => {
    for (const { path, frozenIn, refusals } of rows) {
      if (frozenIn === undefined || frozenIn === 'none') continue;
      const others = refusals.filter((code) => frozenCodes.includes(code) && code !== stoppedTwice[path]);
      expect([path, ...others]).toEqual([path, refusalOf[frozenIn]]);
    }
  });

  it('alone declares one, beside the code that approves calls of several areas', () => {
    const declaring = rows
      .filter(({ refusals }) => refusals.some((code) => frozenCodes.includes(code)))
      .filter(({ frozenIn }) => frozenIn === undefined || frozenIn === 'none');
    expect(declaring.map(({ path }) => path)).toEqual(['verify/start']);
  });

  it('is found in every area', () => {
    const areas = new Set(rows.map(({ frozenIn }) => frozenIn));
    expect(freezeAreas.filter((area) => !areas.has(area))).toEqual([]);
  });
});

it('nobody is let in, or back in, by a hint or by an answer to a question', () => {
  const waysIn = rows.filter(({ path }) => /^user\/(login|register|forget|code)\b/.test(path));
  const fields = waysIn.flatMap(({ input }) =>
    Object.keys(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {}),
  );
  expect(fields).toContain('password');
  expect(fields.filter((field) => /hint|question|answer|birth|maiden|memor/i.test(field))).toEqual([]);
});

it('SECURITY.md names every call that opens a session, and no other', () => {
  const page = readFileSync(new URL('../../../SECURITY.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split(/^## Ways in$/m);
  const named = [...(section.split(/^## /m, 1)[0] ?? '').matchAll(/^\| `([^`]+)`/gm)].map(
    ([, path = '']) => path,
  );
  const opening = rows.filter(({ output }) =>
    JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any' })).includes('"token":'),
  );
  expect(named.toSorted()).toEqual(opening.map(({ path }) => path).toSorted());
});
