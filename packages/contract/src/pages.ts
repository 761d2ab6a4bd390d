/**
 * Every page of the app: its address, what its query may say, and what it is called. Plain data, which the browser
 * carries (decision 0002): the wallet makes its routes, headings and addresses of it, the server names by it the page
 * that a notice or a tile leads to, and the journeys read from it what they open. A query reaches its page as typed
 * props (spec 2).
 */

/**
 * What a parameter may be, by the name of its kind; one that is something else counts as absent. `address` and `text`
 * are no patterns: a page of this app, character for character, and any text at all.
 */
export const queryKinds = {
  amount: /^(0|[1-9]\d{0,19})(\.\d{1,18})?$/,
  authNo: /^MK-[0-9A-Z]{10}$/,
  billType: /^[A-Z_]{1,40}$/,
  billTypes: /^[A-Z_]+(,[A-Z_]+)*$/,
  chain: /^[a-z0-9]{2,16}$/,
  company: /^[a-z]{2,20}$/,
  content: /^[a-z][a-z0-9-]{1,60}$/,
  country: /^[A-Z]{2}$/,
  currency: /^[A-Z0-9]{2,10}$/,
  day: /^\d{4}-\d\d-\d\d$/,
  fileFormat: /^[a-z]{3,4}$/,
  id: /^[0-9a-f-]{36}$/,
  inviteCode: /^[A-Z0-9]{6}$/,
  marketView: /^([a-z]{2,10}|[A-Z0-9]{2,10})$/,
  message: /^[a-z0-9-]{2,61}$/,
  orderNumber: /^MG-\d{12,24}$/,
  orderStatus: /^[a-z]{2,10}$/,
  pair: /^[A-Z0-9]{2,10}_[A-Z0-9]{2,10}$/,
  period: /^(\d{1,2}[dm]|own)$/,
  product: /^[a-z]{2,20}(-[a-z]{2,20})?$/,
  range: /^\d{1,2}[dm]$/,
  topic: /^[a-z]{1,20}$/,
  visible: /^[\x21-\x7e]{4,254}$/,
} as const;

/** A kind by its name, or the words that the parameter may be. */
export type QueryKind = keyof typeof queryKinds | 'address' | 'text' | readonly string[];

type Page = {
  readonly title: string;
  /** In the order in which an address is written. */
  readonly query: Readonly<Record<string, QueryKind>>;
  /** What the page is called instead while its query has this parameter; with `value`, while it is this one. */
  readonly face?: {
    readonly parameter: string;
    readonly value?: string;
    readonly title: string;
    /** It names what lies over the page or beside its list: the page's own heading stays. */
    readonly isOver?: true;
  };
};

/** The page that asked for this one: where its answer, or the person, goes back to. */
const asker = { back: 'address' } as const;

const receiving = {
  currency: 'currency',
  /** The amount that is asked for, a decimal string; whoever pays still confirms it. */
  amount: 'amount',
  /** A chain's code; `internal`, or absent where money is sent: between people of Marigold. */
  chain: 'chain',
} as const;

const sending = {
  ...receiving,
  /** The person to pay, as typed or scanned. */
  to: 'visible',
  /** The address to pay on that chain, as typed or scanned. */
  address: 'visible',
} as const;

const exporting = {
  currency: 'currency',
  /** One type or several, with commas between them; all of them without it. */
  type: 'billTypes',
  /** The last days or months, or `own`: from one day to another. */
  range: 'period',
  from: 'day',
  to: 'day',
  format: 'fileFormat',
} as const;

export const pageTable = {
  '/': { title: 'shell.title.home', query: {} },
  '/pages/login/login': {
    title: 'shell.title.login',
    face: { parameter: 'type', value: 'register', title: 'shell.title.register' },
    query: {
      type: ['register'],
      invitecode: 'inviteCode',
      /** The region of the dialling code that a picker hands back. */
      country: 'country',
      ...asker,
    },
  },
  '/pages/user/index': { title: 'shell.title.me', query: {} },
  '/pages/user/walletpassword': { title: 'shell.title.walletpassword', query: asker },
  '/pages/exchange/exchange': {
    title: 'shell.title.assets',
    // Spec 2 names "Exchange detail" without a page of its own: what one balance is made of.
    face: { parameter: 'explain', title: 'shell.title.exchangedetail', isOver: true },
    query: {
      /** The asset whose balance is explained. */
      explain: 'currency',
    },
  },
  '/pages/exchange/transfer': { title: 'shell.title.transfer', query: sending },
  '/pages/exchange/bill': {
    title: 'shell.title.bill',
    query: {
      currency: 'currency',
      type: 'billType',
      /** The last days or months that are listed; all of them without it. */
      range: 'range',
      /** The bill that stands beside the list of wide screens. */
      id: 'id',
    },
  },
  '/pages/exchange/billdetail': { title: 'shell.title.billdetail', query: { id: 'id' } },
  '/pages/setting/language': { title: 'shell.title.language', query: {} },
  // Here the page before is the one that the person was going to before the introduction.
  '/pages/start/start': { title: 'shell.title.start', query: asker },
  '/pages/login/forget_username': { title: 'shell.title.forget', query: { account: 'visible' } },
  '/pages/login/forget_select': { title: 'shell.title.forget', query: {} },
  '/pages/login/forget': { title: 'shell.title.forget', query: {} },
  '/pages/user/setting': {
    title: 'shell.title.setting',
    query: {
      /** The region that a picker hands back. */
      country: 'country',
    },
  },
  '/pages/user/profile': {
    title: 'shell.title.profile',
    // Spec 2 names both: who somebody is here, and what protects that.
    face: { parameter: 'part', value: 'security', title: 'shell.title.security' },
    query: { part: ['security'] },
  },
  '/pages/user/password': { title: 'shell.title.password', query: {} },
  // An extension of spec 2: its map has no page for them.
  '/pages/user/passkeys': { title: 'shell.title.passkeys', query: {} },
  // An extension of spec 2: what the link of a notice opens. Its ticket stands in the fragment and is no query.
  '/pages/user/notme': { title: 'shell.title.notme', query: {} },
  '/pages/user/walletlimit': { title: 'shell.title.walletlimit', query: {} },
  '/pages/user/resetpaypass': { title: 'shell.title.resetpaypass', query: asker },
  '/pages/googleauth/googleauth': { title: 'shell.title.googleauth', query: asker },
  '/pages/googleauth/checkcode': {
    title: 'shell.title.googleauth',
    query: {
      /** What the code approves. */
      for: ['user/google/unbind', 'user/google/codes'],
      ...asker,
    },
  },
  '/pages/country/country': {
    title: 'shell.title.country',
    query: {
      ...asker,
      /** A card: only countries that it is mailed to can be picked. */
      product: 'product',
    },
  },
  '/pages/country/countrylist': { title: 'shell.title.country', query: asker },
  '/pages/country/legalcurrency': { title: 'shell.title.legalcurrency', query: asker },
  '/pages/currency/currency': { title: 'shell.title.currency', query: asker },
  '/pages/currency/balance': { title: 'shell.title.currency', query: asker },
  '/pages/currency/normal': { title: 'shell.title.currency', query: asker },
  '/pages/rate/rate': { title: 'shell.title.rate', query: {} },
  '/pages/exchange/payee': {
    title: 'shell.title.payee',
    query: {
      currency: 'currency',
      chain: 'chain',
      /** The recipient that stands beside the list of wide screens. */
      id: 'id',
      /** Somebody to be added: the page opens with the form filled; on a chain what would be sent there as well. */
      add: 'visible',
    },
  },
  '/pages/exchange/transferAddress': { title: 'shell.title.recipient', query: sending },
  '/pages/exchange/risk': {
    title: 'shell.title.risk',
    query: {
      /** The case beside the list of wide screens. */
      id: 'id',
    },
  },
  '/pages/exchange/riskdetail': { title: 'shell.title.riskdetail', query: { id: 'id' } },
  '/pages/exchange/export': { title: 'shell.title.export', query: exporting },
  '/pages/exchange/export_email': { title: 'shell.title.export', query: exporting },
  '/pages/exchange/addressqrcode': { title: 'shell.title.addressqrcode', query: receiving },
  '/pages/index/collection': { title: 'shell.title.collection', query: receiving },
  '/pages/index/scanqrcode': { title: 'shell.title.scan', query: {} },
  '/pages/index/webpage': { title: 'shell.title.webpage', query: { id: 'content' } },
  '/pages/index/downloadapp': { title: 'shell.title.downloadapp', query: {} },
  '/pages/building/building': {
    title: 'shell.title.building',
    // Spec 2 names "Share" without a page of its own: giving the app away, which is an invitation.
    face: { parameter: 'part', value: 'share', title: 'shell.title.share' },
    query: { part: ['share'] },
  },
  '/pages/about/about': { title: 'shell.title.about', query: {} },
  '/pages/about/contact': {
    title: 'shell.title.contact',
    query: {
      /** The order number of the bill that help is asked about. */
      order: 'orderNumber',
    },
  },
  '/pages/message/message': {
    title: 'shell.title.message',
    // Spec 2 names "Notify" without a page of its own: what everybody is told.
    face: { parameter: 'topic', value: 'announcement', title: 'shell.title.notify' },
    query: {
      topic: 'topic',
      /** The message beside the list, on wide screens. */
      id: 'message',
    },
  },
  '/pages/outlink/outlink': { title: 'shell.title.outlink', query: { title: 'text', src: 'text' } },
  '/pages/test/test': { title: 'shell.title.test', query: {} },
  '/pages/updater/updater': { title: 'shell.title.updater', query: {} },
  '/pages/life/life': { title: 'shell.title.life', query: {} },
  '/pages/transaction/transaction': {
    title: 'shell.title.trade',
    query: {
      /** The market, such as BTC_USDT; the first one without it. */
      pair: 'pair',
      side: ['buy', 'sell'],
    },
  },
  '/pages/transaction/market': {
    title: 'shell.title.market',
    query: {
      /** The market, such as BTC_USDT; the first one without it. */
      pair: 'pair',
    },
  },
  '/pages/market/market': {
    title: 'shell.title.market',
    query: {
      /** What is listed: favorites, gainers, losers or a quote currency; all without it. */
      view: 'marketView',
    },
  },
  '/pages/transaction/bill': {
    title: 'shell.title.tradebills',
    // Spec 2 names both: the record, and what is over.
    face: { parameter: 'tab', value: 'history', title: 'shell.title.tradehistory' },
    query: {
      /** Which list is shown; what is open without it. */
      tab: ['history', 'fills'],
      side: ['buy', 'sell'],
      /** The market, such as BTC_USDT. */
      pair: 'pair',
      status: 'orderStatus',
      range: 'range',
      /** The order or the fill that stands beside the list of wide screens. */
      id: 'id',
    },
  },
  '/pages/transaction/detail': { title: 'shell.title.tradedetail', query: { id: 'id' } },
  '/pages/kyc/kyc': { title: 'shell.title.kyc', query: {} },
  '/pages/kyc/kycorder': {
    title: 'shell.title.kycorder',
    query: {
      /** The order; the one that is open, or a new one, without it. */
      id: 'id',
    },
  },
  '/pages/kyc/usersignup': {
    title: 'shell.title.kyc',
    query: {
      record: 'authNo',
      /** Which of the six steps; without one, where its person stopped. */
      step: ['1', '2'],
      /** The nationality that was just picked. */
      country: 'country',
    },
  },
  '/pages/kyc/signup': {
    title: 'shell.title.kyc',
    query: {
      record: 'authNo',
      step: ['3', '4', '5', '6'],
      /** The issuing region that was just picked. */
      country: 'country',
      /** A phone takes the photos for a form on a computer; its secret stands behind the #. */
      phone: ['on'],
    },
    face: { parameter: 'phone', title: 'shell.title.kycphone' },
  },
  '/pages/kyc/third': { title: 'shell.title.kycthird', query: { record: 'authNo' } },
  '/pages/kyc/thirddesc': { title: 'shell.title.kycthird', query: { record: 'authNo', company: 'company' } },
  '/pages/kyc/inreview': { title: 'shell.title.kycreview', query: { record: 'authNo' } },
  '/pages/kyc/my': { title: 'shell.title.kycmy', query: {} },
  '/pages/kyc/mylist': {
    title: 'shell.title.kyclist',
    query: {
      status: 'text',
      use: 'text',
      /** The record beside the list of wide screens. */
      record: 'authNo',
    },
  },
  '/pages/kyc/auth': {
    title: 'shell.title.kycauth',
    query: {
      /** The number that is filled in; none without it. */
      record: 'authNo',
    },
  },
  '/pages/kyc/userkyc': { title: 'shell.title.kycrecord', query: { record: 'authNo' } },
  '/pages/card/card': { title: 'shell.title.card', query: {} },
  '/pages/card/index': { title: 'shell.title.cards', query: { id: 'id' } },
  '/pages/card/detail': { title: 'shell.title.carddetail', query: { product: 'product' } },
  '/pages/card/cardmethod': {
    title: 'shell.title.cardmethod',
    query: {
      product: 'product',
      /** The application that is to be paid; a new one without it. */
      id: 'id',
      /** The country that was just picked. */
      country: 'country',
    },
  },
  '/pages/card/waitkyc': { title: 'shell.title.waitkyc', query: { id: 'id', country: 'country' } },
  '/pages/card/info': { title: 'shell.title.cardinfo', query: { id: 'id' } },
  '/pages/card/actived': { title: 'shell.title.actived', query: { id: 'id' } },
  '/pages/card/lock': { title: 'shell.title.cardlock', query: { id: 'id' } },
  '/pages/card/unlock': { title: 'shell.title.cardunlock', query: { id: 'id' } },
  '/pages/transaction/transactiondetail': { title: 'shell.title.tradedetail', query: { id: 'id' } },
} as const satisfies Readonly<Record<string, Page>>;

export type PagePath = keyof typeof pageTable;

export const pagePaths = Object.keys(pageTable) as readonly PagePath[];

/** Other addresses of the same page (spec 2). */
export const pageAliases = { '/pages/index/index': '/' } as const satisfies Readonly<
  Record<string, PagePath>
>;

type ValueOf<Kind> = Kind extends readonly (infer Word)[] ? Word : string;
type SearchIn<Query> = { readonly [Name in keyof Query]?: ValueOf<Query[Name]> };

/** What each page reads from its query. */
export type SearchOf = { readonly [P in PagePath]: SearchIn<(typeof pageTable)[P]['query']> };

type Titles<P> = P extends { readonly title: infer Own }
  ? Own | (P extends { readonly face: { readonly title: infer Other } } ? Other : never)
  : never;

/** The text that says what a page is called. */
export type PageTitle = Titles<(typeof pageTable)[PagePath]>;

/** What a page is called, in the window and in the history. */
export function titleOfPage<P extends PagePath>(path: P, search: SearchOf[P]): PageTitle {
  return faceAt(path, search)?.title ?? pageTable[path].title;
}

/** The heading of a page. It is its title, but for what lies over it: that has a heading of its own. */
export function headingOfPage<P extends PagePath>(path: P, search: SearchOf[P]): PageTitle {
  const face = faceAt(path, search);
  return face === undefined || 'isOver' in face ? pageTable[path].title : face.title;
}

function faceAt(path: PagePath, search: Readonly<Record<string, string | undefined>>) {
  const page = pageTable[path];
  if (!('face' in page)) return undefined;
  const value = search[page.face.parameter];
  const isIt = 'value' in page.face ? value === page.face.value : value !== undefined;
  return isIt ? page.face : undefined;
}

/** The address of a page with what its query says. */
export function addressOfPage<P extends PagePath>(path: P, search?: SearchOf[P]): string {
  return path + searchText(search ?? {});
}

/** `?a=b` or nothing; fields that are not set stay away. */
export function searchText(search: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) query.set(name, `${value}`);
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}
