/** What people see of their verification: orders, records, and the one next step. */
import type { KycRecord, kycStatus } from '@marigold/contract/calls/kyc';
import type { OutputOf } from '@marigold/contract/endpoint';
import {
  hostedItems,
  kycAttempts,
  type KycItem,
  type KycReviewState,
  ownItems,
} from '@marigold/partners/kyc-states';

import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import { pageOf, pageSizeDefault, readIdCursor } from '../../platform/http/id-page.ts';
import { notFound } from '../../platform/http/transport-error.ts';
import { findGoogle } from '../factor/views.ts';
import { findContent } from '../message/views.ts';
import { getPerson } from '../person/views.ts';
import { findPaidPrice, readPrices } from '../purchase/views.ts';
import { listLevelLimits } from '../spending/views.ts';
import { endOfTerm } from './keeping/term.ts';
import { orderForPerson, pricesOf, soldAs } from './order/order.ts';
import { findOrderOf, type KycOrderRow, listOrdersOf, listOrderSteps } from './order/store.ts';
import { type IdentityCompanies, type IdentityCompany, ownVerifier } from './port.ts';
import { keyOfRecord, maskedDocument, maskNameOf, openFields } from './record/fields.ts';
import type { ItemRow, KycRecordRow } from './record/store.ts';
import { findNewestRecord, findRecordOf, listItems, listRecordsOf, listSteps } from './record/store.ts';
import type { Vault } from './record/vault.ts';
import { findSilence } from './store.ts';

export type ReadDependencies = {
  readonly mode: 'demo' | 'production';
  readonly companies: IdentityCompanies;
  readonly vault: Vault;
  /** How long a record is kept that ended. */
  readonly years: number;
};

type ReadHandlers = Pick<
  Handlers,
  | 'kyc/config'
  | 'kyc/status'
  | 'kyc/order/list'
  | 'kyc/order/detail'
  | 'kyc/list'
  | 'kyc/detail'
  | 'kyc/third/desc'
>;

/** Within so many hours most checks are done. */
const promiseHours = 24;
const stepsMax = 30;

export function createReadHandlers({ mode, companies, vault, years }: ReadDependencies): ReadHandlers {
  const recordOf = (row: KycRecordRow) => recordAsSeen({ companies, vault }, row);
  return {
    async 'kyc/config'({ purpose = 'system' }, { db, session, language, now }) {
      const offer = await soldAs(db, session.userId, purpose);
      const [prices = [], google, levels] = await Promise.all([
        readPrices(db, { product: 'kyc', purpose: offer, mode }),
        findGoogle(db, session.userId),
        listLevelLimits(db),
      ]);
      const providers = [];
      for (const company of companies.values()) {
        const content = await findContent(db, company.contentId, language, now);
        if (content !== undefined) providers.push(await companyOf(db, company, content.version));
      }
      const hasTwoStep = google?.state === 'bound';
      return { prices, providers, promiseHours, hasTwoStep, levels, isDemo: mode === 'demo' };
    },

    'kyc/status': async (_input, { db, session, now }) =>
      await readStatus({ db, userId: session.userId, now }, mode, recordOf),

    async 'kyc/order/list'({ status, cursor, size = pageSizeDefault }, { db, session }) {
      const { userId } = session;
      const before = readIdCursor(cursor) ?? undefined;
      const rows = await listOrdersOf(db, { userId, state: status, before, count: size + 1 });
      const { list, next } = pageOf(rows, size);
      const orders = [];
      for (const row of list) orders.push(orderForPerson(row, await pricesOf(db, row, mode)));
      return { list: orders, next };
    },

    async 'kyc/order/detail'({ orderId }, { db, session }) {
      const order = await findOrderOf(db, { id: orderId, userId: session.userId });
      if (order === undefined) throw notFound();
      const [prices, steps, paid] = await Promise.all([
        pricesOf(db, order, mode),
        listOrderSteps(db, orderId),
        findPaidPrice(db, orderId),
      ]);
      return {
        ...orderForPerson(order, prices),
        result: order.result,
        billId: paid?.billId ?? null,
        timeline: steps.map(({ state, at }) => ({ status: state, time: at })),
      };
    },

    async 'kyc/list'({ status, use, cursor, size = pageSizeDefault }, { db, session }) {
      const { userId } = session;
      const before = readIdCursor(cursor) ?? undefined;
      const rows = await listRecordsOf(db, { userId, status, use, before, count: size + 1 });
      const { list, next } = pageOf(rows, size);
      return { list: list.map(recordOf), next };
    },

    async 'kyc/detail'({ authNo }, { db, session }) {
      const record = await findRecordOf(db, { authNo, userId: session.userId });
      if (record === undefined) throw notFound();
      const [items, steps] = await Promise.all([
        listItems(db, record.id),
        listSteps(db, record.id, stepsMax),
      ]);
      const read = openFields(vault, record);
      return {
        ...recordOf(record),
        orderId: record.orderId,
        items: itemsOf(record, items).map((row) => itemAsSeen(vault, record, row)),
        attemptsLeft: kycAttempts - record.attempts,
        // Why the house looks is not told before it has looked.
        reason: record.review === 'held' ? null : reasonAsSeen(record),
        document: read === undefined ? null : maskedDocument(read),
        silentSince: record.silentSince,
        promiseHours,
        timeline: steps.map(({ review, at }) => ({ review, time: at })),
        termYears: years,
        keptUntil: record.erasedAt === null ? endOfTerm(record, years) : null,
        erasedAt: record.erasedAt,
      };
    },

    async 'kyc/third/desc'({ provider }, { db, session, language, now }) {
      const company = companies.get(provider);
      const content =
        company === undefined ? undefined : await findContent(db, company.contentId, language, now);
      if (company === undefined || content === undefined) throw notFound();
      const purpose = await soldAs(db, session.userId, 'system');
      const prices = (await readPrices(db, { product: 'kyc', purpose, mode })) ?? [];
      return {
        ...(await companyOf(db, company, content.version)),
        items: company.way === 'own' ? [...ownItems] : [...hostedItems],
        prices,
      };
    },
  };
}

async function companyOf(db: Database, { id, name, contentId, way }: IdentityCompany, version: number) {
  const isOpen = (await findSilence(db, id)) === null;
  return { id, name, contentId, version, way, isOpen };
}

function recordAsSeen(
  { companies, vault }: Pick<ReadDependencies, 'companies' | 'vault'>,
  record: KycRecordRow,
): KycRecord {
  const { authNo, purpose, status, use, review, createdAt, provider } = record;
  const read = openFields(vault, record);
  return {
    authNo,
    purpose,
    status,
    use,
    review,
    created: createdAt,
    maskedName: read === undefined ? null : maskNameOf(read),
    provider: provider === null ? null : (companies.get(provider)?.name ?? provider),
  };
}

function itemAsSeen(vault: Vault, record: KycRecordRow, { item, state, label, words }: ItemRow) {
  const key = keyOfRecord(record);
  const place = { recordId: record.id, part: `words:${item}` };
  const quoted = words === null || key === undefined ? null : vault.open(key, place, words);
  return { item, state, label, words: quoted };
}

/** Nobody is warned that they may be on a list: what a hit disabled, the house disabled. */
function reasonAsSeen({ reason, review }: KycRecordRow) {
  if (reason !== 'screening') return reason;
  return review === 'approved' ? 'operator' : null;
}

type Reader = { readonly db: Database; readonly userId: string; readonly now: number };
type Status = OutputOf<typeof kycStatus>;

async function readStatus(
  { db, userId, now }: Reader,
  mode: 'demo' | 'production',
  recordOf: (row: KycRecordRow) => KycRecord,
): Promise<Status> {
  const [person, google, orders, record] = await Promise.all([
    getPerson(db, userId),
    findGoogle(db, userId),
    listOrdersOf(db, { userId, state: undefined, before: undefined, count: 20 }),
    findNewestRecord(db, userId, 'system'),
  ]);
  const order = orders.find(({ purpose }) => purpose === 'system');
  const items = record === undefined ? [] : itemsOf(record, await listItems(db, record.id));
  return {
    level: person.kycLevel,
    nextStep: nextStepOf({ order, record, hasGoogle: google?.state === 'bound', now }),
    order: order === undefined ? null : orderForPerson(order, await pricesOf(db, order, mode)),
    record: record === undefined ? null : recordOf(record),
    way: record === undefined ? null : wayOf(record),
    items: items.length,
    accepted: items.filter(({ state }) => state === 'accepted').length,
    silentSince: record?.silentSince ?? null,
  };
}

/** Whether its person gives what is needed here, or on the page of a company; null: neither was begun. */
function wayOf({ provider, draftedAt }: Pick<KycRecordRow, 'provider' | 'draftedAt'>): Status['way'] {
  if (provider !== null) return provider === ownVerifier ? 'own' : 'page';
  return draftedAt === null ? null : 'own';
}

/** Of a record that may have been begun in both ways, the items of the one that goes on. */
function itemsOf<Row extends Pick<ItemRow, 'item'>>(
  record: Pick<KycRecordRow, 'provider' | 'draftedAt'>,
  rows: readonly Row[],
): readonly Row[] {
  const items: readonly KycItem[] = wayOf(record) === 'own' ? ownItems : hostedItems;
  return rows.filter(({ item }) => items.includes(item));
}

/** Whose turn it is, by how far the review is. */
const stepOfReview: Readonly<Record<KycReviewState, Status['nextStep']>> = {
  draft: 'start',
  submitted: 'wait',
  review: 'wait',
  held: 'person',
  again: 'again',
  approved: 'done',
  final: 'final',
};

/** What came back, expired or was withdrawn can be ordered anew, as if it had never been. */
function isOverForAnother({ reason, review, erasedAt }: KycRecordRow): boolean {
  // What was erased nobody can let hold again.
  if (reason === 'operator') return review === 'final' || erasedAt !== null;
  return reason === 'provider_away' || reason === 'expired' || reason === 'withdrawn';
}

function nextStepOf(facts: {
  readonly order: KycOrderRow | undefined;
  readonly record: KycRecordRow | undefined;
  readonly hasGoogle: boolean;
  readonly now: number;
}): Status['nextStep'] {
  const { order, record, hasGoogle, now } = facts;
  if (order?.state === 'pending' && order.expiresAt > now) return 'pay';
  if (record === undefined || isOverForAnother(record)) return hasGoogle ? 'order' : 'bind';
  if (record.review === 'draft') return wayOf(record) === null ? 'start' : 'continue';
  if (record.status === 'disabled' && record.review !== 'final') return 'disabled';
  return stepOfReview[record.review];
}
