/** Looks at the books as a whole, and at what people ask support. */
import { audit, auditStatus } from '@marigold/ledger/audit';

import type { Database } from '../../../platform/database/database.ts';
import { queryable } from '../../../platform/database/database.ts';
import { verifyEvents } from '../../audit/event.ts';
import { listOpenTickets } from '../../message/tickets.ts';
import type { CommandOutcome } from '../outcome.ts';
import { timeOf } from '../report.ts';

const listedMax = 50;

export async function showMoney(db: Database): Promise<CommandOutcome> {
  const { halt, provenJournalId, auditedAt, fullAt } = await auditStatus(queryable(db));
  const tampering = await verifyEvents(queryable(db));
  return {
    isDone: true,
    lines: [
      halt === null ? 'Money runs.' : `Money is HALTED since ${timeOf(halt.haltedAt)}: ${halt.reason}`,
      `Proven up to journal ${provenJournalId}.`,
      `Last audit ${timeOf(auditedAt)}, last full audit ${timeOf(fullAt)}.`,
      tampering.length === 0
        ? 'The audit log is whole.'
        : `The audit log was CHANGED: ${tampering.join('; ')}`,
    ],
  };
}

/** Broken books halt money, and the halt is kept. */
export async function auditNow(db: Database, full: boolean): Promise<CommandOutcome> {
  const broken = await db.transaction().execute(async (inside) => await audit(queryable(inside), { full }));
  if (broken.length === 0) return { isDone: true, lines: ['The books are whole.'] };
  const rows = broken.slice(0, listedMax).map(({ what, id }) => `  ${what}: ${id}`);
  return { isDone: false, lines: [`${broken.length} broken rows; money is halted.`, ...rows] };
}

export async function showTickets(db: Database): Promise<CommandOutcome> {
  const open = await listOpenTickets(db);
  return {
    isDone: true,
    lines:
      open.length === 0
        ? ['No request is open.']
        : open.flatMap(({ number, body, time }) => [
            `${number}  ${timeOf(time)}`,
            ...body.split('\n').map((row) => `  ${row}`),
          ]),
  };
}
