/** Mails about an announcement to everybody who asked for news, each in their language, each once. */
import { languageIds } from '@marigold/texts/languages';
import * as z from 'zod';

import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { blocksOfContent } from './content.ts';
import { plainText } from './markdown.ts';
import { findContent, queueSomeMails } from './store.ts';

const Payload = z.strictObject({ id: z.string() });
const peopleAtOnce = 500;
/** Enough for five million readers; a run that ends early is a defect, not an endless loop. */
const stepsMax = 10_000;

/** The task `announcement`. A second run finds the people whom the first one did not reach. */
export function createAnnouncementMail({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
  return async (payload: unknown): Promise<void> => {
    const { id } = Payload.parse(payload);
    for (const language of languageIds) {
      const content = await findContent(db, id, language, clock());
      // News may be published in one language alone; who reads another one hears nothing of it.
      if (content === undefined) continue;
      const { title } = content;
      const message = JSON.stringify({
        kind: 'announcement',
        title,
        body: plainText(blocksOfContent(content)),
      });
      for (let step = 0; step < stepsMax; step += 1) {
        const mail = { id, language, message, now: clock(), most: peopleAtOnce };
        const queued = await queueSomeMails(db, mail);
        if (queued < peopleAtOnce) break;
      }
    }
  };
}
