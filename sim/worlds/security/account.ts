/** Whose account it is, what a thief has of it, and everything that can become of both. */
import type { ContactMethod } from '@marigold/guard/factors';
import type { FreezeArea, FreezeReason } from '@marigold/guard/freezes';

export type Who = 'owner' | 'thief';

/** What a thief can hold of somebody's account. `bearer` and `cookie` are the halves of the session that its owner has. */
export const grips = [
  'bearer',
  'cookie',
  'device',
  'loginPassword',
  'payPassword',
  'mailbox',
  'phone',
  'googlePhone',
  'paper',
] as const;
export type Grip = (typeof grips)[number];
export type Thief = { readonly name: string; readonly grips: readonly Grip[] };

/** security.md 13, but for whoever has nothing and whoever has two of these. */
const alone: readonly Thief[] = [
  { name: 'bearer', grips: ['bearer'] },
  { name: 'bearer + cookie', grips: ['bearer', 'cookie'] },
  { name: 'cloned profile', grips: ['bearer', 'cookie', 'device'] },
  { name: 'login password', grips: ['loginPassword'] },
  { name: 'payment password', grips: ['payPassword'] },
  { name: 'mailbox', grips: ['mailbox'] },
  { name: 'phone', grips: ['phone'] },
  { name: 'mailbox + login password', grips: ['mailbox', 'loginPassword'] },
  { name: 'Google phone', grips: ['googlePhone'] },
  { name: 'paper', grips: ['paper'] },
];

/** Knows the name and nothing else. */
export const stranger: Thief = { name: 'stranger', grips: [] };

/** The ten, and every two of them that together are no other one. */
export const thieves: readonly Thief[] = [...alone, ...pairs()];

function pairs(): Thief[] {
  const known = new Set(alone.map((one) => gripsText(one.grips)));
  const all: Thief[] = [];
  for (const [place, one] of alone.entries()) {
    for (const other of alone.slice(place + 1)) {
      const both = grips.filter((grip) => one.grips.includes(grip) || other.grips.includes(grip));
      if (known.has(gripsText(both))) continue;
      known.add(gripsText(both));
      all.push({ name: `${one.name} + ${other.name}`, grips: both });
    }
  }
  return all;
}

function gripsText(held: readonly Grip[]): string {
  return grips.filter((grip) => held.includes(grip)).join();
}

export type Account = {
  readonly name: string;
  readonly contacts: readonly ContactMethod[];
  readonly hasGoogle: boolean;
  readonly hasPasskey: boolean;
  readonly hasPayPassword: boolean;
  /** Its owner has entered the payment password for trading, in the session that a thief may have copied. */
  readonly isTrading: boolean;
};

const plain = { hasGoogle: false, hasPasskey: false, hasPayPassword: true, isTrading: false } as const;
const mail = { ...plain, name: 'mail', contacts: ['email'] } as const satisfies Account;
const both = { ...plain, name: 'mail, phone', contacts: ['email', 'sms'] } as const satisfies Account;

/** The first four are those of the matrix of security.md 7.1. Every owner has a trusted device. */
export const accounts: readonly Account[] = [
  mail,
  both,
  { ...mail, name: 'mail, Google', hasGoogle: true },
  { ...both, name: 'mail, phone, Google', hasGoogle: true },
  { ...plain, name: 'phone', contacts: ['sms'] },
  { ...plain, name: 'phone, Google', contacts: ['sms'], hasGoogle: true },
  { ...mail, name: 'mail, passkey', hasPasskey: true },
  { ...both, name: 'mail, phone, passkey', hasPasskey: true },
  { ...mail, name: 'mail, Google, passkey', hasGoogle: true, hasPasskey: true },
  { ...mail, name: 'mail, trading', isTrading: true },
  { ...both, name: 'mail, phone, Google, trading', hasGoogle: true, isTrading: true },
  { ...both, name: 'mail, phone, without a payment password', hasPayPassword: false },
];

export type Known = Readonly<Record<Who, boolean>>;

export type SessionInHand = {
  readonly mayTrade: boolean;
  /** A copy of the owner's session, made then; epoch milliseconds. Undefined for a log-in of one's own. */
  readonly copiedAt?: number;
};

/** A freeze as it is stored: a row for each area. */
export type FrozenArea = { readonly area: FreezeArea; readonly reason: FreezeReason; readonly until: number };
/** What happened, for whoever says a second time what it freezes. */
export type Event = { readonly reason: FreezeReason; readonly at: number; readonly liftedAt?: number };

export type AccountState = {
  readonly now: number;
  readonly account: Account;
  readonly grips: readonly Grip[];
  /** Whose authenticator is bound, whose key, whose ten codes are in force. */
  readonly google: Who | undefined;
  readonly passkey: { readonly of: Who; readonly moneyFrom: number } | undefined;
  readonly paper: Who | undefined;
  /** Who knows the login password and the payment password of now; undefined: there is none. */
  readonly login: Known;
  readonly pay: Known | undefined;
  readonly reset: { readonly by: ContactMethod; readonly at: number } | undefined;
  readonly freezes: readonly FrozenArea[];
  readonly events: readonly Event[];
  readonly sessions: { readonly [One in Who]?: SessionInHand };
  /** Whose device a log-in is not asked for a second proof on. */
  readonly trusted: Known;
};

/** The moment of the theft. Not zero, so that nothing counts as long ago by chance. */
export const theft = Date.UTC(2026, 10, 22, 9);

export function startTheft(account: Account, { grips: held }: Thief): AccountState {
  const hasBoth = held.includes('bearer') && held.includes('cookie');
  const { isTrading, hasGoogle, hasPasskey, hasPayPassword } = account;
  return {
    now: theft,
    account,
    grips: held,
    google: hasGoogle ? 'owner' : undefined,
    passkey: hasPasskey ? { of: 'owner', moneyFrom: 0 } : undefined,
    paper: hasGoogle ? 'owner' : undefined,
    login: { owner: true, thief: held.includes('loginPassword') },
    pay: hasPayPassword ? { owner: true, thief: held.includes('payPassword') } : undefined,
    reset: undefined,
    freezes: [],
    events: [],
    sessions: {
      owner: { mayTrade: isTrading },
      ...(hasBoth ? { thief: { mayTrade: isTrading, copiedAt: theft } } : {}),
    },
    trusted: { owner: true, thief: held.includes('device') },
  };
}

/** Two states with one key have one future. */
export function keyOf(state: AccountState): string {
  const { now, account, google, passkey, paper, login, pay, reset, freezes, sessions, trusted } = state;
  const of = (one: SessionInHand | undefined) =>
    one === undefined ? '-' : `${Number(one.mayTrade)}${one.copiedAt ?? ''}`;
  const known = (one: Known | undefined) =>
    one === undefined ? '-' : `${Number(one.owner)}${Number(one.thief)}`;
  const frozen: Record<string, number> = {};
  for (const { area, reason, until } of freezes) {
    if (until <= now) continue;
    // A lock is lifted, a time is not: two kinds of one area live on apart.
    const kind = until === Infinity ? reason : area;
    frozen[kind] = Math.max(frozen[kind] ?? 0, until);
  }
  return [
    now,
    account.name,
    state.grips.join(),
    google,
    passkey?.of,
    passkey?.moneyFrom,
    paper,
    known(login),
    known(pay),
    reset?.by,
    reset?.at,
    of(sessions.owner),
    of(sessions.thief),
    known(trusted),
    Object.keys(frozen)
      .toSorted()
      .map((kind) => `${kind}${frozen[kind]}`)
      .join(),
  ].join('|');
}
