/** What is let go of exports. */
import { dayMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import type { PruneStep } from '../../platform/prune.ts';

/** The file goes by its own expiry; what was in it and who had it goes with it. Failed ones have neither after a day. */
export const pruneExports: PruneStep = ({ now, ago }, most) =>
  sql`update app.export set status = case status when 'ready' then 'expired' else status end,
          file_id = null, filter = '{}', emails = '{}'
        where id in (
          select id from app.export
          where (status = 'ready' and expires_at <= ${new Date(now)})
            or (status = 'failed' and filter <> '{}' and created_at < ${ago(dayMs)})
          limit ${most})`;
