/** What the server says on a day on which nothing happens: every read has an answer, so that any page can be opened. */
import type { Script } from './answers.ts';
import { quietCardShop } from './sample-card.ts';
import { quietKyc } from './sample-kyc.ts';
import { quietOwnCards } from './sample-own-card.ts';
import { passkeyOptions } from './sample-passkeys.ts';
import { sampleSession } from './sample-sessions.ts';
import {
  assets,
  balance,
  bill,
  sampleBillDetail,
  sampleLimits,
  currency,
  day,
  estimate,
  exportFile,
  fill,
  hour,
  idOf,
  market,
  message,
  minute,
  morning,
  order,
  payee,
  posting,
  sampleTradeConfig,
  sampleTransferConfig,
  user,
} from './samples.ts';

const ownAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
const nobodyUnread = { money: 0, security: 0, service: 0, announcement: 0 };

const money: Script = {
  'wallet/asset/list': assets(
    balance(),
    balance({ currency: 'BTC', name: 'Bitcoin', scale: 8, decimals: 8, available: '0.5', worth: '30000' }),
  ),
  'wallet/asset/explain': ({ currency }) => ({
    currency,
    scale: 6,
    available: '1000',
    held: '0',
    count: 1,
    list: [posting()],
    next: null,
  }),
  'wallet/deposit/list': { list: [], next: null, dust: [] },
  'wallet/address/get': ({ currency, chain }) => ({
    id: idOf(101),
    chain,
    address: ownAddress,
    label: null,
    count: 0,
    time: morning - day,
    currency,
    rotate: false,
    min: '1',
    plainOnly: false,
    confirmations: 12,
    minutes: 3,
    uri: `ethereum:${ownAddress}`,
  }),
  'wallet/address/list': ({ chain }) => ({
    list: [{ id: idOf(101), chain, address: ownAddress, label: null, count: 0, time: morning - day }],
    next: null,
  }),
  'transfer/config': ({ currency, chain }) =>
    chain === undefined
      ? sampleTransferConfig({ currency })
      : sampleTransferConfig({ currency, chain, fee: '2', min: '10', max: '50000', minutes: 5 }),
  'transfer/detail': ({ id }) => ({
    billId: id,
    state: 'confirming',
    reason: null,
    currency: 'USDT',
    chain: 'eth',
    address: ownAddress,
    amount: '20',
    fee: '2',
    receipt: '18',
    txId: `0x${'a'.repeat(64)}`,
    explorer: null,
    confirmations: 3,
    required: 12,
    minutes: 5,
    canCancel: false,
    riskId: null,
    timeline: [
      { state: 'waiting', time: morning - 5 * minute },
      { state: 'sending', time: morning - 4 * minute },
      { state: 'confirming', time: morning - 3 * minute },
    ],
  }),
  'bill/list': { list: [bill()], next: null },
  'bill/summary': { fiat: 'USD', in: '1000', out: '12.34', complete: true },
  'bill/detail': ({ id }) => sampleBillDetail({ id }),
  'bill/export/preview': { rows: 12, max: 50_000 },
  'bill/export/list': { list: [exportFile()] },
  'life/insight': {
    fiat: 'USD',
    complete: true,
    list: [{ month: Date.UTC(2026, 10, 1), in: '1000', out: '12.34' }],
  },
  'user/limit/get': sampleLimits(),
  'payee/list': { list: [payee()], next: null },
  'payee/recent': {
    list: [{ address: '100000002', masked: 'B***b', name: 'Bob', count: 3, time: morning - day }],
  },
  'risk/list': { list: [], next: null },
  'risk/detail': ({ id }) => ({
    id,
    rule: 'amount',
    object: 'deposit',
    billId: null,
    currency: 'USDT',
    chain: 'eth',
    amount: '20000',
    address: ownAddress,
    state: 'open',
    deadline: morning + 7 * day,
    time: morning - hour,
    asks: ['origin'],
    answers: [],
    files: [],
    timeline: [{ state: 'open', time: morning - hour }],
  }),
};

const markets: Script = {
  'market/list': {
    time: morning,
    list: [market(), market({ symbol: 'ETH_USDT', name: 'Ethereum' })],
  },
  'market/favorites': { list: [] },
  'market/trades': { list: [] },
  'market/kline': { list: [] },
  'trade/config': ({ symbol }) => sampleTradeConfig({ symbol }),
  'trade/estimate': estimate(),
  'trade/open': { list: [], next: null },
  'trade/history': { list: [], next: null },
  'trade/fills': { list: [], next: null },
  'trade/detail': ({ orderId }) => ({ order: order({ orderId }), fills: [], billIds: [] }),
  'trade/fill': ({ tradeId }) => ({ fill: fill({ tradeId }), feePercent: '0.2', billIds: [] }),
};

const rest: Script = {
  'app/config': [],
  'app/ping': { time: morning, version: '1.5.6', mode: 'production' },
  'announcement/list': { list: [] },
  'base/country': {
    list: [
      { code: 'DE', area: '49', kyc: true },
      { code: 'HK', area: '852', kyc: true },
      { code: 'US', area: '1', kyc: true },
    ],
  },
  'base/currency': {
    list: [
      currency(),
      currency({ code: 'BTC', name: 'Bitcoin', scale: 8, decimals: 8, transferMin: '0.00001', chains: [] }),
    ],
  },
  'base/chain': {
    list: [
      {
        chain: 'eth',
        name: 'Ethereum',
        standard: 'ERC20',
        family: 'evm',
        networkId: '1',
        confirmations: 12,
        blockMs: 12_000,
        explorerTransaction: 'https://explorer.example/tx/{id}',
        explorerAccount: 'https://explorer.example/address/{id}',
        height: 1_000_000,
        state: 'live',
      },
    ],
  },
  'rate/list': {
    fiat: 'USD',
    time: morning,
    list: (['USDT', 'BTC'] as const).map((base) => ({
      pair: `${base}_USD`,
      base,
      quote: 'USD',
      name: base,
      kind: 'coin',
      rate: base === 'BTC' ? '60000' : '1',
      decimals: 2,
      change24h: '1.25',
      time: morning,
      stale: false,
      sources: 3,
    })),
  },
  'message/list': { list: [message()], next: null },
  'message/summary': { unread: { ...nobodyUnread, money: 1 } },
  'message/read': { unread: nobodyUnread },
  'invite/info': { code: 'ABC234', count: 0 },
  'invite/list': { list: [], next: null },
  'user/logout': {},
  'user/info': () => user(),
  'user/puzzle': { puzzle: null, expires: morning + 10 * minute },
  'user/passkey/list': { list: [] },
  'user/passkey/begin': { ticket: 'P'.repeat(43), options: passkeyOptions(), expires: morning + 10 * minute },
  'user/session/list': { list: [sampleSession()] },
  'user/security/log': { list: [], next: null },
};

export const quietDay: Script = {
  ...money,
  ...markets,
  ...quietKyc,
  ...quietCardShop,
  ...quietOwnCards,
  ...rest,
};
