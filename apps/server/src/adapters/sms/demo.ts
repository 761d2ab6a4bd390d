/** Demo mode's SMS provider: keeps every message in the demo inbox. */
import { sql } from 'kysely';

import type { SmsSender } from '../../modules/message/port.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';

export function createDemoSms(db: Database, clock: Clock): SmsSender {
  return {
    async send({ to, text }) {
      await sql`
        insert into app.demo_inbox (channel, recipient, subject, body, created_at)
        values ('sms', ${to}, '', ${text}, ${new Date(clock())})`.execute(db);
    },
  };
}
