/**
 * The only place that writes a URL, and reads one: pages get their query as typed props (spec 2) as the table of pages
 * says (packages/contract/src/pages.ts), and the codec is plain URLSearchParams.
 */
import {
  addressOfPage,
  pageAliases,
  type PagePath,
  pagePaths,
  pageTable,
  type QueryKind,
  queryKinds,
  type SearchOf,
  searchText,
} from '@marigold/contract/pages';

import { parseSearch, type RawSearch } from './search-text.ts';
import type {
  AssetsSearch,
  BillsSearch,
  CardApplicationSearch,
  CardOrderSearch,
  CardProductSearch,
  CardSearch,
  CheckCodeSearch,
  ContactSearch,
  ContentSearch,
  CountrySearch,
  ExportSearch,
  ForgetUsernameSearch,
  InviteSearch,
  KycCompanySearch,
  KycDocumentSearch,
  KycOrderSearch,
  KycPersonSearch,
  KycRecordSearch,
  KycRecordsSearch,
  LoginSearch,
  MarketsSearch,
  MessagesSearch,
  OutlinkSearch,
  PayeesSearch,
  PaymentPasswordSearch,
  PickerSearch,
  ProfileSearch,
  ReceiveSearch,
  RiskSearch,
  SettingSearch,
  StartSearch,
  TradeBillsSearch,
  TradeSearch,
  TransferSearch,
} from './searches.ts';

export type { PagePath } from '@marigold/contract/pages';
export type * from './searches.ts';

export const paths = {
  home: () => addressOfPage('/'),
  login: (search?: LoginSearch) => addressOfPage('/pages/login/login', search),
  register: (search?: Omit<LoginSearch, 'type'>) =>
    addressOfPage('/pages/login/login', { type: 'register', ...search }),
  me: () => addressOfPage('/pages/user/index'),
  paymentPassword: (search?: PaymentPasswordSearch) => addressOfPage('/pages/user/walletpassword', search),
  assets: (search?: AssetsSearch) => addressOfPage('/pages/exchange/exchange', search),
  transfer: (search?: TransferSearch) => addressOfPage('/pages/exchange/transfer', search),
  bills: (search?: BillsSearch) => addressOfPage('/pages/exchange/bill', search),
  billDetail: (id: string) => addressOfPage('/pages/exchange/billdetail', { id }),
  language: () => addressOfPage('/pages/setting/language'),
  start: (search?: StartSearch) => addressOfPage('/pages/start/start', search),
  forgetUsername: (search?: ForgetUsernameSearch) => addressOfPage('/pages/login/forget_username', search),
  forgetSelect: () => addressOfPage('/pages/login/forget_select'),
  forget: () => addressOfPage('/pages/login/forget'),
  setting: (search?: SettingSearch) => addressOfPage('/pages/user/setting', search),
  profile: (search?: ProfileSearch) => addressOfPage('/pages/user/profile', search),
  password: () => addressOfPage('/pages/user/password'),
  passkeys: () => addressOfPage('/pages/user/passkeys'),
  notMe: () => addressOfPage('/pages/user/notme'),
  walletLimit: () => addressOfPage('/pages/user/walletlimit'),
  resetPayPassword: (search?: PaymentPasswordSearch) => addressOfPage('/pages/user/resetpaypass', search),
  googleAuth: (search?: PickerSearch) => addressOfPage('/pages/googleauth/googleauth', search),
  checkCode: (search: CheckCodeSearch) => addressOfPage('/pages/googleauth/checkcode', search),
  country: (search?: CountrySearch) => addressOfPage('/pages/country/country', search),
  countryList: (search?: PickerSearch) => addressOfPage('/pages/country/countrylist', search),
  legalCurrency: (search?: PickerSearch) => addressOfPage('/pages/country/legalcurrency', search),
  currency: (search?: PickerSearch) => addressOfPage('/pages/currency/currency', search),
  currencyBalance: (search?: PickerSearch) => addressOfPage('/pages/currency/balance', search),
  currencyNormal: (search?: PickerSearch) => addressOfPage('/pages/currency/normal', search),
  rate: () => addressOfPage('/pages/rate/rate'),
  payees: (search?: PayeesSearch) => addressOfPage('/pages/exchange/payee', search),
  recipient: (search?: TransferSearch) => addressOfPage('/pages/exchange/transferAddress', search),
  kyc: () => addressOfPage('/pages/kyc/kyc'),
  kycOrder: (search?: KycOrderSearch) => addressOfPage('/pages/kyc/kycorder', search),
  kycPerson: (search: KycPersonSearch) => addressOfPage('/pages/kyc/usersignup', search),
  kycDocument: (search: KycDocumentSearch) => addressOfPage('/pages/kyc/signup', search),
  kycThird: (search: KycRecordSearch) => addressOfPage('/pages/kyc/third', search),
  kycCompany: (search: KycCompanySearch) => addressOfPage('/pages/kyc/thirddesc', search),
  kycReview: (search: KycRecordSearch) => addressOfPage('/pages/kyc/inreview', search),
  myKyc: () => addressOfPage('/pages/kyc/my'),
  kycRecords: (search?: KycRecordsSearch) => addressOfPage('/pages/kyc/mylist', search),
  kycRecord: (search: KycRecordSearch) => addressOfPage('/pages/kyc/userkyc', search),
  kycAuth: (search?: KycRecordSearch) => addressOfPage('/pages/kyc/auth', search),
  cardShop: () => addressOfPage('/pages/card/card'),
  cards: (search?: CardSearch) => addressOfPage('/pages/card/index', search),
  cardProduct: (search: CardProductSearch) => addressOfPage('/pages/card/detail', search),
  cardOrder: (search: CardOrderSearch) => addressOfPage('/pages/card/cardmethod', search),
  cardApplication: (search: CardApplicationSearch) => addressOfPage('/pages/card/waitkyc', search),
  cardInfo: (id: string) => addressOfPage('/pages/card/info', { id }),
  activateCard: (id: string) => addressOfPage('/pages/card/actived', { id }),
  lockCard: (id: string) => addressOfPage('/pages/card/lock', { id }),
  unlockCard: (id: string) => addressOfPage('/pages/card/unlock', { id }),
  risks: (search?: RiskSearch) => addressOfPage('/pages/exchange/risk', search),
  riskDetail: (id: string) => addressOfPage('/pages/exchange/riskdetail', { id }),
  exportBills: (search?: ExportSearch) => addressOfPage('/pages/exchange/export', search),
  exportByMail: (search?: ExportSearch) => addressOfPage('/pages/exchange/export_email', search),
  addressQrCode: (search?: ReceiveSearch) => addressOfPage('/pages/exchange/addressqrcode', search),
  receive: (search?: ReceiveSearch) => addressOfPage('/pages/index/collection', search),
  scan: () => addressOfPage('/pages/index/scanqrcode'),
  content: (search?: ContentSearch) => addressOfPage('/pages/index/webpage', search),
  downloadApp: () => addressOfPage('/pages/index/downloadapp'),
  invite: (search?: InviteSearch) => addressOfPage('/pages/building/building', search),
  about: () => addressOfPage('/pages/about/about'),
  contact: (search?: ContactSearch) => addressOfPage('/pages/about/contact', search),
  messages: (search?: MessagesSearch) => addressOfPage('/pages/message/message', search),
  outlink: (search?: OutlinkSearch) => addressOfPage('/pages/outlink/outlink', search),
  diagnostics: () => addressOfPage('/pages/test/test'),
  updater: () => addressOfPage('/pages/updater/updater'),
  life: () => addressOfPage('/pages/life/life'),
  trade: (search?: TradeSearch) => addressOfPage('/pages/transaction/transaction', search),
  market: (pair: string) => addressOfPage('/pages/transaction/market', { pair }),
  markets: (search?: MarketsSearch) => addressOfPage('/pages/market/market', search),
  tradeBills: (search?: TradeBillsSearch) => addressOfPage('/pages/transaction/bill', search),
  order: (id: string) => addressOfPage('/pages/transaction/detail', { id }),
  fill: (id: string) => addressOfPage('/pages/transaction/transactiondetail', { id }),
} as const;

/** Longer texts are none of ours. */
const textMax = 254;

/** What a page reads from its query: unknown parameters are ignored, wrong ones count as absent. */
export function readSearch<P extends PagePath>(path: P, raw: RawSearch): SearchOf[P] {
  const query: Readonly<Record<string, QueryKind>> = pageTable[path].query;
  const read = Object.entries(query).flatMap(([name, kind]) => {
    const value = raw[name];
    return value !== undefined && isOf(kind, value) ? [[name, value] as const] : [];
  });
  // Each value has been held against its kind in the table, of which the type is made.
  return Object.fromEntries(read) as SearchOf[P];
}

function isOf(kind: QueryKind, value: string): boolean {
  if (typeof kind !== 'string') return kind.includes(value);
  if (kind === 'text') return true;
  if (kind === 'address') return isOwnAddress(value);
  return value.length <= textMax && queryKinds[kind].test(value);
}

/** An own address with more of its query set: how a picker hands its choice to the page that asked for it. */
export function withSearch(address: string, more: Readonly<Record<string, string | undefined>>): string {
  const [whole = ''] = address.split('#', 1);
  const [path = '', query = ''] = whole.split(/\?(.*)/s);
  return path + searchText({ ...parseSearch(query), ...more });
}

/**
 * True for the address of a page of this app: its path stands in the route table character for character.
 * `//evil`, `/\evil`, `/%2f%2f` and other origins are none of them (reliability.md 7.4).
 */
export function isOwnAddress(address: string): boolean {
  const [path = ''] = address.split(/[?#]/, 1);
  // A control character would be dropped by the browser and could join what the check saw apart.
  if (/[\p{Cc}\\]/u.test(address)) return false;
  return (pagePaths as readonly string[]).includes(path) || Object.hasOwn(pageAliases, path);
}

/**
 * The page of this app that a text names, written anew: its path stands in the table after decoding it once, and only
 * what that page reads is left of the query. Undefined for anything else.
 */
export function findOwnAddress(text: string): string | undefined {
  const [, written = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(text) ?? [];
  const page = pageAt(decodeOnce(written) ?? '');
  return page === undefined ? undefined : page + searchText(readSearch(page, parseSearch(query)));
}

/** The page at a path, aliases included. */
export function pageAt(path: string): PagePath | undefined {
  const alias = Object.entries(pageAliases).find(([from]) => from === path)?.[1];
  return alias ?? pagePaths.find((one) => one === path);
}

function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
