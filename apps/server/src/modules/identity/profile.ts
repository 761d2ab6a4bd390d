/** What a person says about themselves: nickname, picture, language, fiat currency, region, which mails come. */
import { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import { notFound } from '../../platform/http/transport-error.ts';
import { keepAvatarFile, letPictureGo } from '../file/views.ts';
import { readNickname } from '../person/nickname.ts';
import { lockAvatar, updateAvatar, updateNickname, updatePreferences } from '../person/store.ts';
import { isRegion } from './countries.ts';
import type { ShowUser } from './show-user.ts';

type ProfileHandlers = Pick<Handlers, 'user/info' | 'user/prefs/set' | 'user/profile/set'>;

export function createProfile(showUser: ShowUser): ProfileHandlers {
  return {
    'user/info': async (_input, { db, session, now }) => await showUser(db, session.userId, now),

    // What is not named stays as it is.
    async 'user/prefs/set'({ language, fiat, region, mails }, { db, session, now }) {
      if (region !== undefined && !isRegion(region)) return new Refusal('region_unknown', {}, 'region');
      await updatePreferences(db, session.userId, { language, fiat, region, mails });
      return await showUser(db, session.userId, now);
    },

    async 'user/profile/set'({ nickname: typed, avatarFileId }, { db, session, now }) {
      const nickname = typed === undefined ? undefined : readNickname(typed);
      if (nickname instanceof Refusal) return nickname;
      if (nickname !== undefined) await updateNickname(db, session.userId, nickname);
      if (avatarFileId !== undefined)
        await setAvatar(db, { userId: session.userId, fileId: avatarFileId, now });
      return await showUser(db, session.userId, now);
    },
  };
}

/** The file stays as long as it is the picture; the one before goes with the next sweep, and its links at once. */
async function setAvatar(
  db: Database,
  { userId, fileId, now }: { readonly userId: string; readonly fileId: string | null; readonly now: number },
): Promise<void> {
  const old = await lockAvatar(db, userId);
  if (old === fileId) return;
  if (fileId !== null && !(await keepAvatarFile(db, { ownerId: userId, id: fileId, now }))) throw notFound();
  await updateAvatar(db, { userId, fileId });
  if (old !== null) await letPictureGo(db, old, now);
}
