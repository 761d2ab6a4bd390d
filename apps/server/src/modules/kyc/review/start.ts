/**
 * The company's own page: chosen and wished in the call of its person, opened by a round. Its address is a secret of that
 * person and lies sealed until it is over; so no answer that is stored for a repeat has to leave it out.
 */
import type { startThirdKyc, thirdKycLink } from '@marigold/contract/calls/kyc';
import type { InputOf, OutputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { addressOfPage } from '@marigold/contract/pages';
import { minuteMs } from '@marigold/money/spans';
import type { HostedPage } from '@marigold/partners/identity-port';
import { hostedItems, type KycItem } from '@marigold/partners/kyc-states';
import * as z from 'zod';

import type { Database } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import type { Call } from '../../../platform/http/call.ts';
import { notFound } from '../../../platform/http/transport-error.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import type { Sealer } from '../../../platform/process/sealed-text.ts';
import { findContent } from '../../message/views.ts';
import type { PartnerCall } from '../../partner/store.ts';
import { hasOpenCall } from '../../partner/views.ts';
import { recordWish } from '../../partner/wish.ts';
import type { CallKind } from '../../partner/work.ts';
import type { HostedCompany, IdentityCompanies } from '../port.ts';
import {
  findRecord,
  findRecordOf,
  type KycRecordRow,
  listItems,
  lockRecord,
  lockRecordOf,
} from '../record/store.ts';
import { findSilence, insertDisclosure } from '../store.ts';
import { chooseCompany, forgetPage, left, noteAnswered, storePage } from './store.ts';

export const startKind = 'identity.start';

/** A page is opened within seconds; the first look at what became of it comes a little later. */
const firstLookMs = minuteMs;

type Input = InputOf<typeof startThirdKyc>;

export async function startThird(
  companies: IdentityCompanies,
  { authNo, provider, agreed }: Input,
  { db, session, language, now }: Call<'user'>,
): Promise<OutputOf<typeof startThirdKyc> | Refusal<RefusalOf<typeof startThirdKyc>>> {
  const record = await lockRecordOf(db, { authNo, userId: session.userId });
  if (record === undefined) throw notFound();
  const { id, review } = record;
  if ((review !== 'draft' && review !== 'again') || record.status === 'disabled')
    return new Refusal('record_closed');
  const company = hostedOf(companies, provider);
  // What a company has accepted of a review is there, and no other one goes on with it.
  const isOther = record.attempts > 0 && record.provider !== provider;
  if (company === undefined || isOther) return new Refusal('provider_unavailable', {}, 'provider');
  const { contentId } = company;
  const content = await findContent(db, contentId, language, now);
  if (content === undefined) return new Refusal('provider_unavailable', {}, 'provider');
  if (agreed.contentId !== contentId || agreed.version !== content.version)
    return new Refusal('agreement_missing', {}, 'agreed');
  const isUnderWay = await hasOpenCall(db, { provider, objectId: id, kind: startKind });
  // One is under way: its page is this one's too.
  if (isUnderWay && record.provider === provider) return { authNo, review };
  const items = (await listItems(db, id))
    .filter(({ item, state }) => state !== 'accepted' && isHosted.has(item))
    .map(({ item }) => item);
  await chooseCompany(db, { id, provider, lookAt: now + firstLookMs });
  await insertDisclosure(db, { recordId: id, provider, contentId, version: content.version, items, now });
  // Back at a company that has not answered yet: what was wished there before nothing was accepted is the same.
  if (isUnderWay) return { authNo, review };
  await recordWish(db, {
    provider,
    kind: startKind,
    nature: 'set',
    objectId: id,
    requestId: newRowId(),
    request: { items, language, attempt: record.attempts },
    now,
  });
  return { authNo, review };
}

const isHosted: ReadonlySet<string> = new Set(hostedItems);

/** One that has a page. */
function hostedOf(companies: IdentityCompanies, provider: string): HostedCompany | undefined {
  const company = companies.get(provider);
  return company?.way === 'page' ? company : undefined;
}

const Request = z.object({ items: z.array(z.string()), language: z.string() });

export type StartDependencies = {
  readonly db: Database;
  readonly clock: Clock;
  /** Seals addresses of pages. */
  readonly sealer: Sealer;
  readonly publicAddress: () => string;
};

/** How the wish for a page is sent and what its answer changes. Sent twice it is the same page, or a newer one. */
export function createStartKind(
  { db, clock, sealer, publicAddress }: StartDependencies,
  company: HostedCompany,
): CallKind<HostedPage> {
  return {
    nature: 'set',

    async send({ objectId, requestId, request }: PartnerCall) {
      const { items, language } = Request.parse(request);
      const record = await findRecord(db, objectId);
      // Whoever went to another company, or got their money back, is not begun here any more.
      if (record === undefined || !isBeginning(record, company.id)) return left;
      const back = addressOfPage('/pages/kyc/third', { record: record.authNo });
      return await company.port.start({
        requestId,
        applicant: objectId,
        level: 3,
        items: items as KycItem[],
        returnUrl: `${publicAddress()}${back}`,
        language,
      });
    },

    async apply(transaction, { objectId, provider }, end) {
      const record = await lockRecord(transaction, objectId);
      if (record === undefined) return 'mismatch';
      await noteAnswered(transaction, { record, provider }, end);
      // Another company was chosen meanwhile, or it is over: this page is nobody's.
      if (!isBeginning(record, provider)) return { left: true };
      const { userId, authNo } = record;
      await announce(transaction, { userId, event: 'kyc', data: { authNo } });
      if (end.is !== 'done') {
        await forgetPage(transaction, objectId);
        return { refused: end.is === 'refused' ? end.reason.slice(0, 200) : 'void' };
      }
      const { ref, url, expires } = end.value;
      if (record.companyRef !== null && record.companyRef !== ref) return 'mismatch';
      const page = sealer.seal(Buffer.from(url, 'utf8'), objectId);
      await storePage(transaction, { id: objectId, ref, page, expires, lookAt: clock() + firstLookMs });
      return { ref };
    },
  };
}

/** Whether its person may still give something at this company. */
function isBeginning({ provider, review }: KycRecordRow, company: string): boolean {
  return provider === company && (review === 'draft' || review === 'again');
}

/** Where the page of a record is, for its person alone. */
export async function readPageLink(
  sealer: Sealer,
  authNo: string,
  { db, session, now }: Call<'user'>,
): Promise<OutputOf<typeof thirdKycLink>> {
  const record = await findRecordOf(db, { authNo, userId: session.userId });
  if (record === undefined) throw notFound();
  const { id, page, pageExpiresAt, provider, review } = record;
  const none = { state: 'none', url: null, expires: null, silentSince: record.silentSince } as const;
  if (review !== 'draft' && review !== 'again') return none;
  if (page !== null && pageExpiresAt !== null && pageExpiresAt > now)
    return { ...none, state: 'open', url: sealer.open(page, id).toString('utf8'), expires: pageExpiresAt };
  if (provider === null || !(await hasOpenCall(db, { provider, objectId: id, kind: startKind }))) return none;
  return { ...none, state: 'opening', silentSince: record.silentSince ?? (await findSilence(db, provider)) };
}
