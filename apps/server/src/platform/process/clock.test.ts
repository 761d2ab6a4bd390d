/** Where time comes from: from the program's clock, but for what stands here with its reason. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { dayMs } from '@marigold/money/spans';
import { describe, expect, it } from 'vitest';

import { movedClock, systemClock } from './clock.ts';

const root = join(import.meta.dirname, '../../../../..');
const programs = [
  'apps/server/src/**/*.ts',
  'apps/server/migrations/**/*.sql',
  'packages/{chain,contract,evm,ledger,matching,money,signer,texts,trading}/src/**/*.ts',
];

/** The clock of the machine, and the one of PostgreSQL by any of its names. */
const questions =
  /\bDate\.now\b|\bnew Date\(\)|\b(?:clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\(\)|(?<![.\w])now\(\)|\b(?:current_timestamp|current_date|current_time|localtimestamp|localtime)\b|^(?!import\b).*\bsystemClock\b/gim;

/**
 * Everything that does not follow CLOCK_OFFSET_MS: how often a file asks another clock than the program's, and why nobody
 * waits for the answer. How long something takes within one process (`performance.now`) is no time of day and not here.
 */
const exceptions: Readonly<Record<string, readonly [times: number, why: string]>> = {
  'apps/server/migrations/0001-ledger.sql': [
    9,
    'stamps of journals, holds, halts and audits are evidence, which the program may not date; leases between processes',
  ],
  'apps/server/migrations/0002-audit.sql': [2, 'stamps of the audit log are evidence as well'],
  'apps/server/migrations/0003-platform.sql': [
    3,
    'defaults that the program overrides (request keys, demo inbox); announcements are heard at once and kept for incidents',
  ],
  'apps/server/migrations/0014-trading.sql': [1, 'a default that operator commands override'],
  'apps/server/migrations/0016-freezes.sql': [
    2,
    'which freezes still hold at the one moment of the migration',
  ],
  'apps/server/migrations/0028-session-halves.sql': [
    1,
    'how long sessions of one half live on from the one moment of the migration',
  ],
  'apps/server/migrations/functions/ledger.audit.sql': [2, 'stamps of audits are evidence'],
  'apps/server/migrations/functions/ledger.resume_money.sql': [1, 'stamps of halts are evidence'],
  'apps/server/migrations/functions/ledger.take_lease.sql': [3, 'leases between processes'],
  'apps/server/src/modules/trade/engine/store.ts': [
    1,
    'when a process took a market: a lease between processes',
  ],
  'apps/server/src/modules/trade/remote/store.ts': [1, 'whether that lease still holds'],
  'apps/server/src/platform/process/clock.ts': [3, 'the clock itself'],
  'apps/server/src/adapters/partner-simulator/main.ts': [
    1,
    'the demo company has the clock that its program gives it, as far ahead as the program says',
  ],
  'apps/server/src/adapters/files/disk.ts': [2, 'turns the stamps of the disk into times of the program'],
  'apps/server/src/server.ts': [1, 'whether the nightly audit is due, by the stamps of the books'],
  'apps/server/src/platform/postgres/embedded-postgres.ts': [
    4,
    'patience with a database that starts or stops',
  ],
  'apps/server/src/platform/process/ids.ts': [1, 'orders ids; no time is read from them'],
  'apps/server/src/platform/jobs/jobs.ts': [
    1,
    'jobs of a killed process; the queue stamps and waits by one clock',
  ],
  'apps/server/src/platform/postgres/migrate.ts': [
    2,
    'when a migration ran, and when the deployment was made',
  ],
  'packages/evm/src/local-chain.ts': [
    7,
    'default of a clock that the program gives; the first block; patience with a process that starts or stops',
  ],
  'packages/evm/src/local-miner.ts': [1, 'default of a clock that the local chain gives'],
  'packages/evm/src/local-process.ts': [2, 'patience with a process that stops'],
  'packages/evm/src/node.ts': [1, 'how long a busy node is left alone'],
  'packages/signer/src/create-keystore.ts': [1, 'when a keystore was made'],
  'packages/signer/src/main.ts': [
    1,
    'what may be spent in an hour and a day: the program cannot talk its guard into another day',
  ],
};

/** How often a source asks. A `now` that the source was given itself is a clock and no question to PostgreSQL. */
function questionsIn(source: string): number {
  const found = [...source.matchAll(questions)].map(([text]) => text);
  const isGiven = /\bnow(?:: \(\) => number|\s*= Date\.now(?!\())/.test(source);
  return found.filter((text) => !isGiven || text !== 'now()').length;
}

describe('the clock', () => {
  it('is asked wherever somebody waits: who asks another one stands here, with how often and why', () => {
    const files = programs
      .flatMap((pattern) => globSync(pattern, { cwd: root }))
      .filter((file) => !/\.test(-d)?\.ts$/.test(file));
    const asking = files.flatMap((file) => {
      const times = questionsIn(readFileSync(join(root, file), 'utf8'));
      return times === 0 ? [] : [[file, times] as const];
    });
    expect(files.length).toBeGreaterThan(300);
    expect(Object.fromEntries(asking)).toEqual(
      Object.fromEntries(Object.entries(exceptions).map(([file, [times]]) => [file, times])),
    );
  });

  it.each([
    ['const now = Date.now();', 1],
    ['const clock = Date.now;', 1],
    ['const today = new Date();', 1],
    ['sql`select now() - interval`', 1],
    ['sql`select CURRENT_DATE, clock_timestamp()`', 2],
    ['const now = systemClock();', 1],
    ["import { systemClock } from './clock.ts';", 0],
    ['const now = clock(); const later = new Date(now);', 0],
    ['function rest(now: () => number) { return now(); }', 0],
    ['const now = api.clock.now();', 0],
  ])('finds in %j %i questions', (source, times) => {
    expect(questionsIn(source)).toBe(times);
  });

  it('of a demonstration is ahead by as much as it is told, and else that of the machine', () => {
    const before = Date.now();
    const moved = movedClock(dayMs)();
    expect(moved).toBeGreaterThanOrEqual(before + dayMs);
    expect(moved).toBeLessThanOrEqual(Date.now() + dayMs);
    expect(movedClock(0)).toBe(systemClock);
  });
});
