/**
 * What a thief tries in each area of freezes, who has the session, both passwords and the mailbox. A call without a row in
 * its area is tried by nobody: whoever builds one that moves value or changes a credential adds it here.
 */
import { randomUUID } from 'node:crypto';

import type { Path } from '@marigold/contract/contract';
import { type FreezeArea, freezeAreas } from '@marigold/guard/freezes';

import { codeAt } from '../../apps/server/testing/authenticator-code.ts';
import { victimPassword, victimPayPassword } from './people.ts';
import { amountWorth, type AttackMarket } from './prices.ts';

/** What the calls need beside the session. */
export interface Loot {
  readonly username: string;
  /** Who gets what is paid inside. */
  readonly accomplice: string;
  readonly quoteId: string;
  /** An identity of the owner that can be bound, and the wish of the accomplice for another one, which waits for the owner. */
  readonly identity: { readonly authNo: string; readonly bindingId: string };
  /** Codes that the mailbox brought, for the operation of the path. */
  readonly verify: Readonly<Record<string, { readonly challengeId: string; readonly code: string }>>;
  /** The seed that was offered to the thief's own authenticator, in base 32. */
  readonly seed: string;
  /** A key of the thief, as their authenticator made it for the account. */
  readonly passkey: { readonly ticket: string; readonly passkey: Readonly<Record<string, unknown>> };
  readonly markets: readonly AttackMarket[];
  readonly now: number;
}

export interface DrainCall {
  readonly area: FreezeArea;
  readonly path: Path;
  /** Which of several with one path. */
  readonly name: string;
  readonly input: (loot: Loot) => Readonly<Record<string, unknown>>;
  /** What refuses it once everything is open: a call before it voided its code, or there is nothing to end. No freeze does. */
  readonly voidedAfter?: string;
  /** Made from the owner's browser without the session. */
  readonly isVisitors?: true;
}

/** How much is sent on: below what a code is asked for. */
export const chainAmount = '20';
export const exportTo = 'thief@marigold.example';
export const newPayPassword = '914725';
/** In BTC_USDT; less than its victims may lose anyway. */
export const allowance = { symbol: 'BTC_USDT', amount: '1' };

/** More than goes without a second verification. */
export const widerLimits = { single: '60', total: '150', payments: 9 };

/** What refuses a call in each area. */
export const frozenBy = {
  payout: 'payouts_frozen',
  trade: 'trade_frozen',
  card: 'card_frozen',
  credentials: 'credentials_frozen',
  login: 'login_frozen',
} as const satisfies Readonly<Record<FreezeArea, string>>;

const payment = (amount: string) => ({
  amount,
  amountConfirm: amount,
  payPassword: victimPayPassword,
  requestId: randomUUID(),
});

/** In the order in which they are made when everything is open again: what freezes anew comes last. */
const rows: readonly DrainCall[] = [
  {
    area: 'payout',
    path: 'transfer/internal',
    name: 'a transfer to the accomplice',
    input: ({ accomplice }) => ({ to: accomplice, currency: 'USDT', ...payment('5') }),
  },
  {
    area: 'payout',
    path: 'transfer/submit',
    name: 'a transfer over the chain',
    input: ({ quoteId }) => ({ quoteId, ...payment(chainAmount) }),
  },
  {
    area: 'payout',
    path: 'bill/export/email',
    name: 'an export to a foreign address',
    input: ({ verify, now }) => ({
      from: now - 30 * 86_400_000,
      to: now,
      format: 'csv',
      emails: [exportTo],
      verify: verify['bill/export/email'],
      requestId: randomUUID(),
    }),
  },
  ...['BTC_USDT', 'ETH_USDT', 'TRX_USDT', 'USDC_USDT', 'ETH_BTC'].map((symbol): DrainCall => ({
    area: 'trade',
    path: 'trade/submit',
    name: `an order far from the index in ${symbol}`,
    input: ({ markets }) => farOrder(markets, symbol),
  })),
  {
    area: 'trade',
    path: 'trade/confirm',
    name: 'the permission to place orders',
    input: () => ({ payPassword: victimPayPassword }),
  },
  {
    area: 'payout',
    path: 'trade/allow',
    name: 'more that orders may give away',
    input: ({ verify }) => ({ ...allowance, verify: verify['trade/allow'], requestId: randomUUID() }),
  },
  {
    area: 'card',
    path: 'kyc/bind',
    name: "the owner's identity for a card",
    input: ({ identity: { authNo } }) => ({
      authNo,
      use: 'card',
      purpose: 'A card',
      contact: exportTo,
      payPassword: victimPayPassword,
      requestId: randomUUID(),
    }),
  },
  {
    area: 'card',
    path: 'kyc/bind/answer',
    name: "the owner's yes to the accomplice, who wants an identity",
    input: ({ identity: { bindingId } }) => ({
      bindingId,
      accept: true,
      payPassword: victimPayPassword,
      requestId: randomUUID(),
    }),
  },
  {
    area: 'login',
    path: 'user/login',
    name: 'a log-in on the copied device',
    input: ({ username }) => ({ account: username, password: victimPassword }),
    isVisitors: true,
  },
  {
    area: 'credentials',
    path: 'user/passkey/add/begin',
    name: 'a passkey of the thief',
    input: () => ({}),
  },
  {
    area: 'credentials',
    path: 'user/limit/set',
    name: 'more that is paid without a code',
    input: ({ verify }) => ({ ...widerLimits, verify: verify['user/limit/set'], requestId: randomUUID() }),
  },
  {
    area: 'credentials',
    path: 'user/paypwd/reset',
    name: 'a new payment password',
    input: ({ verify }) => ({
      loginPassword: victimPassword,
      newPassword: newPayPassword,
      confirm: newPayPassword,
      verify: verify['user/paypwd/reset'],
      requestId: randomUUID(),
    }),
  },
  {
    area: 'credentials',
    path: 'user/google/bind',
    name: "the thief's own authenticator",
    voidedAfter: 'verification_void',
    input: ({ verify, seed }) => ({
      loginPassword: victimPassword,
      code: codeAt(seed, Date.now()),
      verify: verify['user/google/bind'],
      requestId: randomUUID(),
    }),
  },
  {
    area: 'credentials',
    path: 'user/passkey/add',
    name: "the thief's own passkey, made",
    voidedAfter: 'verification_void',
    input: ({ verify, passkey }) => ({
      ...passkey,
      name: 'Phone',
      loginPassword: victimPassword,
      verify: verify['user/passkey/add'],
      requestId: randomUUID(),
    }),
  },
  // There is none to take away: the freeze is looked at before, so that it says nothing of what somebody has.
  {
    area: 'credentials',
    path: 'user/google/unbind',
    name: 'the end of two-step verification',
    voidedAfter: 'two_step_missing',
    input: () => ({
      loginPassword: victimPassword,
      recoveryCode: 'ABCD-EFGH-JKMN',
      requestId: randomUUID(),
    }),
  },
  {
    area: 'credentials',
    path: 'user/google/codes',
    name: 'new codes on paper',
    voidedAfter: 'two_step_missing',
    input: () => ({ verify: { challengeId: randomUUID(), code: '123456' }, requestId: randomUUID() }),
  },
  {
    area: 'credentials',
    path: 'user/passkey/remove',
    name: 'the end of a passkey',
    voidedAfter: 'passkey_unknown',
    input: () => ({ id: randomUUID(), loginPassword: victimPassword, requestId: randomUUID() }),
  },
];

function farOrder(markets: readonly AttackMarket[], symbol: string): Readonly<Record<string, unknown>> {
  const market = markets.find((one) => one.symbol === symbol);
  if (market === undefined) throw new Error(`Broken: there is no market ${symbol}`);
  const amount = amountWorth(market, 50);
  return { symbol, side: 'buy', type: 'limit', price: market.worst.buy, amount, requestId: randomUUID() };
}

/** What is tried of some areas. */
export function triesIn(areas: ReadonlySet<FreezeArea>): readonly DrainCall[] {
  return rows.filter(({ area }) => areas.has(area));
}

/** Areas whose calls are not tried because none of them can be refused yet. */
export function areasWithoutCalls(): readonly FreezeArea[] {
  return freezeAreas.filter((area) => triesIn(new Set([area])).length === 0);
}
