/** Which identities wait for a person of the house. Who they are is opened one by one, and leaves a trace. */
import type { Database } from '../../../platform/database/database.ts';
import { listHeldIdentities } from '../../kyc/views.ts';
import type { CommandOutcome } from '../outcome.ts';
import { timeOf } from '../report.ts';

const listedMax = 50;

export async function showHeldIdentities(db: Database): Promise<CommandOutcome> {
  const held = await listHeldIdentities(db, listedMax);
  const lines = held.map(
    ({ authNo, purpose, review, reason, since }) =>
      `${authNo}: for ${purpose}, ${review} since ${timeOf(since)}${reason === null ? '' : `, ${reason}`}`,
  );
  return { isDone: true, lines: lines.length === 0 ? ['No identity waits for a person.'] : lines };
}
