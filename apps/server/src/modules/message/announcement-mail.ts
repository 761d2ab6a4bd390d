/** Mails about an announcement to everybody who asked for news, each in their language, each once. */
import { languageIds } from '@marigold/texts/languages';
import { sql } from 'kysely';
import * as z from 'zod';

import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { blocksOfContent, findContent } from './content.ts';
import { plainText } from './markdown.ts';

const Payload = z.strictObject({ id: z.string() });
const peopleAtOnce = 500;
/** Enough for five million readers; a run that ends early is a defect, not an endless loop. */
const stepsMax = 10_000;

/** The task `announcement`. A second run finds whoever the first one did not reach. */
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
        const queued = await queueSome(db, { id, language, message, now: clock() });
        if (queued < peopleAtOnce) break;
      }
    }
  };
}

/** The mark and the mail are one statement: who has the one has the other. */
async function queueSome(
  db: Database,
  { id, language, message, now }: { id: string; language: string; message: string; now: number },
): Promise<number> {
  const queued = await sql`
    with due as (
      select p.id, p.email from app.person p
      where p.mails_announcements and p.language = ${language} and p.email is not null
        and not exists (select from app.announcement_mail m where m.user_id = p.id and m.content_id = ${id})
      order by p.id limit ${peopleAtOnce}
    ), marked as (
      insert into app.announcement_mail (user_id, content_id, queued_at)
      select d.id, ${id}, ${new Date(now)}::timestamptz from due d on conflict do nothing returning user_id
    )
    select app.enqueue('mail',
      json_build_object('to', d.email, 'language', ${language}::text, 'message', ${message}::json), null)
    from due d join marked m on m.user_id = d.id`.execute(db);
  return queued.rows.length;
}
