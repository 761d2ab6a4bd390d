import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { createAnnouncementMail } from './announcement-mail.ts';
import { contentHandlers } from './content.ts';
import { inboxHandlers } from './inbox.ts';
import { seedContent } from './seed-content.ts';
import { sendFeedback } from './tickets.ts';

export type MessageDependencies = {
  readonly db: Database;
  readonly clock: Clock;
};

export type Messages = {
  /** Adds the pages of words that came with this version; what an operator published stays. */
  seedContent(): Promise<void>;
  readonly handlers: Pick<
    Handlers,
    'app/content' | 'app/feedback' | 'announcement/list' | 'message/list' | 'message/summary' | 'message/read'
  >;
  /** The task `announcement`; `mail` and `sms` are run by delivery.ts. */
  readonly jobs: JobHandlers;
};

export function createMessages({ db, clock }: MessageDependencies): Messages {
  return {
    seedContent: async () => await seedContent(db),
    handlers: { ...contentHandlers, ...inboxHandlers, 'app/feedback': sendFeedback },
    jobs: { announcement: createAnnouncementMail({ db, clock }) },
  };
}
