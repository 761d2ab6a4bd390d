/** One of each thing that screens show, whole and legal by the contract; a test says only what matters to it. */
import type { CurrencyChain } from '@marigold/contract/base';
import type { BillDetail } from '@marigold/contract/calls/bill';
import type { Market, Ticker } from '@marigold/contract/calls/market';
import type { Fill, Order } from '@marigold/contract/calls/trade';
import type { User } from '@marigold/contract/calls/user';
import type { Balance } from '@marigold/contract/calls/wallet';
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';

type Output<P extends Path> = WireOutput<Contract[P]>;
type Row<P extends Path> = Output<P> extends { readonly list: readonly (infer R)[] } ? R : never;

/** When each test begins (testing/screen.tsx sets the clock), in epoch ms: a Monday morning in UTC. */
export const morning = Date.UTC(2026, 10, 23, 10, 0, 0);
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A UUIDv7 that ends with a number: `idOf(7)`. */
export function idOf(number: number): string {
  return `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

/** Sending is paused for five hours, because the login password was changed. */
export function sampleFreeze(more: Partial<User['freezes'][number]> = {}): User['freezes'][number] {
  return { area: 'payout', reason: 'passwordChanged', until: morning + 5 * hour, liftedBy: 'time', ...more };
}

/** What an operator wrote, the same for all readers. */
export function inEveryLanguage(text: string) {
  return { en: text, 'zh-Hans': text, 'zh-Hant': text, ja: text, ru: text };
}

let people = 0;

/** Each test has a person of its own, so that nothing kept for one is met by another. */
export function nextPerson(): void {
  people += 1;
}

/** The person of this test. */
export function user(more: Partial<User> = {}): User {
  return {
    username: 'alice2026',
    nickname: 'Alice',
    uid: String(100_000_000 + people),
    email: 'al***@example.com',
    phone: null,
    hasPayPassword: true,
    isPasswordCommon: false,
    hasGoogle: false,
    codesLeft: 0,
    passkeys: 0,
    kycLevel: 0,
    language: 'en',
    fiat: 'USD',
    inviteCode: 'ABC234',
    freezes: [],
    createdTime: morning - 30 * day,
    avatar: null,
    region: null,
    mails: { payments: true, announcements: true },
    ...more,
  };
}

export function balance(more: Partial<Balance> = {}): Balance {
  return {
    currency: 'USDT',
    name: 'Tether USD',
    kind: 'coin',
    scale: 6,
    decimals: 2,
    available: '1000',
    held: '0',
    locked: '0',
    worth: '1000',
    ...more,
  };
}

/** The usual limits, with nothing used. */
export function sampleLimits(more: Partial<Output<'user/limit/get'>> = {}): Output<'user/limit/get'> {
  return {
    values: { single: '30', total: '100', payments: 5, method: null, alwaysWait: false },
    methods: ['email'],
    used: { usd: '0', payments: 0, since: null },
    pending: null,
    bounds: { total: '2000', payments: 50 },
    ...more,
  };
}

export function assets(...list: readonly Balance[]): Output<'wallet/asset/list'> {
  const total = list.reduce((sum, { worth }) => sum + Number(worth ?? 0), 0);
  const complete = list.every(({ worth }) => worth !== null);
  return { fiat: 'USD', total: total.toFixed(2), complete, time: morning, list: [...list] };
}

export function ticker(more: Partial<Ticker> = {}): Ticker {
  return {
    symbol: 'BTC_USDT',
    state: 'enabled',
    last: '60000',
    lastSide: 'buy',
    bid: '59990',
    ask: '60010',
    change24h: '1.25',
    high: '61000',
    low: '58000',
    volume: '12.5',
    turnover: '750000',
    index: '60000',
    time: morning,
    ...more,
  };
}

/** A market with its ticker, which has the same symbol and state. */
export function market(more: Partial<Market> = {}): Market {
  const { symbol = 'BTC_USDT', state = 'enabled' } = more;
  const [base = '', quote = ''] = symbol.split('_');
  return {
    symbol,
    base,
    quote,
    name: base === 'BTC' ? 'Bitcoin' : base,
    state,
    priceDecimals: 2,
    amountDecimals: 5,
    tick: '0.01',
    lot: '0.00001',
    totalMin: '10',
    totalMax: '100000',
    bandPercent: '10',
    givePercent: '2',
    slippagePercent: '5',
    makerPercent: '0.1',
    takerPercent: '0.2',
    ticker: ticker({ symbol, state }),
    sparkline: ['59000', '60500', '60000'],
    ...more,
  };
}

export function sampleTradeConfig(more: Partial<Output<'trade/config'>> = {}): Output<'trade/config'> {
  return {
    symbol: 'BTC_USDT',
    base: 'BTC',
    quote: 'USDT',
    availableBase: '0.5',
    availableQuote: '1000',
    makerPercent: '0.1',
    takerPercent: '0.2',
    openOrders: 0,
    openOrdersMax: 200,
    ...more,
  };
}

export function estimate(more: Partial<Output<'trade/estimate'>> = {}): Output<'trade/estimate'> {
  return {
    filled: '0',
    filledTotal: '0',
    average: null,
    worst: null,
    slippagePercent: '0',
    fee: '0',
    feeCurrency: 'BTC',
    receive: '0',
    isWhole: false,
    ...more,
  };
}

export function order(more: Partial<Order> = {}): Order {
  return {
    orderId: idOf(501),
    symbol: 'BTC_USDT',
    side: 'buy',
    type: 'limit',
    timeInForce: 'gtc',
    price: '60000',
    amount: '0.01',
    total: null,
    filled: '0',
    filledTotal: '0',
    average: null,
    held: '600',
    heldCurrency: 'USDT',
    fee: '0',
    feeCurrency: 'BTC',
    makerPercent: '0.1',
    takerPercent: '0.2',
    status: 'wait',
    reason: null,
    time: morning - hour,
    closedTime: null,
    ...more,
  };
}

export function fill(more: Partial<Fill> = {}): Fill {
  return {
    tradeId: idOf(601),
    orderId: idOf(501),
    symbol: 'BTC_USDT',
    side: 'buy',
    role: 'taker',
    price: '60000',
    amount: '0.004',
    total: '240',
    fee: '0.000008',
    feeCurrency: 'BTC',
    time: morning - hour,
    ...more,
  };
}

export function sampleBillDetail(more: Partial<BillDetail> = {}): BillDetail {
  return {
    id: idOf(301),
    type: 'TRANSFER',
    status: 'success',
    direction: 'out',
    currency: 'USDT',
    decimals: 2,
    amount: '12.34',
    counterparty: 'B***b',
    symbol: null,
    confirmations: null,
    required: null,
    time: morning - hour,
    orderNumber: 'MG-202611230900001',
    payType: 'internal',
    addressKind: 'internal',
    sendingAddress: '100000001',
    receivingAddress: '100000002',
    chain: null,
    fee: '0',
    arrivedAmount: '12.34',
    orderId: null,
    note: null,
    txId: null,
    origin: null,
    explorer: null,
    canCancel: false,
    reason: null,
    createTime: morning - hour,
    submitTime: morning - hour,
    finishTime: morning - hour,
    timeline: [{ status: 'success', time: morning - hour }],
    related: [],
    ...more,
  };
}

/** A row of the list of bills. */
export function bill(more: Partial<Row<'bill/list'>> = {}): Row<'bill/list'> {
  const { id, type, status, direction, currency, decimals, amount, counterparty } = sampleBillDetail();
  const { symbol, confirmations, required, time } = sampleBillDetail();
  const [kind, whose] = [
    { id, type, status, direction },
    { currency, decimals, amount, counterparty },
  ];
  return { ...kind, ...whose, symbol, confirmations, required, time, ...more };
}

export function posting(more: Partial<Row<'wallet/asset/explain'>> = {}): Row<'wallet/asset/explain'> {
  return {
    journal: '1',
    line: 0,
    time: morning - hour,
    kind: 'transfer',
    delta: '1000',
    after: '1000',
    billId: idOf(301),
    ...more,
  };
}

export function chainOf(more: Partial<CurrencyChain> = {}): CurrencyChain {
  return {
    chain: 'eth',
    name: 'Ethereum',
    standard: 'ERC20',
    contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    scale: 6,
    depositOpen: true,
    payoutOpen: true,
    depositMin: '1',
    payoutMin: '10',
    payoutMax: '50000',
    fee: '2',
    feeMode: 'fixed',
    minutes: 5,
    confirmations: 12,
    ...more,
  };
}

/** A coin of the list of currencies; without a chain it stays inside Marigold. */
export function currency(more: Partial<Row<'base/currency'>> = {}): Row<'base/currency'> {
  return {
    code: 'USDT',
    name: 'Tether USD',
    kind: 'coin',
    scale: 6,
    decimals: 2,
    symbol: null,
    transferMin: '0.01',
    chains: [chainOf()],
    ...more,
  };
}

export function sampleTransferConfig(
  more: Partial<Output<'transfer/config'>> = {},
): Output<'transfer/config'> {
  return {
    currency: 'USDT',
    chain: null,
    scale: 6,
    fee: '0',
    min: '0.01',
    max: null,
    available: '1000',
    locked: '0',
    minutes: 0,
    feeMode: 'fixed',
    leftToday: '5000',
    hasPayPassword: true,
    methods: ['email'],
    ...more,
  };
}

export function payee(more: Partial<Row<'payee/list'>> = {}): Row<'payee/list'> {
  return {
    id: idOf(701),
    name: 'Bob',
    remark: null,
    address: '100000002',
    currency: null,
    chain: null,
    masked: 'B***b',
    lockedUntil: null,
    lockOpensBy: 'bind',
    count: 3,
    lastTime: morning - day,
    ...more,
  };
}

export function message(more: Partial<Row<'message/list'>> = {}): Row<'message/list'> {
  return {
    id: idOf(801),
    topic: 'money',
    kind: 'received',
    title: 'You received 5 USDT',
    body: 'From B***b.',
    isRead: false,
    time: morning - hour,
    path: null,
    ...more,
  };
}

export function exportFile(more: Partial<Row<'bill/export/list'>> = {}): Row<'bill/export/list'> {
  return {
    taskId: idOf(901),
    format: 'csv',
    status: 'ready',
    done: 12,
    total: 12,
    name: 'marigold-bills.csv',
    size: 2048,
    url: '/files/export.csv',
    expires: morning + day,
    time: morning - hour,
    ...more,
  };
}
