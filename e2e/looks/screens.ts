/** Every built page as a person can open it: its address with what it needs, its title, and somebody whose data is in it. */
import { randomInt } from 'node:crypto';

import {
  addressOfPage,
  type PagePath,
  pagePaths,
  type SearchOf,
  titleOfPage,
} from '@marigold/contract/pages';
import type { TextId } from '@marigold/texts/ids';
import type { LanguageId } from '@marigold/texts/languages';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { vi } from 'vitest';

import { openApproval } from '../people/approval.ts';
import { type JourneyAccount, makeAccount, type StorageState } from '../people/people.ts';
import type { SharedApp } from '../program/app.ts';
import { type CardScreens, prepareCards } from './card-world.ts';

/** The people of a demonstration's markets come a moment after its start. */
const boughtWithin = { timeout: 30_000, interval: 100 };

/** Of nobody we know, with its checksum. */
export const strangersAddress = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

export const screenRoles = ['visitor', 'user'] as const;
export type ScreenRole = (typeof screenRoles)[number];

export interface ScreenCase {
  readonly address: string;
  readonly title: TextId;
  /** Opens what lies over the page, such as a sheet. */
  readonly open?: (page: Page, language: LanguageId) => Promise<void>;
}

export interface ScreenWorld extends CardScreens {
  /** The session of somebody who received, sent, and has a recipient in the book. */
  readonly signedIn: StorageState;
  /** The address of one of their bills. */
  readonly billAddress: string;
  /** The id of a case of risk about what they received; undefined without a chain. */
  readonly caseId: string | undefined;
  /** An order of theirs that waits, and a fill of another one. */
  readonly orderId: string;
  readonly tradeId: string;
  /** The number of a verification of theirs that is asked two items again. */
  readonly authNo: string;
  /** The number of another one of theirs, of which nothing was given yet. */
  readonly draftNo: string;
}

/** Makes that somebody by calls, on a program with people in its markets. */
export async function prepareWorld(app: SharedApp): Promise<ScreenWorld> {
  const account = await makeAccount(app);
  const { username, payPassword, storage } = account;
  await app.credit(username, 'USDT', '1284.5');
  await app.credit(username, 'BTC', '0.03');
  await account.call('payee/add', { name: 'Boris from work', to: 'boris' });
  const amounts = { amount: '12.34', amountConfirm: '12.34' };
  await account.call('transfer/internal', { to: 'boris', currency: 'USDT', ...amounts, payPassword });
  const [received] = (await account.call('bill/list', { currency: 'BTC' })).list;
  if (received === undefined) throw new Error('What was received has no bill.');
  const billAddress = `/pages/exchange/billdetail?id=${received.id}`;
  const caseId = await openCase(app, username);
  const records = {
    authNo: await insertVerification(app, username, repeatedRecord),
    draftNo: await insertVerification(app, username, emptyRecord),
  };
  const cards = await prepareCards(app, account);
  return { signedIn: storage, billAddress, caseId, ...records, ...cards, ...(await trade(account)) };
}

/** Buys at once, and lets another order wait. */
async function trade({
  call,
  payPassword,
}: JourneyAccount): Promise<Pick<ScreenWorld, 'orderId' | 'tradeId'>> {
  const symbol = 'BTC_USDT';
  await call('trade/confirm', { payPassword });
  const best = await vi.waitFor(async () => {
    const { bid } = await call('market/ticker', { symbol });
    if (bid === null) throw new Error('Nobody buys yet.');
    return Number(bid);
  }, boughtWithin);
  const buy = async (share: number, amount: string) => {
    const price = (best * share).toFixed(2);
    return await call('trade/submit', { symbol, side: 'buy', type: 'limit', price, amount });
  };
  await buy(1.015, '0.001');
  const { orderId } = await buy(0.95, '0.002');
  const [fill] = (await call('trade/fills', { symbol })).list;
  if (fill === undefined) throw new Error('Nobody sold.');
  return { orderId, tradeId: fill.tradeId };
}

/** Holds back, as far as screens tell, the first thing that came to somebody over a chain. */
async function openCase(app: SharedApp, username: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: app.databaseUrl() });
  await client.connect();
  try {
    const made = await client.query<{ id: string }>(
      `with held as (
         insert into app.risk_case (id, user_id, rule, deposit_id, state, asks, deadline, created_at)
         select gen_random_uuid(), d.user_id, 'amount', d.id, 'open', '{origin,document}', now() + interval '5 days', now()
         from app.deposit d join app.person p on p.id = d.user_id and p.username = $1 order by d.id limit 1
         returning id)
       insert into app.risk_step (case_id, line, state, at) select id, 1, 'open', now() from held returning case_id as id`,
      [username],
    );
    return made.rows[0]?.id;
  } finally {
    await client.end();
  }
}

type WrittenRecord = {
  readonly purpose: 'system' | 'card';
  readonly provider: string | null;
  readonly attempts: number;
  /** What happened to it, in order; the last one is how far it is. */
  readonly reviews: readonly string[];
  readonly items: readonly (readonly [item: string, state: string, label: string | null])[];
};

/** A paid verification whose company asks for two items once more. Nothing of a person is known yet. */
const repeatedRecord: WrittenRecord = {
  purpose: 'system',
  provider: 'democompany',
  attempts: 1,
  reviews: ['draft', 'submitted', 'review', 'again'],
  items: [
    ...['names', 'birthday', 'nationality', 'idNumber', 'issuingRegion', 'idBack', 'liveness'].map(
      (item) => [item, 'accepted', null] as const,
    ),
    ['expiry', 'again', 'expiresSoon'],
    ['idFront', 'again', 'blurred'],
    ['addressProof', 'missing', null],
  ],
};

/** One that was paid a moment ago. */
const emptyRecord: WrittenRecord = {
  purpose: 'card',
  provider: null,
  attempts: 0,
  reviews: ['draft'],
  items: [],
};

async function insertVerification(
  app: SharedApp,
  username: string,
  { purpose, provider, attempts, reviews, items }: WrittenRecord,
): Promise<string> {
  const client = new pg.Client({ connectionString: app.databaseUrl() });
  await client.connect();
  const authNo = `MK-7Q3W${String(randomInt(1_000_000)).padStart(6, '0')}`;
  try {
    await client.query(
      `with o as (
         insert into app.kyc_order (id, user_id, purpose, state, sold_as, created_at, expires_at, changed_at)
         select gen_random_uuid(), id, $3, 'paid', 'first', now(), now() + interval '30 minutes', now()
         from app.person where username = $1 returning id, user_id),
       r as (
         insert into app.kyc_record (id, auth_no, user_id, order_id, purpose, status, use, review, provider, attempts,
           decided_at, created_at, changed_at)
         select gen_random_uuid(), $2, user_id, id, $3, 'notBound', 'unusable', ($6::text[])[cardinality($6::text[])], $4,
           $5::smallint, case when $5 > 0 then now() end, now(), now() from o returning id),
       k as (insert into app.identity_key (record_id, key_id, wrapped) select id, 'none', '\\x00' from r),
       s as (insert into app.kyc_step (record_id, line, review, at)
         select r.id, v.line, v.review, now() from r, unnest($6::text[]) with ordinality as v (review, line))
       insert into app.kyc_item (record_id, item, state, label, changed_at)
       select r.id, v.item, v.state, v.label, now()
       from r, unnest($7::text[], $8::text[], $9::text[]) as v (item, state, label)`,
      [
        username,
        authNo,
        purpose,
        provider,
        attempts,
        reviews,
        items.map(([item]) => item),
        items.map(([, state]) => state),
        items.map(([, , label]) => label),
      ],
    );
    return authNo;
  } finally {
    await client.end();
  }
}

/** A page by its address, with what its query says, under the title that it then has. */
function screenOf<P extends PagePath>(path: P, search: SearchOf[P] = {}): ScreenCase {
  return { address: addressOfPage(path, search), title: titleOfPage(path, search) };
}

/** What a role can open: every page, the second face of the login, what lies over pages, a page that is not there. */
export function screensOf(role: ScreenRole, world: ScreenWorld): ScreenCase[] {
  const { billAddress, caseId, orderId, tradeId, authNo: record, draftNo: draft } = world;
  const { applicationId, cardId: id } = world;
  const needed: Partial<Record<PagePath, ScreenCase>> = {
    '/pages/exchange/billdetail': { ...screenOf('/pages/exchange/billdetail'), address: billAddress },
    '/pages/index/webpage': screenOf('/pages/index/webpage', { id: 'terms' }),
    '/pages/outlink/outlink': screenOf('/pages/outlink/outlink', {
      title: 'Example',
      src: 'https://example.com/a',
    }),
    '/pages/index/collection': screenOf('/pages/index/collection', { currency: 'BTC', amount: '12.5' }),
    '/pages/transaction/detail': screenOf('/pages/transaction/detail', { id: orderId }),
    '/pages/transaction/transactiondetail': screenOf('/pages/transaction/transactiondetail', {
      id: tradeId,
    }),
    '/pages/kyc/usersignup': screenOf('/pages/kyc/usersignup', { record: draft, step: '1' }),
    '/pages/kyc/signup': screenOf('/pages/kyc/signup', { record: draft, step: '3' }),
    '/pages/kyc/third': screenOf('/pages/kyc/third', { record }),
    '/pages/kyc/thirddesc': screenOf('/pages/kyc/thirddesc', { record, company: 'democompany' }),
    '/pages/kyc/inreview': screenOf('/pages/kyc/inreview', { record }),
    '/pages/kyc/userkyc': screenOf('/pages/kyc/userkyc', { record }),
    '/pages/card/detail': screenOf('/pages/card/detail', { product: 'muse-platinum' }),
    '/pages/card/cardmethod': screenOf('/pages/card/cardmethod', { id: applicationId }),
    '/pages/card/waitkyc': screenOf('/pages/card/waitkyc', { id: applicationId }),
    '/pages/card/info': screenOf('/pages/card/info', { id }),
    '/pages/card/actived': screenOf('/pages/card/actived', { id }),
    '/pages/card/lock': screenOf('/pages/card/lock', { id }),
    '/pages/card/unlock': screenOf('/pages/card/unlock', { id }),
    ...(caseId === undefined
      ? {}
      : { '/pages/exchange/riskdetail': screenOf('/pages/exchange/riskdetail', { id: caseId }) }),
  };
  const unknown = { address: '/pages/none/none', title: 'shell.notFound.title' } as const;
  if (role === 'visitor') {
    const pages = pagePaths.map((path) => needed[path] ?? screenOf(path));
    return [...pages, screenOf('/pages/login/login', { type: 'register' }), phoneOfNobody, unknown];
  }
  // Whoever is logged in is led from the login page to the home.
  const theirs = pagePaths
    .filter((path) => path !== '/pages/login/login')
    .map((path) => needed[path] ?? screenOf(path));
  const approval = {
    ...screenOf('/pages/exchange/transfer', { currency: 'USDT', to: 'anna' }),
    open: openApproval,
  };
  const newCard = screenOf('/pages/card/cardmethod', { product: 'master-physical' });
  return [...theirs, newCard, ...onChain, ...faces, phoneOfNobody, approval, unknown];
}

/** What a phone shows whose link opens nothing. */
const phoneOfNobody = screenOf('/pages/kyc/signup', { phone: 'on' });

/** The faces that some pages have where the currency has a chain. */
const onChain: readonly ScreenCase[] = [
  screenOf('/pages/index/collection', { currency: 'USDT', chain: 'eth', amount: '25' }),
  screenOf('/pages/exchange/addressqrcode', { currency: 'USDT', chain: 'eth' }),
  screenOf('/pages/exchange/transfer', {
    currency: 'USDT',
    chain: 'eth',
    amount: '25',
    address: strangersAddress,
  }),
];

/** What other pages are by what their address says. */
const faces: readonly ScreenCase[] = [
  screenOf('/pages/exchange/exchange', { explain: 'USDT' }),
  screenOf('/pages/exchange/exchange', { explain: 'BTC' }),
  screenOf('/pages/message/message', { topic: 'announcement' }),
  screenOf('/pages/user/profile', { part: 'security' }),
  screenOf('/pages/building/building', { part: 'share' }),
  screenOf('/pages/about/contact', { order: 'MG-261121201059123456' }),
];
