/**
 * A phone takes the photos of a record for whoever fills in its form on a computer. A link of ten minutes is bound to the
 * first phone that opens it, by a key which the phone draws itself: who reads the link later, or over a shoulder, opens
 * nothing. The key brings photos of this record while the session that made the link lives, and reads nothing back.
 */
import type {
  handOverKyc,
  leaveKycPhone,
  openKycPhone,
  saveKycPhone,
} from '@marigold/contract/calls/kyc/phone';
import { kycPhoneForMs, kycPhoneLinkMs } from '@marigold/contract/durations';
import type { InputOf, OutputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { addressOfPage } from '@marigold/contract/pages';
import { phonePictureItems } from '@marigold/partners/kyc-states';

import type { Database } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import type { Call } from '../../../platform/http/call.ts';
import { notFound } from '../../../platform/http/transport-error.ts';
import { newToken, tokenHash } from '../../../platform/process/ids.ts';
import { maskedName } from '../../person/views.ts';
import { type DraftDependencies, saveDraft } from '../draft/draft.ts';
import { openItemsOf, picturesOf, readLists, readStanding } from '../draft/standing.ts';
import { findRecord, findRecordOf, type KycRecordRow } from '../record/store.ts';
import { isPhoneLive } from './live.ts';
import { endPhone, findPhone, bindLink, type PhoneRow, storeLink } from './store.ts';

export type PhoneDependencies = DraftDependencies & { readonly publicAddress: () => string };

type Photos = OutputOf<typeof openKycPhone>;
type Over = Refusal<'phone_link_over'>;

/** The page on which the phone goes on; the secret of the link stands behind it, where no server and no log sees it. */
const phonePage = addressOfPage('/pages/kyc/signup', { phone: 'on' });

export async function handOver(
  { vault, publicAddress }: PhoneDependencies,
  { authNo }: InputOf<typeof handOverKyc>,
  { db, session, language, now }: Call<'user'>,
): Promise<OutputOf<typeof handOverKyc> | Refusal<RefusalOf<typeof handOverKyc>>> {
  const { userId, id: sessionId } = session;
  const record = await findRecordOf(db, { authNo, userId });
  if (record === undefined) throw notFound();
  const { offered } = await readLists(db, language);
  if ((await readStanding({ db, vault, offered, now }, record)) === undefined)
    return new Refusal('record_closed');
  const link = newToken();
  const expires = now + kycPhoneLinkMs;
  const row = { recordId: record.id, sessionId, linkHash: tokenHash(link), expiresAt: expires };
  await db.transaction().execute(async (transaction) => {
    await storeLink(transaction, row);
    await announce(transaction, { userId, event: 'kyc', data: { authNo } });
  });
  return { url: `${new URL(phonePage, publicAddress()).href}#${link}`, expires };
}

export async function openPhone(
  dependencies: PhoneDependencies,
  { link, key }: InputOf<typeof openKycPhone>,
  { db, language, now }: Call,
): Promise<Photos | Over> {
  return await db.transaction().execute(async (transaction) => {
    const hashes = { linkHash: tokenHash(link), keyHash: tokenHash(key) };
    const phone = await bindLink(transaction, { ...hashes, now, until: now + kycPhoneForMs });
    const record = await recordOf(transaction, phone, now);
    const photos = await photosOf(dependencies, { db: transaction, language, now }, { phone, record });
    if (photos instanceof Refusal || record === undefined) return over();
    const { userId, authNo } = record;
    await announce(transaction, { userId, event: 'kyc', data: { authNo } });
    return photos;
  });
}

export async function savePhone(
  dependencies: PhoneDependencies,
  { key, item, fileId }: InputOf<typeof saveKycPhone>,
  { db, language, now }: Call,
): Promise<Photos | Refusal<RefusalOf<typeof saveKycPhone>>> {
  const phone = await findPhone(db, tokenHash(key), now);
  const record = await recordOf(db, phone, now);
  if (phone === undefined || record === undefined) return over();
  const { authNo, userId } = record;
  const call = { db, session: { userId }, language, now };
  const saved = await saveDraft(dependencies, { authNo, items: { [item]: { fileId } } }, call);
  if (saved instanceof Refusal) return saved.code === 'record_closed' ? over() : (saved as Refusal<never>);
  return await photosOf(dependencies, { db, language, now }, { phone, record });
}

export async function leavePhone(
  { key }: InputOf<typeof leaveKycPhone>,
  { db }: Call,
): Promise<OutputOf<typeof leaveKycPhone>> {
  await db.transaction().execute(async (transaction) => {
    const id = await endPhone(transaction, tokenHash(key));
    const record = id === undefined ? undefined : await findRecord(transaction, id);
    if (record === undefined) return;
    const { userId, authNo } = record;
    await announce(transaction, { userId, event: 'kyc', data: { authNo } });
  });
  return {};
}

/** Whose photos a phone may upload; undefined: nobody's any more. */
export async function findPhonePerson(
  db: Database,
  key: string,
  now: number,
): Promise<{ readonly userId: string } | undefined> {
  return await recordOf(db, await findPhone(db, tokenHash(key), now), now);
}

/** The record that a phone brings photos of, while its session lives and something of it can be given. */
async function recordOf(
  db: Database,
  phone: PhoneRow | undefined,
  now: number,
): Promise<KycRecordRow | undefined> {
  if (phone === undefined || !(await isPhoneLive(db, phone, now))) return undefined;
  const record = await findRecord(db, phone.recordId);
  return record === undefined || openItemsOf(record, []) === undefined ? undefined : record;
}

type Reading = Pick<Call, 'db' | 'language' | 'now'>;
type Found = { readonly phone: PhoneRow | undefined; readonly record: KycRecordRow | undefined };

async function photosOf(
  { vault }: PhoneDependencies,
  { db, language, now }: Reading,
  { phone, record }: Found,
): Promise<Photos | Over> {
  if (phone === undefined || record === undefined) return over();
  const { offered } = await readLists(db, language);
  const standing = await readStanding({ db, vault, offered, now }, record);
  if (standing === undefined) return over();
  const given = new Set<string>(picturesOf(standing).map(({ item }) => item));
  const idType = standing.typed.idNumber?.idType ?? null;
  const wanted = phonePictureItems.filter(
    (item) => standing.open.includes(item) && (item !== 'idBack' || idType !== 'passport'),
  );
  return {
    account: await maskedName(db, record.userId),
    idType,
    photos: wanted.map((item) => ({ item, isGiven: given.has(item) })),
    expires: phone.expiresAt,
  };
}

function over(): Over {
  return new Refusal('phone_link_over');
}
