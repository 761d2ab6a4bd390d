/** A draft is sent in: decided in the call of its person, handed over by a round. */
import type { KycTyped, resubmitKyc, submitKyc } from '@marigold/contract/calls/kyc/own';
import type { InputOf, OutputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { minuteMs } from '@marigold/money/spans';
import { kycItems, type KycReviewState } from '@marigold/partners/kyc-states';
import * as z from 'zod';

import type { Database } from '../../../platform/database/database.ts';
import type { Call } from '../../../platform/http/call.ts';
import { notFound } from '../../../platform/http/transport-error.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import { checkContactCode, takeContactCode } from '../../identity/contact-code.ts';
import { findContent } from '../../message/views.ts';
import type { PartnerCall } from '../../partner/store.ts';
import { hasOpenCall } from '../../partner/views.ts';
import { recordWish } from '../../partner/wish.ts';
import type { CallKind } from '../../partner/work.ts';
import { contactOf } from '../../person/person.ts';
import { getPerson } from '../../person/views.ts';
import { endPhoneOf } from '../phone/store.ts';
import { type DirectCompany, ownAgreement, ownVerifier } from '../port.ts';
import { changeRecord } from '../record/change.ts';
import { findRecord, type KycRecordRow, lockRecord, lockRecordOf } from '../record/store.ts';
import type { Vault } from '../record/vault.ts';
import { chooseCompany, left, noteAnswered, storeRef } from '../review/store.ts';
import { insertDisclosure } from '../store.ts';
import { provenOf } from './draft.ts';
import { readLists, readStanding, type DraftStanding } from './standing.ts';
import { markGiven } from './store.ts';

export const submitKind = 'identity.submit';

/** The house takes it within seconds; the first look comes a little later. */
const firstLookMs = minuteMs;

export type SubmitDependencies = { readonly vault: Vault; readonly secretKey: string };

type Sending = {
  readonly from: Extract<KycReviewState, 'draft' | 'again'>;
  readonly agreed?: InputOf<typeof submitKyc>['agreed'];
  readonly codes: InputOf<typeof submitKyc>['codes'];
};

type Sent = OutputOf<typeof submitKyc>;

export async function submitDraft(
  dependencies: SubmitDependencies,
  { authNo, agreed, codes }: InputOf<typeof submitKyc>,
  call: Call<'user'>,
): Promise<Sent | Refusal<RefusalOf<typeof submitKyc>>> {
  return await sendIn(dependencies, authNo, { from: 'draft', agreed, codes }, call);
}

export async function resubmitDraft(
  dependencies: SubmitDependencies,
  { authNo, codes }: InputOf<typeof resubmitKyc>,
  call: Call<'user'>,
): Promise<Sent | Refusal<RefusalOf<typeof resubmitKyc>>> {
  const sent = await sendIn(dependencies, authNo, { from: 'again', codes }, call);
  if (sent instanceof Refusal && sent.code === 'agreement_missing')
    throw new Error('Broken: what was sent in once was agreed to');
  return sent as Sent | Refusal<RefusalOf<typeof resubmitKyc>>;
}

async function sendIn(
  { vault, secretKey }: SubmitDependencies,
  authNo: string,
  sending: Sending,
  call: Call<'user'>,
): Promise<Sent | Refusal<RefusalOf<typeof submitKyc>>> {
  const { db, session, language, now } = call;
  const record = await lockRecordOf(db, { authNo, userId: session.userId });
  if (record === undefined) throw notFound();
  const { offered } = await readLists(db, language);
  const standing = await readStanding({ db, vault, offered, now }, record);
  if (standing === undefined || record.review !== sending.from) return new Refusal('record_closed');
  const version = (await findContent(db, ownAgreement, language, now))?.version;
  if (version === undefined) return new Refusal('provider_unavailable');
  const { agreed } = sending;
  if (agreed !== undefined && (agreed.contentId !== ownAgreement || agreed.version !== version))
    return new Refusal('agreement_missing', {}, 'agreed');
  const { missing, problems } = standing.answer;
  if (missing.length > 0) return new Refusal('items_missing', { count: missing.length }, missing[0]);
  if (problems.length > 0) return new Refusal('items_wrong', { count: problems.length }, problems[0]?.item);
  // The answer to what was sent in before is lost and asked for again: until then nothing more can be on its way.
  if (await hasOpenCall(db, { provider: ownVerifier, objectId: record.id, kind: submitKind }))
    return new Refusal('provider_unavailable');
  const no = await useCodes(secretKey, standing, { codes: sending.codes }, call);
  if (no !== undefined) return no;
  await handOver(db, { record, standing, version, now });
  return { authNo, review: 'submitted' };
}

type Coded = 'phone' | 'email';

/** A contact that is not the account's own is proven by the code that was sent there. */
async function useCodes(
  secretKey: string,
  { typed, open }: DraftStanding,
  { codes = {} }: { readonly codes: Sending['codes'] },
  call: Call<'user'>,
): Promise<Refusal<'code_incorrect' | 'code_expired'> | undefined> {
  const person = await getPerson(call.db, call.session.userId);
  const proven = provenOf(typed, person);
  const needed = (['phone', 'email'] as const).filter(
    (way) => typed[way] !== undefined && open.includes(way) && !proven.includes(way),
  );
  for (const way of needed) {
    const code = codes[way];
    const field = `codes.${way}`;
    // None was asked for yet, or it was left out: a new one is sent.
    if (code === undefined) return new Refusal('code_expired', {}, field);
    const no = await checkContactCode(secretKey, call, contactBy(way, typed), code);
    if (no !== undefined) return new Refusal(no.code, no.facts, field);
  }
  // Only once all of them are right: a row that was taken may not be counted at again.
  for (const way of needed)
    if (!(await takeContactCode(call.db, secretKey, contactBy(way, typed), codes[way] ?? '')))
      return new Refusal('code_expired', {}, `codes.${way}`);
  return undefined;
}

function contactBy(way: Coded, { phone, email }: KycTyped) {
  return contactOf(way === 'phone' ? { phone } : { email });
}

type HandingOver = {
  readonly record: KycRecordRow;
  readonly standing: DraftStanding;
  readonly version: number;
  readonly now: number;
};

async function handOver(db: Database, { record, standing, version, now }: HandingOver): Promise<void> {
  const { id } = record;
  const [provider, contentId] = [ownVerifier, ownAgreement];
  const items = standing.rows
    .filter(({ item, savedAt }) => savedAt !== null && standing.open.includes(item))
    .map(({ item }) => item);
  if (record.review === 'draft') await chooseCompany(db, { id, provider, lookAt: now + firstLookMs });
  await endPhoneOf(db, id);
  await markGiven(db, { recordId: id, items, now });
  await insertDisclosure(db, { recordId: id, provider, contentId, version, items, now });
  await changeRecord(db, { ...record, provider }, { reviews: ['submitted'], now });
  await recordWish(db, {
    provider,
    kind: submitKind,
    nature: 'set',
    objectId: id,
    requestId: newRowId(),
    request: { items, attempt: record.attempts },
    now,
  });
}

const Request = z.object({ items: z.array(z.enum(kycItems)) });

/** How a submission is handed over, and what its answer changes. Sent twice it is the same one. */
export function createSubmitKind(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  company: DirectCompany,
): CallKind<{ readonly ref: string }> {
  return {
    nature: 'set',

    async send({ objectId, requestId, request }: PartnerCall) {
      const { items } = Request.parse(request);
      const record = await findRecord(db, objectId);
      // Whoever got their money back meanwhile is not checked any more.
      if (record === undefined || !isSending(record, company.id)) return left;
      return await company.port.submit({ requestId, applicant: objectId, items });
    },

    async apply(transaction, { objectId, provider }, end) {
      const record = await lockRecord(transaction, objectId);
      if (record === undefined) return 'mismatch';
      await noteAnswered(transaction, { record, provider }, end);
      if (!isSending(record, provider)) return { left: true };
      const now = clock();
      if (end.is !== 'done') {
        // Nobody refuses what is whole. If it happens nevertheless, the record waits where persons look (kyc-list).
        await changeRecord(transaction, record, { reviews: ['review', 'held'], now });
        return { refused: end.is === 'refused' ? end.reason.slice(0, 200) : 'void' };
      }
      const { ref } = end.value;
      if (record.companyRef !== null && record.companyRef !== ref) return 'mismatch';
      await storeRef(transaction, { id: objectId, ref, lookAt: now + firstLookMs });
      await changeRecord(transaction, record, { reviews: ['review'], now });
      return { ref };
    },
  };
}

function isSending({ provider, review }: KycRecordRow, company: string): boolean {
  return provider === company && review === 'submitted';
}
