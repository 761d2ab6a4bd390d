/** The person as the answers of `user/info` and log-in show them. */
import type { User } from '@marigold/contract/calls/user';
import { mask } from '@marigold/contract/rules/masking';
import type { RawBuilder } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { avatarLink, createFileLinks } from '../file/link.ts';
import { heldNow } from '../spending/held-freeze.ts';
import type { ProfileRow } from './store.ts';
import { getProfile } from './store.ts';

/** The signed-in person, who must exist, their picture by a link of today. */
export type ShowUser = (db: Database, userId: string, now: number) => Promise<User>;

export type UserFacts = {
  /** A condition about `app.person p`: whether they have a payment password. */
  readonly hasPayPassword: RawBuilder<boolean>;
};

export function createShowUser(secretKey: string, { hasPayPassword }: UserFacts): ShowUser {
  const links = createFileLinks(secretKey);
  return async (db, userId, now) => {
    const profile = await getProfile(db, userId, hasPayPassword);
    const { avatarFileId } = profile;
    return userOf(profile, avatarFileId === null ? null : avatarLink(links, avatarFileId, now), now);
  };
}

/** Contacts are masked as spec 9 says (first and last three characters). */
export function userOf(profile: ProfileRow, avatar: string | null, now: number): User {
  return {
    username: profile.username,
    nickname: profile.nickname,
    uid: profile.uid,
    email: profile.email === null ? null : mask(profile.email),
    phone: profile.phone === null ? null : mask(profile.phone),
    hasPayPassword: profile.hasPayPassword,
    isPasswordCommon: profile.isPasswordCommon,
    hasGoogle: profile.hasGoogle,
    codesLeft: profile.codesLeft,
    passkeys: profile.passkeys,
    kycLevel: profile.kycLevel,
    language: profile.language,
    fiat: profile.fiat,
    inviteCode: profile.inviteCode,
    freezes: heldNow(profile.freezes, now),
    createdTime: profile.createdAt,
    avatar,
    region: profile.region,
    mails: { payments: profile.mailsPayments, announcements: profile.mailsAnnouncements },
  };
}
