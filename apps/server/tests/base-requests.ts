/**
 * Every endpoint's valid base request, who may call it and which object it is about. The authorisation matrix and the
 * fuzzer both read this one table; a path of the contract without a row does not compile.
 */
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireInput } from '@marigold/contract/endpoint';

import type { FieldKind } from './hostile.ts';

/** What the table may refer to: people that exist and things that are theirs. */
export type World = {
  readonly owner: { readonly token: string; readonly username: string; readonly billId: string };
  readonly other: { readonly token: string; readonly username: string };
  /** The name of somebody both may pay. */
  readonly payee: string;
  readonly password: string;
  readonly payPassword: string;
  /** Makes a fresh value per call, for inputs that work only once (usernames, contacts). */
  readonly fresh: (prefix: string) => string;
  /** Sends a register code to the address and answers it. */
  readonly codeFor: (email: string) => Promise<string>;
  /** A bearer for one call of the path. */
  readonly ownerToken: (path: Path) => Promise<string>;
  readonly otherToken: (path: Path) => Promise<string>;
};

type Input<P extends Path> = Omit<WireInput<Contract[P]>, 'requestId'>;

export type BaseRequest<P extends Path> = {
  readonly input: (world: World) => Promise<Input<P>> | Input<P>;
  /** What a visitor gets. */
  readonly visitor: 200 | 401;
  /** What another user gets who sends the owner's request: his own answer (200), or the 404 of a missing id. */
  readonly other: 200 | 404;
  /** The type of each field that may be changed, dotted for nested ones. */
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** Fields that may be left out. */
  readonly optional?: readonly string[];
  /** Fields that are right together only, so that changing one to another valid value is malformed as well. */
  readonly exclusive?: readonly string[];
};

const filterFields = {
  type: 'billType',
  currency: 'assetCode',
  status: 'word',
  from: 'time',
  to: 'time',
} as const;

export const baseRequests: { readonly [P in Path]: BaseRequest<P> } = {
  'app/config': { input: () => ({}), visitor: 200, other: 200, fields: {} },
  'app/ping': { input: () => ({}), visitor: 200, other: 200, fields: {} },
  'user/code/send': {
    input: ({ fresh }) => ({ scene: 'register', email: `${fresh('mail')}@example.com` }),
    visitor: 200,
    other: 200,
    fields: { scene: 'word', email: 'email', phone: 'phone' },
    exclusive: ['phone'],
  },
  'user/register': {
    input: async ({ fresh, codeFor, password }) => {
      const email = `${fresh('new')}@example.com`;
      return { username: fresh('new'), email, password, confirm: password, code: await codeFor(email) };
    },
    visitor: 200,
    other: 200,
    fields: {
      username: 'username',
      email: 'email',
      phone: 'phone',
      password: 'password',
      confirm: 'password',
      code: 'sixDigits',
      inviteCode: 'inviteCode',
      language: 'language',
    },
    optional: ['inviteCode', 'language'],
    exclusive: ['phone'],
  },
  'user/login': {
    input: ({ owner, password }) => ({ account: owner.username, password, remember: true }),
    visitor: 200,
    other: 200,
    fields: { account: 'visibleText', password: 'password', remember: 'boolean' },
    optional: ['remember'],
  },
  'user/logout': { input: () => ({}), visitor: 200, other: 200, fields: {} },
  'user/info': { input: () => ({}), visitor: 401, other: 200, fields: {} },
  'user/prefs/set': {
    input: () => ({ language: 'en', fiat: 'USD' }),
    visitor: 401,
    other: 200,
    fields: { language: 'language', fiat: 'fiat' },
    optional: ['language', 'fiat'],
  },
  'user/paypwd/set': {
    input: ({ password, payPassword }) => ({
      loginPassword: password,
      oldPassword: payPassword,
      newPassword: payPassword,
      confirm: payPassword,
    }),
    visitor: 401,
    other: 200,
    fields: {
      loginPassword: 'password',
      oldPassword: 'sixDigits',
      newPassword: 'sixDigits',
      confirm: 'sixDigits',
    },
    optional: ['oldPassword'],
  },
  'verify/start': {
    input: ({ payee }) => ({
      kind: 'transfer/internal',
      subject: { to: payee, currency: 'USDT', amount: '1' },
      method: 'email',
    }),
    visitor: 401,
    other: 200,
    fields: {
      kind: 'word',
      'subject.to': 'visibleText',
      'subject.currency': 'assetCode',
      'subject.amount': 'decimal',
      method: 'word',
    },
  },
  'rate/list': {
    input: () => ({ fiat: 'USD' }),
    visitor: 200,
    other: 200,
    fields: { fiat: 'fiat' },
    optional: ['fiat'],
  },
  'wallet/asset/list': {
    input: () => ({ fiat: 'USD' }),
    visitor: 401,
    other: 200,
    fields: { fiat: 'fiat' },
    optional: ['fiat'],
  },
  'wallet/asset/explain': {
    input: () => ({ currency: 'USDT', size: 20 }),
    visitor: 401,
    other: 200,
    fields: { currency: 'assetCode', cursor: 'cursor', size: 'size' },
    optional: ['cursor', 'size'],
  },
  'payee/lookup': {
    input: ({ payee }) => ({ to: payee }),
    visitor: 401,
    other: 200,
    fields: { to: 'visibleText' },
  },
  'transfer/config': {
    input: () => ({ currency: 'USDT' }),
    visitor: 401,
    other: 200,
    fields: { currency: 'assetCode' },
  },
  'transfer/internal': {
    input: ({ payee, payPassword }) => ({
      to: payee,
      currency: 'USDT',
      amount: '0.01',
      amountConfirm: '0.01',
      note: 'a note',
      payPassword,
    }),
    visitor: 401,
    other: 200,
    fields: {
      to: 'visibleText',
      currency: 'assetCode',
      amount: 'decimal',
      amountConfirm: 'decimal',
      note: 'line',
      payPassword: 'sixDigits',
      verify: 'object',
    },
    optional: ['note', 'verify'],
  },
  'bill/list': {
    input: () => ({ size: 20 }),
    visitor: 401,
    other: 200,
    fields: { ...filterFields, cursor: 'cursor', size: 'size' },
    optional: ['type', 'currency', 'status', 'from', 'to', 'cursor', 'size'],
  },
  'bill/summary': {
    input: () => ({ fiat: 'USD' }),
    visitor: 401,
    other: 200,
    fields: { ...filterFields, fiat: 'fiat' },
    optional: ['type', 'currency', 'status', 'from', 'to', 'fiat'],
  },
  'bill/detail': {
    input: ({ owner }) => ({ id: owner.billId }),
    visitor: 401,
    other: 404,
    fields: { id: 'id' },
  },
};
