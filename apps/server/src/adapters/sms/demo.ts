/** Demo mode's SMS provider: keeps every message in the demo inbox. */
import type { SmsSender } from '../../modules/message/port.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { keepMessage } from '../demo-inbox.ts';

export function createDemoSms(db: Database, clock: Clock): SmsSender {
  return {
    async send({ to, text }) {
      await keepMessage(db, { channel: 'sms', recipient: to, subject: '', body: text, time: clock() });
    },
  };
}
