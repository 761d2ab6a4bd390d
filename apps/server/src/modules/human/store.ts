/** The nonces of puzzles whose answer was taken, for as long as it could be right. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { PruneStep } from '../../platform/database/prune.ts';
import type { SolvedPuzzle } from './port.ts';
import { puzzleRetentionMs } from './rules.ts';

/** False when it was taken before: of many at once one is true. */
export async function takeSolvedPuzzle(db: Database, { nonce, until }: SolvedPuzzle): Promise<boolean> {
  const taken = await sql`
    insert into app.puzzle_used (nonce, expires_at) values (${nonce}, ${new Date(until)})
    on conflict do nothing`.execute(db);
  return taken.numAffectedRows === 1n;
}

export const prunePuzzles: PruneStep = ({ ago }, most) =>
  sql`delete from app.puzzle_used where nonce in (
          select nonce from app.puzzle_used where expires_at < ${ago(puzzleRetentionMs)} limit ${most})`;
