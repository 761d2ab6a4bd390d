/** What a person gives of a record: read back to them, and saved piece by piece. Nothing is sent anywhere. */
import type { kycDraft, KycTyped, saveKyc } from '@marigold/contract/calls/kyc/own';
import type { InputOf, OutputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { kycAttempts, type OwnItem, ownItems, type PictureItem } from '@marigold/partners/kyc-states';

import type { Database } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import type { Call, Session } from '../../../platform/http/call.ts';
import { notFound } from '../../../platform/http/transport-error.ts';
import { letPictureGo } from '../../file/views.ts';
import { findContent } from '../../message/views.ts';
import { getPerson } from '../../person/views.ts';
import { findLivePhone } from '../phone/live.ts';
import { ownAgreement, ownVerifier } from '../port.ts';
import { attachPicture, type PictureFiles } from '../record/picture.ts';
import { findRecordOf, type KycRecordRow, lockRecordOf } from '../record/store.ts';
import type { Vault } from '../record/vault.ts';
import { hasDisclosure } from '../store.ts';
import { openItemsOf, picturesOf, readLists, readStanding } from './standing.ts';
import { ensureItems, type GivenRow, listGiven, type NewValue, storeValues, touchDraft } from './store.ts';
import { isOwnItem, sealValue, type TypedItem } from './values.ts';

export type DraftDependencies = {
  readonly vault: Vault;
  readonly files: PictureFiles;
};

type Draft = OutputOf<typeof kycDraft>;

export async function readDraft(
  { vault }: DraftDependencies,
  authNo: string,
  { db, session, language, now }: Call<'user'>,
): Promise<Draft | Refusal<RefusalOf<typeof kycDraft>>> {
  const { userId } = session;
  const record = await findRecordOf(db, { authNo, userId });
  if (record === undefined) throw notFound();
  const { offered, choices, regions } = await readLists(db, language);
  const standing = await readStanding({ db, vault, offered, now }, record);
  const contentId = ownAgreement;
  const content = await findContent(db, contentId, language, now);
  if (standing === undefined || content === undefined) return new Refusal('record_closed');
  const { version } = content;
  const { typed } = standing;
  const phone = await findLivePhone(db, record.id, now);
  const listOf = (list: 'job' | 'income' | 'purpose') =>
    choices.filter((row) => row.list === list).map(({ code, name }) => ({ code, name }));
  return {
    ...standing.answer,
    typed: pickOpen(typed, standing.open),
    pictures: picturesOf(standing),
    proven: provenOf(typed, await getPerson(db, userId)),
    attemptsLeft: kycAttempts - record.attempts,
    phone: phone === undefined ? null : { isOpened: phone.isOpened, expires: phone.expiresAt },
    agreement: {
      contentId,
      version,
      isAccepted: await hasDisclosure(db, { recordId: record.id, provider: ownVerifier, contentId, version }),
    },
    jobs: listOf('job'),
    incomes: listOf('income'),
    purposes: listOf('purpose'),
    regions: regions.map(({ code, idTypes }) => ({ code, idTypes: [...idTypes] })),
  };
}

/** What was sent in does not come back, but for what is asked once more. */
function pickOpen(typed: KycTyped, open: readonly OwnItem[]): KycTyped {
  const isOpen = new Set<string>(open);
  return Object.fromEntries(Object.entries(typed).filter(([item]) => isOpen.has(item)));
}

/** Contacts of the account were proven when they were bound. */
export function provenOf(
  { phone, email }: KycTyped,
  person: { readonly phone: string | null; readonly email: string | null },
): ('phone' | 'email')[] {
  const proven: ('phone' | 'email')[] = [];
  if (phone !== undefined && phone === person.phone) proven.push('phone');
  if (email !== undefined && email.toLowerCase() === person.email) proven.push('email');
  return proven;
}

type Saved = OutputOf<typeof saveKyc> | Refusal<RefusalOf<typeof saveKyc>>;

/** Its person, or a phone that takes the photos for them. */
type Saver = Pick<Call, 'db' | 'language' | 'now'> & { readonly session: Pick<Session, 'userId'> };

export async function saveDraft(
  { vault, files }: DraftDependencies,
  { authNo, items }: InputOf<typeof saveKyc>,
  { db, session, language, now }: Saver,
): Promise<Saved> {
  const { userId } = session;
  const record = await lockRecordOf(db, { authNo, userId });
  if (record === undefined) throw notFound();
  const { id: recordId } = record;
  if (record.review === 'draft') await ensureItems(db, { recordId, items: ownItems, now });
  const rows = await listGiven(db, recordId, ownItems);
  const open = openItemsOf(record, rows);
  if (open === undefined) return new Refusal('record_closed');
  const values = await valuesOf({ db, vault, files, now }, record, { items, open });
  if (values instanceof Refusal) return values;
  await storeValues(db, { recordId, values, now });
  await dropReplaced(db, { rows, values, now });
  if (values.length > 0) await touchDraft(db, { id: recordId, now });
  await announce(db, { userId, event: 'kyc', data: { authNo } });
  const { offered } = await readLists(db, language);
  const draftedAt = values.length > 0 ? now : record.draftedAt;
  const standing = await readStanding({ db, vault, offered, now }, { ...record, draftedAt });
  if (standing === undefined) throw new Error('Broken: what was just saved is open');
  return standing.answer;
}

type Saving = Pick<DraftDependencies, 'vault' | 'files'> & { readonly db: Database; readonly now: number };

async function valuesOf(
  { db, vault, files, now }: Saving,
  record: KycRecordRow,
  { items, open }: { readonly items: InputOf<typeof saveKyc>['items']; readonly open: readonly OwnItem[] },
): Promise<NewValue[] | Refusal<'item_not_asked' | 'file_unknown'>> {
  const values: NewValue[] = [];
  for (const [item, given] of Object.entries(items)) {
    if (given === undefined || !isOwnItem(item)) continue;
    if (!open.includes(item)) return new Refusal('item_not_asked', {}, item);
    if (given === null || isBlank(given)) values.push({ item, value: null, fileId: null });
    else if (typeof given === 'object' && 'fileId' in given) {
      const picture = { item: item as PictureItem, fileId: given.fileId, now };
      const attached = await attachPicture({ db, files, vault }, record, picture);
      if (attached === undefined) return new Refusal('file_unknown', {}, item);
      values.push({ item, value: null, fileId: attached.fileId });
    } else values.push({ item, value: sealValue(vault, record, item as TypedItem, given), fileId: null });
  }
  return values;
}

/** A line of spaces is nothing. */
function isBlank(given: unknown): boolean {
  return typeof given === 'string' && given.trim() === '';
}

async function dropReplaced(
  db: Database,
  {
    rows,
    values,
    now,
  }: { readonly rows: readonly GivenRow[]; readonly values: readonly NewValue[]; readonly now: number },
): Promise<void> {
  const isReplaced = new Set(values.map(({ item }) => item));
  for (const { item, fileId } of rows)
    if (fileId !== null && isReplaced.has(item)) await letPictureGo(db, fileId, now);
}
