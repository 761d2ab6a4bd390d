import type { TextId } from '@marigold/texts/ids';
/** Every built page as a person can open it: its address with what it needs, its title, and somebody whose data is in it. */
import type { LanguageId } from '@marigold/texts/languages';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { vi } from 'vitest';

import { type PagePath, pagePaths } from '../apps/wallet/src/lib/paths.ts';
import type { SharedApp } from './app.ts';
import { openApproval } from './approval.ts';
import { type Account, makeAccount, type StorageState } from './people.ts';

/** The people of a demonstration's markets come a moment after its start. */
const boughtWithin = { timeout: 30_000, interval: 100 };

/** Of nobody we know, with its checksum. */
export const strangersAddress = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

/** The titles of the specification, by page; a page without one does not compile. */
const titles = {
  '/': 'shell.title.home',
  '/pages/login/login': 'shell.title.login',
  '/pages/user/index': 'shell.title.me',
  '/pages/user/walletpassword': 'shell.title.walletpassword',
  '/pages/exchange/exchange': 'shell.title.assets',
  '/pages/exchange/transfer': 'shell.title.transfer',
  '/pages/exchange/bill': 'shell.title.bill',
  '/pages/exchange/billdetail': 'shell.title.billdetail',
  '/pages/setting/language': 'shell.title.language',
  '/pages/start/start': 'shell.title.start',
  '/pages/login/forget_username': 'shell.title.forget',
  '/pages/login/forget_select': 'shell.title.forget',
  '/pages/login/forget': 'shell.title.forget',
  '/pages/user/setting': 'shell.title.setting',
  '/pages/user/profile': 'shell.title.profile',
  '/pages/user/password': 'shell.title.password',
  '/pages/user/resetpaypass': 'shell.title.resetpaypass',
  '/pages/country/country': 'shell.title.country',
  '/pages/country/countrylist': 'shell.title.country',
  '/pages/country/legalcurrency': 'shell.title.legalcurrency',
  '/pages/currency/currency': 'shell.title.currency',
  '/pages/currency/balance': 'shell.title.currency',
  '/pages/currency/normal': 'shell.title.currency',
  '/pages/rate/rate': 'shell.title.rate',
  '/pages/exchange/payee': 'shell.title.payee',
  '/pages/exchange/transferAddress': 'shell.title.recipient',
  '/pages/exchange/risk': 'shell.title.risk',
  '/pages/exchange/riskdetail': 'shell.title.riskdetail',
  '/pages/exchange/export': 'shell.title.export',
  '/pages/exchange/export_email': 'shell.title.export',
  '/pages/exchange/addressqrcode': 'shell.title.addressqrcode',
  '/pages/index/collection': 'shell.title.collection',
  '/pages/index/scanqrcode': 'shell.title.scan',
  '/pages/index/webpage': 'shell.title.webpage',
  '/pages/index/downloadapp': 'shell.title.downloadapp',
  '/pages/building/building': 'shell.title.building',
  '/pages/about/about': 'shell.title.about',
  '/pages/about/contact': 'shell.title.contact',
  '/pages/message/message': 'shell.title.message',
  '/pages/outlink/outlink': 'shell.title.outlink',
  '/pages/test/test': 'shell.title.test',
  '/pages/updater/updater': 'shell.title.updater',
  '/pages/life/life': 'shell.title.life',
  '/pages/transaction/transaction': 'shell.title.trade',
  '/pages/transaction/market': 'shell.title.market',
  '/pages/market/market': 'shell.title.market',
  '/pages/transaction/bill': 'shell.title.tradebills',
  '/pages/transaction/detail': 'shell.title.tradedetail',
  '/pages/transaction/transactiondetail': 'shell.title.tradedetail',
} as const satisfies Record<PagePath, TextId>;

export const roles = ['visitor', 'user'] as const;
export type Role = (typeof roles)[number];

export interface Screen {
  readonly address: string;
  readonly title: TextId;
  /** Opens what lies over the page, such as a sheet. */
  readonly open?: (page: Page, language: LanguageId) => Promise<void>;
}

export interface World {
  /** The session of somebody who received, sent, and has a recipient in the book. */
  readonly signedIn: StorageState;
  /** The address of one of their bills. */
  readonly billAddress: string;
  /** The id of a case of risk about what they received; undefined without a chain. */
  readonly caseId: string | undefined;
  /** An order of theirs that waits, and a fill of another one. */
  readonly orderId: string;
  readonly tradeId: string;
}

/** Makes that somebody by calls, on a program with people in its markets. */
export async function prepareWorld(app: SharedApp): Promise<World> {
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
  return { signedIn: storage, billAddress, caseId, ...(await trade(account)) };
}

/** Buys at once, and lets another order wait. */
async function trade({ call, payPassword }: Account): Promise<Pick<World, 'orderId' | 'tradeId'>> {
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

/** What a role can open: every page, the second face of the login, what lies over pages, a page that is not there. */
export function screensOf(role: Role, { billAddress, caseId, orderId, tradeId }: World): Screen[] {
  const needs: Partial<Record<PagePath, string>> = {
    '/pages/exchange/billdetail': billAddress,
    '/pages/index/webpage': '/pages/index/webpage?id=terms',
    '/pages/outlink/outlink': `/pages/outlink/outlink?${new URLSearchParams({ title: 'Example', src: 'https://example.com/a' })}`,
    '/pages/index/collection': '/pages/index/collection?currency=BTC&amount=12.5',
    '/pages/transaction/detail': `/pages/transaction/detail?id=${orderId}`,
    '/pages/transaction/transactiondetail': `/pages/transaction/transactiondetail?id=${tradeId}`,
    ...(caseId === undefined
      ? {}
      : { '/pages/exchange/riskdetail': `/pages/exchange/riskdetail?id=${caseId}` }),
  };
  const pages = pagePaths.map((path) => ({
    path,
    address: needs[path] ?? path,
    title: titles[path] as TextId,
  }));
  const unknown = { address: '/pages/none/none', title: 'shell.notFound.title' } as const;
  if (role === 'visitor') {
    const register = { address: '/pages/login/login?type=register', title: 'shell.title.register' } as const;
    return [...pages, register, unknown];
  }
  const explained = {
    address: '/pages/exchange/exchange?explain=USDT',
    title: 'shell.title.exchangedetail',
  } as const;
  const news = {
    address: '/pages/message/message?topic=announcement',
    title: 'shell.title.notify',
  } as const;
  const security = {
    address: '/pages/user/profile?part=security',
    title: 'shell.title.security',
  } as const;
  const sharing = {
    address: '/pages/building/building?part=share',
    title: 'shell.title.share',
  } as const;
  const approval = {
    address: '/pages/exchange/transfer?currency=USDT&to=anna',
    title: titles['/pages/exchange/transfer'],
    open: openApproval,
  };
  const traded = { ...explained, address: '/pages/exchange/exchange?explain=BTC' };
  const help = {
    address: '/pages/about/contact?order=MG-261121201059123456',
    title: titles['/pages/about/contact'],
  };
  // Whoever is logged in is led from the login page to the home.
  const theirs = pages.filter(({ path }) => path !== '/pages/login/login');
  const faces = [explained, traded, news, security, sharing, help, approval];
  return [...theirs, ...onChain, ...faces, unknown];
}

/** The faces that some pages have where the currency has a chain. */
const onChain: readonly Screen[] = [
  { address: '/pages/index/collection?currency=USDT&chain=eth&amount=25', title: 'shell.title.collection' },
  { address: '/pages/exchange/addressqrcode?currency=USDT&chain=eth', title: 'shell.title.addressqrcode' },
  {
    address: `/pages/exchange/transfer?currency=USDT&chain=eth&amount=25&address=${strangersAddress}`,
    title: 'shell.title.transfer',
  },
];
