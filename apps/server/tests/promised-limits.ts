/**
 * How often each call is promised to be answered, written down once more beside the contract: from the specification where
 * it says, otherwise as it is, so that a number changes in two places or not at all.
 */
import type { Path } from '@marigold/contract/contract';
import type { Limit } from '@marigold/contract/endpoint';

export interface PromisedLimit {
  readonly path: Path | 'file/upload';
  readonly per: Limit['per'];
  readonly count: number;
  readonly seconds: number;
  readonly source: string;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** The specification says nothing of this call, or something else: the number is the product's own. */
const own = 'our own';
const renames = 'security.md 9.1: 60/h';

/** The whole interface, for one account or one network address. */
export const wholeInterface = {
  count: 100,
  seconds: 1,
  source: 'reliability.md 8: 100 a second per account',
};

export const promisedLimits: readonly PromisedLimit[] = [
  { path: 'app/feedback', per: 'user', count: 10, seconds: day, source: own },

  {
    path: 'user/code/send',
    per: 'address',
    count: 60,
    seconds: hour,
    source: `${own}; of codes 30/h leave (domain.md B.2)`,
  },
  {
    path: 'user/register',
    per: 'address',
    count: 20,
    seconds: hour,
    source: `${own}; reliability.md 8 has 5/h`,
  },
  { path: 'user/login', per: 'address', count: 60, seconds: 15 * minute, source: own },
  { path: 'user/prefs/set', per: 'user', count: 60, seconds: hour, source: renames },
  { path: 'user/profile/set', per: 'user', count: 60, seconds: hour, source: renames },
  { path: 'kyc/order/create', per: 'user', count: 20, seconds: day, source: own },
  { path: 'kyc/order/pay', per: 'user', count: 10, seconds: minute, source: own },
  {
    path: 'kyc/save',
    per: 'user',
    count: 60,
    seconds: minute,
    source: 'identity-cards-fund-agents.md 2.9: save 60/min',
  },
  {
    path: 'kyc/submit',
    per: 'user',
    count: 5,
    seconds: day,
    source: 'identity-cards-fund-agents.md 2.9: submit 5/day',
  },
  {
    path: 'kyc/resubmit',
    per: 'user',
    count: 5,
    seconds: day,
    source: 'identity-cards-fund-agents.md 2.9: submit 5/day',
  },
  {
    path: 'kyc/third/start',
    per: 'user',
    count: 10,
    seconds: day,
    source: 'identity-cards-fund-agents.md 2.9: third/start 10/day',
  },
  {
    path: 'kyc/bind',
    per: 'user',
    count: 5,
    seconds: day,
    source: 'identity-cards-fund-agents.md 2.9: bind 5/day',
  },
  { path: 'kyc/unbind', per: 'user', count: 20, seconds: day, source: own },
  { path: 'kyc/bind/answer', per: 'user', count: 30, seconds: hour, source: own },
  { path: 'kyc/phone/handoff', per: 'user', count: 20, seconds: hour, source: own },
  { path: 'kyc/phone/open', per: 'address', count: 120, seconds: hour, source: own },
  { path: 'kyc/phone/save', per: 'address', count: 60, seconds: hour, source: own },
  { path: 'kyc/phone/leave', per: 'address', count: 60, seconds: hour, source: own },
  { path: 'card/apply', per: 'user', count: 20, seconds: day, source: own },
  { path: 'card/apply/complete', per: 'user', count: 60, seconds: hour, source: own },
  { path: 'card/order/pay', per: 'user', count: 10, seconds: minute, source: own },
  {
    path: 'card/refresh',
    per: 'user',
    count: 30,
    seconds: hour,
    source: 'identity-cards-fund-agents.md 3.10: 30/h',
  },
  { path: 'market/favor', per: 'user', count: 60, seconds: hour, source: renames },
  { path: 'payee/edit', per: 'user', count: 60, seconds: hour, source: renames },
  { path: 'wallet/address/label', per: 'user', count: 60, seconds: hour, source: renames },
  { path: 'user/forget/find', per: 'address', count: 30, seconds: hour, source: own },
  { path: 'user/forget/find', per: 'device', count: 20, seconds: hour, source: own },
  { path: 'user/limit/set', per: 'user', count: 30, seconds: hour, source: own },
  { path: 'user/google/new', per: 'user', count: 30, seconds: hour, source: own },
  { path: 'user/login/send', per: 'address', count: 60, seconds: hour, source: own },
  { path: 'user/login/second', per: 'address', count: 60, seconds: hour, source: own },
  { path: 'user/forget/send', per: 'address', count: 60, seconds: hour, source: own },
  { path: 'user/forget/verify', per: 'address', count: 60, seconds: hour, source: own },
  { path: 'user/forget/reset', per: 'address', count: 30, seconds: hour, source: own },

  { path: 'user/puzzle', per: 'address', count: 100, seconds: hour, source: own },

  { path: 'user/passkey/begin', per: 'address', count: 60, seconds: 15 * minute, source: 'security.md 9.1' },
  { path: 'user/passkey/login', per: 'address', count: 60, seconds: 15 * minute, source: 'as user/login' },
  { path: 'user/passkey/add/begin', per: 'user', count: 60, seconds: hour, source: own },
  { path: 'user/passkey/rename', per: 'user', count: 60, seconds: hour, source: renames },
  { path: 'user/notme', per: 'address', count: 30, seconds: hour, source: 'security.md 6.5' },

  // Whoever asks these learns whether somebody has an account.
  { path: 'payee/lookup', per: 'user', count: 20, seconds: hour, source: 'SECURITY.md: 20 an hour' },
  { path: 'payee/add', per: 'user', count: 20, seconds: hour, source: 'as payee/lookup' },
  { path: 'verify/start', per: 'user', count: 20, seconds: hour, source: 'as payee/lookup' },
  { path: 'payee/check', per: 'user', count: 60, seconds: minute, source: own },

  { path: 'transfer/quote', per: 'user', count: 60, seconds: minute, source: own },
  {
    path: 'transfer/internal',
    per: 'user',
    count: 10,
    seconds: minute,
    source: 'reliability.md 8: transfer 10/min',
  },
  {
    path: 'transfer/internal',
    per: 'user',
    count: 100,
    seconds: day,
    source: 'reliability.md 8: transfer 100/day',
  },
  {
    path: 'transfer/submit',
    per: 'user',
    count: 10,
    seconds: minute,
    source: 'reliability.md 8: transfer 10/min',
  },
  {
    path: 'transfer/submit',
    per: 'user',
    count: 100,
    seconds: day,
    source: 'reliability.md 8: transfer 100/day',
  },

  {
    path: 'trade/submit',
    per: 'user',
    count: 40,
    seconds: 2,
    source: 'reliability.md 8: orders 20/s, burst 40',
  },
  { path: 'trade/allow', per: 'user', count: 10, seconds: 60, source: own },
  { path: 'trade/cancel', per: 'user', count: 80, seconds: 2, source: 'reliability.md 8: cancels 40/s' },
  { path: 'trade/cancel/all', per: 'user', count: 10, seconds: 2, source: own },
  { path: 'trade/history', per: 'user', count: 300, seconds: 10, source: own },
  { path: 'trade/fills', per: 'user', count: 300, seconds: 10, source: own },

  { path: 'bill/list', per: 'user', count: 300, seconds: 10, source: own },
  { path: 'bill/summary', per: 'user', count: 100, seconds: 10, source: own },
  { path: 'life/insight', per: 'user', count: 100, seconds: 10, source: own },
  { path: 'bill/export/preview', per: 'user', count: 120, seconds: minute, source: own },
  { path: 'bill/export', per: 'user', count: 10, seconds: hour, source: `${own}; reliability.md 8 has 3/h` },
  {
    path: 'bill/export/email',
    per: 'user',
    count: 10,
    seconds: hour,
    source: `${own}; reliability.md 8 has 3/h`,
  },
  {
    path: 'file/upload',
    per: 'user',
    count: 30,
    seconds: hour,
    source: 'identity-cards-fund-agents.md 2.6: 30 an hour, 10 would stop an honest person',
  },
];
