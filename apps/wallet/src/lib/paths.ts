/**
 * The only place that writes a URL. Query parameters reach pages as typed props (spec 2), read here as well: unknown
 * ones are ignored, wrong ones count as absent, and the codec is plain URLSearchParams.
 */
import { parseSearch, type RawSearch, searchText } from './search-text.ts';
import type {
  AssetsSearch,
  BillsSearch,
  ContactSearch,
  ContentSearch,
  ExportSearch,
  ForgetUsernameSearch,
  InviteSearch,
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
  SearchOf,
  SettingSearch,
  StartSearch,
  TradeBillsSearch,
  TradeSearch,
  TransferSearch,
} from './searches.ts';

export type * from './searches.ts';

export const pagePaths = [
  '/',
  '/pages/login/login',
  '/pages/user/index',
  '/pages/user/walletpassword',
  '/pages/exchange/exchange',
  '/pages/exchange/transfer',
  '/pages/exchange/bill',
  '/pages/exchange/billdetail',
  '/pages/setting/language',
  '/pages/start/start',
  '/pages/login/forget_username',
  '/pages/login/forget_select',
  '/pages/login/forget',
  '/pages/user/setting',
  '/pages/user/profile',
  '/pages/user/password',
  '/pages/user/resetpaypass',
  '/pages/country/country',
  '/pages/country/countrylist',
  '/pages/country/legalcurrency',
  '/pages/currency/currency',
  '/pages/currency/balance',
  '/pages/currency/normal',
  '/pages/rate/rate',
  '/pages/exchange/payee',
  '/pages/exchange/transferAddress',
  '/pages/exchange/risk',
  '/pages/exchange/riskdetail',
  '/pages/exchange/export',
  '/pages/exchange/export_email',
  '/pages/exchange/addressqrcode',
  '/pages/index/collection',
  '/pages/index/scanqrcode',
  '/pages/index/webpage',
  '/pages/index/downloadapp',
  '/pages/building/building',
  '/pages/about/about',
  '/pages/about/contact',
  '/pages/message/message',
  '/pages/outlink/outlink',
  '/pages/test/test',
  '/pages/updater/updater',
  '/pages/life/life',
  '/pages/transaction/transaction',
  '/pages/transaction/market',
  '/pages/market/market',
  '/pages/transaction/bill',
  '/pages/transaction/detail',
  '/pages/transaction/transactiondetail',
] as const;
export type PagePath = (typeof pagePaths)[number];

/** Other addresses of the same page (spec 2). */
export const aliases = { '/pages/index/index': '/' } as const satisfies Readonly<Record<string, PagePath>>;

/** Writes the address of a page. */
function write<P extends PagePath>(path: P, search?: SearchOf[P]): string {
  return path + searchText(search ?? {});
}

export const paths = {
  home: () => write('/'),
  login: (search?: LoginSearch) => write('/pages/login/login', search),
  register: (search?: Omit<LoginSearch, 'type'>) =>
    write('/pages/login/login', { type: 'register', ...search }),
  me: () => write('/pages/user/index'),
  paymentPassword: (search?: PaymentPasswordSearch) => write('/pages/user/walletpassword', search),
  assets: (search?: AssetsSearch) => write('/pages/exchange/exchange', search),
  transfer: (search?: TransferSearch) => write('/pages/exchange/transfer', search),
  bills: (search?: BillsSearch) => write('/pages/exchange/bill', search),
  billDetail: (id: string) => write('/pages/exchange/billdetail', { id }),
  language: () => write('/pages/setting/language'),
  start: (search?: StartSearch) => write('/pages/start/start', search),
  forgetUsername: (search?: ForgetUsernameSearch) => write('/pages/login/forget_username', search),
  forgetSelect: () => write('/pages/login/forget_select'),
  forget: () => write('/pages/login/forget'),
  setting: (search?: SettingSearch) => write('/pages/user/setting', search),
  profile: (search?: ProfileSearch) => write('/pages/user/profile', search),
  password: () => write('/pages/user/password'),
  resetPayPassword: (search?: PaymentPasswordSearch) => write('/pages/user/resetpaypass', search),
  country: (search?: PickerSearch) => write('/pages/country/country', search),
  countryList: (search?: PickerSearch) => write('/pages/country/countrylist', search),
  legalCurrency: (search?: PickerSearch) => write('/pages/country/legalcurrency', search),
  currency: (search?: PickerSearch) => write('/pages/currency/currency', search),
  currencyBalance: (search?: PickerSearch) => write('/pages/currency/balance', search),
  currencyNormal: (search?: PickerSearch) => write('/pages/currency/normal', search),
  rate: () => write('/pages/rate/rate'),
  payees: (search?: PayeesSearch) => write('/pages/exchange/payee', search),
  recipient: (search?: TransferSearch) => write('/pages/exchange/transferAddress', search),
  risks: (search?: RiskSearch) => write('/pages/exchange/risk', search),
  riskDetail: (id: string) => write('/pages/exchange/riskdetail', { id }),
  exportBills: (search?: ExportSearch) => write('/pages/exchange/export', search),
  exportByMail: (search?: ExportSearch) => write('/pages/exchange/export_email', search),
  addressQrCode: (search?: ReceiveSearch) => write('/pages/exchange/addressqrcode', search),
  receive: (search?: ReceiveSearch) => write('/pages/index/collection', search),
  scan: () => write('/pages/index/scanqrcode'),
  content: (search?: ContentSearch) => write('/pages/index/webpage', search),
  downloadApp: () => write('/pages/index/downloadapp'),
  invite: (search?: InviteSearch) => write('/pages/building/building', search),
  about: () => write('/pages/about/about'),
  contact: (search?: ContactSearch) => write('/pages/about/contact', search),
  messages: (search?: MessagesSearch) => write('/pages/message/message', search),
  outlink: (search?: OutlinkSearch) => write('/pages/outlink/outlink', search),
  diagnostics: () => write('/pages/test/test'),
  updater: () => write('/pages/updater/updater'),
  life: () => write('/pages/life/life'),
  trade: (search?: TradeSearch) => write('/pages/transaction/transaction', search),
  market: (pair: string) => write('/pages/transaction/market', { pair }),
  markets: (search?: MarketsSearch) => write('/pages/market/market', search),
  tradeBills: (search?: TradeBillsSearch) => write('/pages/transaction/bill', search),
  order: (id: string) => write('/pages/transaction/detail', { id }),
  fill: (id: string) => write('/pages/transaction/transactiondetail', { id }),
} as const;

const currencyPattern = /^[A-Z0-9]{2,10}$/;
const pairPattern = /^[A-Z0-9]{2,10}_[A-Z0-9]{2,10}$/;
const countryPattern = /^[A-Z]{2}$/;
const idPattern = /^[0-9a-f-]{36}$/;
const orderNumberPattern = /^MG-\d{12,24}$/;
const visiblePattern = /^[\x21-\x7e]{4,254}$/;
const chainPattern = /^[a-z0-9]{2,16}$/;
const amountPattern = /^(0|[1-9]\d{0,19})(\.\d{1,18})?$/;
const typePattern = /^[A-Z_]{1,40}$/;
const rangePattern = /^\d{1,2}[dm]$/;
const dayPattern = /^\d{4}-\d\d-\d\d$/;
const textMax = 254;

/** How each page reads its query. */
export const readSearch: { readonly [P in PagePath]: (raw: RawSearch) => SearchOf[P] } = {
  '/': () => ({}),
  '/pages/login/login': ({ type, invitecode, country, back }) => ({
    ...(type === 'register' ? { type } : {}),
    ...only('invitecode', invitecode, /^[A-Z0-9]{6}$/),
    ...only('country', country, countryPattern),
    ...ownAddress(back),
  }),
  '/pages/user/index': () => ({}),
  '/pages/user/walletpassword': ({ back }) => ownAddress(back),
  '/pages/exchange/exchange': ({ explain }) => only('explain', explain, currencyPattern),
  '/pages/exchange/transfer': readTransfer,
  '/pages/exchange/bill': ({ currency, type, range, id }) => ({
    ...only('currency', currency, currencyPattern),
    ...only('type', type, typePattern),
    ...only('range', range, rangePattern),
    ...only('id', id, idPattern),
  }),
  '/pages/exchange/billdetail': ({ id }) => only('id', id, idPattern),
  '/pages/setting/language': () => ({}),
  '/pages/start/start': ({ back }) => ownAddress(back),
  '/pages/login/forget_username': ({ account }) => only('account', account, visiblePattern),
  '/pages/login/forget_select': () => ({}),
  '/pages/login/forget': () => ({}),
  '/pages/user/setting': ({ country }) => only('country', country, countryPattern),
  '/pages/user/profile': ({ part }) => (part === 'security' ? { part } : {}),
  '/pages/user/password': () => ({}),
  '/pages/user/resetpaypass': ({ back }) => ownAddress(back),
  '/pages/country/country': ({ back }) => ownAddress(back),
  '/pages/country/countrylist': ({ back }) => ownAddress(back),
  '/pages/country/legalcurrency': ({ back }) => ownAddress(back),
  '/pages/currency/currency': ({ back }) => ownAddress(back),
  '/pages/currency/balance': ({ back }) => ownAddress(back),
  '/pages/currency/normal': ({ back }) => ownAddress(back),
  '/pages/rate/rate': () => ({}),
  '/pages/exchange/payee': ({ id, add, currency, chain }) => ({
    ...only('currency', currency, currencyPattern),
    ...only('chain', chain, chainPattern),
    ...only('id', id, idPattern),
    ...only('add', add, visiblePattern),
  }),
  '/pages/exchange/transferAddress': readTransfer,
  '/pages/exchange/risk': ({ id }) => only('id', id, idPattern),
  '/pages/exchange/riskdetail': ({ id }) => only('id', id, idPattern),
  '/pages/exchange/export': readExport,
  '/pages/exchange/export_email': readExport,
  '/pages/exchange/addressqrcode': readReceive,
  '/pages/index/collection': readReceive,
  '/pages/index/scanqrcode': () => ({}),
  '/pages/index/webpage': ({ id }) => only('id', id, /^[a-z][a-z0-9-]{1,60}$/),
  '/pages/index/downloadapp': () => ({}),
  '/pages/building/building': ({ part }) => (part === 'share' ? { part } : {}),
  '/pages/about/about': () => ({}),
  '/pages/about/contact': ({ order }) => only('order', order, orderNumberPattern),
  '/pages/message/message': ({ topic, id }) => ({
    ...only('topic', topic, /^[a-z]{1,20}$/),
    ...only('id', id, /^[a-z0-9-]{2,61}$/),
  }),
  '/pages/outlink/outlink': ({ title, src }) => ({
    ...(title === undefined ? {} : { title }),
    ...(src === undefined ? {} : { src }),
  }),
  '/pages/test/test': () => ({}),
  '/pages/updater/updater': () => ({}),
  '/pages/life/life': () => ({}),
  '/pages/transaction/transaction': ({ pair, side }) => ({
    ...only('pair', pair, pairPattern),
    ...(side === 'buy' || side === 'sell' ? { side } : {}),
  }),
  '/pages/transaction/market': ({ pair }) => only('pair', pair, pairPattern),
  '/pages/market/market': ({ view }) => only('view', view, /^([a-z]{2,10}|[A-Z0-9]{2,10})$/),
  '/pages/transaction/bill': ({ tab, pair, side, status, range, id }) => ({
    ...(tab === 'history' || tab === 'fills' ? { tab } : {}),
    ...(side === 'buy' || side === 'sell' ? { side } : {}),
    ...only('pair', pair, pairPattern),
    ...only('status', status, /^[a-z]{2,10}$/),
    ...only('range', range, rangePattern),
    ...only('id', id, idPattern),
  }),
  '/pages/transaction/detail': ({ id }) => only('id', id, idPattern),
  '/pages/transaction/transactiondetail': ({ id }) => only('id', id, idPattern),
};

function readTransfer({ to, address, ...wanted }: RawSearch): TransferSearch {
  return {
    ...readReceive(wanted),
    ...only('to', to, visiblePattern),
    ...only('address', address, visiblePattern),
  };
}

function readReceive({ currency, amount, chain }: RawSearch): ReceiveSearch {
  return {
    ...only('currency', currency, currencyPattern),
    ...only('amount', amount, amountPattern),
    ...only('chain', chain, chainPattern),
  };
}

function readExport({ currency, type, range, from, to, format }: RawSearch): ExportSearch {
  return {
    ...only('currency', currency, currencyPattern),
    ...only('type', type, /^[A-Z_]+(,[A-Z_]+)*$/),
    ...only('range', range, /^(\d{1,2}[dm]|own)$/),
    ...only('from', from, dayPattern),
    ...only('to', to, dayPattern),
    ...only('format', format, /^[a-z]{3,4}$/),
  };
}

function ownAddress(back: string | undefined): { readonly back?: string } {
  return back !== undefined && isOwnAddress(back) ? { back } : {};
}

function only<Name extends string>(
  name: Name,
  value: string | undefined,
  pattern: RegExp,
): { readonly [N in Name]?: string } {
  const result: { [N in Name]?: string } = {};
  if (value !== undefined && value.length <= textMax && pattern.test(value)) result[name] = value;
  return result;
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
  return (pagePaths as readonly string[]).includes(path) || Object.hasOwn(aliases, path);
}

/**
 * The page of this app that a text names, written anew: its path stands in the table after decoding it once, and only
 * what that page reads is left of the query. Undefined for anything else.
 */
export function findOwnAddress(text: string): string | undefined {
  const [, written = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(text) ?? [];
  const page = pageAt(decodeOnce(written) ?? '');
  return page === undefined ? undefined : page + searchText(readSearch[page](parseSearch(query)));
}

/** The page at a path, aliases included. */
export function pageAt(path: string): PagePath | undefined {
  const alias = Object.entries(aliases).find(([from]) => from === path)?.[1];
  return alias ?? pagePaths.find((one) => one === path);
}

function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
