/** What is published, what is withdrawn, what support answers. */
import type { answerTicket, publishContent, retireAnnouncement } from '@marigold/operations/rows/words';

import type { Deed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import {
  mailAnnouncement,
  Publication,
  publishContent as publish,
  retireAnnouncement as retire,
} from './publish.ts';
import { answerTicket as answerOne } from './tickets.ts';

export const publishContentDeed: Deed<typeof publishContent, { readonly version: number }> = {
  async act(db, { id, language, file: body, kind, title, mail }, { now }) {
    const parsed = Publication.safeParse({ id, language, kind, title, body });
    if (!parsed.success) {
      const { issues } = parsed.error;
      return new RefusedDeed('unfit', {
        problems: issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
      });
    }
    if (mail && kind !== 'announcement') return new RefusedDeed('no_news');
    const version = await publish(db, parsed.data, now);
    if (version === undefined) return new RefusedDeed('other_kind');
    if (mail) await mailAnnouncement(db, id);
    return { subject: `content:${id}`, detail: { kind, language, version, mail }, facts: { version } };
  },
};

export const retireAnnouncementDeed: Deed<typeof retireAnnouncement> = {
  async act(db, { id }, { now }) {
    const versions = await retire(db, id, now);
    return versions === 0 ? new RefusedDeed('gone') : { subject: `content:${id}`, detail: { versions } };
  },
};

export const answerTicketDeed: Deed<typeof answerTicket> = {
  async act(db, { number, answer }, { now }) {
    if (!(await answerOne(db, { number, answer, now }))) return new RefusedDeed('gone');
    // What was asked and answered is the person's; the log says that it was.
    return { subject: `ticket:${number}`, detail: { characters: answer.length } };
  },
};
