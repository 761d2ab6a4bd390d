/** What is let go of the demo's mails and SMS; in production the table is empty. */
import { dayMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import type { PruneStep } from '../platform/prune.ts';

const demoInboxKeptMs = 7 * dayMs;

export const pruneDemoInbox: PruneStep = ({ ago }) =>
  sql`delete from app.demo_inbox where created_at < ${ago(demoInboxKeptMs)}`;
