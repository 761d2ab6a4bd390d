/** Tickets of security notices, as hashes alone. */
import { sql } from 'kysely';

import type { PruneStep } from '../../../platform/database/prune.ts';

export const pruneNotMe: PruneStep = ({ now }, most) =>
  sql`delete from app.notme where hash in (
          select hash from app.notme where expires_at <= ${new Date(now)} limit ${most})`;
