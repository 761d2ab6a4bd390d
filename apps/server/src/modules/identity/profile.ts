/** What a person says about themselves: nickname, picture, language, fiat currency, region, which mails come. */
import { Refusal } from '@marigold/contract/endpoint';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/transport-error.ts';
import { isRegion } from './countries.ts';
import { readNickname } from './nickname.ts';
import type { ShowUser } from './store.ts';
import { getPerson } from './store.ts';

type ProfileHandlers = Pick<Handlers, 'user/info' | 'user/prefs/set' | 'user/profile/set'>;

export function createProfile(showUser: ShowUser): ProfileHandlers {
  return {
    'user/info': async (_input, { db, session, now }) => showUser(await getPerson(db, session.userId), now),

    // What is not named stays as it is.
    async 'user/prefs/set'({ language, fiat, region, mails }, { db, session, now }) {
      if (region !== undefined && !isRegion(region)) return new Refusal('region_unknown', {}, 'region');
      await sql`
        update app.person set language = coalesce(${language ?? null}, language), fiat = coalesce(${fiat ?? null}, fiat),
          region = coalesce(${region ?? null}, region),
          mails_payments = coalesce(${mails?.payments ?? null}, mails_payments),
          mails_announcements = coalesce(${mails?.announcements ?? null}, mails_announcements)
        where id = ${session.userId}`.execute(db);
      return showUser(await getPerson(db, session.userId), now);
    },

    async 'user/profile/set'({ nickname: typed, avatarFileId }, { db, session, now }) {
      const nickname = typed === undefined ? undefined : readNickname(typed);
      if (nickname instanceof Refusal) return nickname;
      if (nickname !== undefined)
        await sql`update app.person set nickname = ${nickname} where id = ${session.userId}`.execute(db);
      if (avatarFileId !== undefined) await setAvatar(db, session.userId, avatarFileId, now);
      return showUser(await getPerson(db, session.userId), now);
    },
  };
}

/** The file stays as long as it is the picture; the one before goes with the next sweep, and its links at once. */
async function setAvatar(db: Database, userId: string, fileId: string | null, now: number): Promise<void> {
  const before = await sql<{ id: string | null }>`
    select avatar_file_id as id from app.person where id = ${userId} for update`.execute(db);
  const old = before.rows[0]?.id ?? null;
  if (old === fileId) return;
  if (fileId !== null) {
    const kept = await sql`
      update app.file set expires_at = null
      where id = ${fileId} and owner_id = ${userId} and kind = 'avatar'
        and (expires_at is null or expires_at > ${new Date(now)})`.execute(db);
    if (kept.numAffectedRows !== 1n) throw notFound();
  }
  await sql`update app.person set avatar_file_id = ${fileId} where id = ${userId}`.execute(db);
  if (old !== null)
    await sql`update app.file set expires_at = ${new Date(now)} where id = ${old}`.execute(db);
}
