/**
 * The only place that writes a URL. Query parameters reach pages as typed props (spec 2), read here as well: unknown
 * ones are ignored, wrong ones count as absent, and the codec is plain URLSearchParams.
 */
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
] as const;
export type PagePath = (typeof pagePaths)[number];

/** Other addresses of the same page (spec 2). */
export const aliases = { '/pages/index/index': '/' } as const satisfies Readonly<Record<string, PagePath>>;

/** Query parameters as they stand in the address: one text per name. */
export type RawSearch = Readonly<Record<string, string>>;

export type NoSearch = Readonly<Record<never, never>>;
export type LoginSearch = {
  /** The page's second face. */
  readonly type?: 'register';
  readonly invitecode?: string;
  /** Where to go after logging in: a page of this app, never anything else. */
  readonly back?: string;
};
export type PaymentPasswordSearch = {
  /** Where to go once it is set: the page that asked for it. */
  readonly back?: string;
};
export type AssetsSearch = {
  /** The asset whose balance is explained. */
  readonly explain?: string;
};
export type TransferSearch = {
  readonly currency?: string;
  /** The person to pay, as typed or scanned. */
  readonly to?: string;
};
export type BillsSearch = {
  readonly currency?: string;
  readonly type?: string;
  /** The last days or months that are listed; all of them without it. */
  readonly range?: string;
  /** The bill that stands beside the list of wide screens. */
  readonly id?: string;
};
export type BillDetailSearch = { readonly id?: string };

export type SearchOf = {
  readonly '/': NoSearch;
  readonly '/pages/login/login': LoginSearch;
  readonly '/pages/user/index': NoSearch;
  readonly '/pages/user/walletpassword': PaymentPasswordSearch;
  readonly '/pages/exchange/exchange': AssetsSearch;
  readonly '/pages/exchange/transfer': TransferSearch;
  readonly '/pages/exchange/bill': BillsSearch;
  readonly '/pages/exchange/billdetail': BillDetailSearch;
  readonly '/pages/setting/language': NoSearch;
};

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
} as const;

const currencyPattern = /^[A-Z0-9]{2,10}$/;
const idPattern = /^[0-9a-f-]{36}$/;
const textMax = 254;

/** How each page reads its query. */
export const readSearch: { readonly [P in PagePath]: (raw: RawSearch) => SearchOf[P] } = {
  '/': () => ({}),
  '/pages/login/login': ({ type, invitecode, back }) => ({
    ...(type === 'register' ? { type } : {}),
    ...only('invitecode', invitecode, /^[A-Z0-9]{6}$/),
    ...ownAddress(back),
  }),
  '/pages/user/index': () => ({}),
  '/pages/user/walletpassword': ({ back }) => ownAddress(back),
  '/pages/exchange/exchange': ({ explain }) => only('explain', explain, currencyPattern),
  '/pages/exchange/transfer': ({ currency, to }) => ({
    ...only('currency', currency, currencyPattern),
    ...only('to', to, /^[\x21-\x7e]{4,254}$/),
  }),
  '/pages/exchange/bill': ({ currency, type, range, id }) => ({
    ...only('currency', currency, currencyPattern),
    ...only('type', type, /^[A-Z_]{1,40}$/),
    ...only('range', range, /^\d{1,2}[dm]$/),
    ...only('id', id, idPattern),
  }),
  '/pages/exchange/billdetail': ({ id }) => only('id', id, idPattern),
  '/pages/setting/language': () => ({}),
};

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

/** The query of an address as texts; of two equal names the first counts. */
export function parseSearch(query: string): RawSearch {
  const search: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    if (!Object.hasOwn(search, name)) search[name] = value;
  }
  return search;
}

/** `?a=b` or nothing; fields that are not set stay away. */
export function searchText(search: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) query.set(name, `${value}`);
  }
  return query.size === 0 ? '' : `?${query}`;
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
