import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { addressText, assetCode, chainCode, decimal, id, line, listOf, name, page, time } from '../fields.ts';
import { inWords, newPayeesPerDay, remarkMax } from '../limits.ts';

/** Why more than the single limit cannot go to an address yet (security.md 7.3). */
export const PayeeLock = z.strictObject({
  /** From then on any amount goes; null: the day begins with the first try or with saving the address. */
  until: time.nullable(),
  /** What goes in one payment until then, in USD. */
  single: decimal,
  /** Whether any amount goes at once with an authenticator or a passkey; the caller has none yet. */
  canBind: z.boolean(),
});
export type PayeeLock = z.output<typeof PayeeLock>;

/** A recipient of the address book (spec 3): a person of Marigold, or an address on a chain. */
export const Payee = z.strictObject({
  id,
  name: z.string(),
  remark: z.string().nullable(),
  /** What is paid: the nine digits of an internal code, or the address with its checksum. */
  address: z.string(),
  /** Both null for a person of Marigold. */
  currency: assetCode.nullable(),
  chain: chainCode.nullable(),
  /** The recipient's nickname, masked; null for an address. */
  masked: z.string().nullable(),
  /** Until then no more than the single limit goes to this address; null: no lock, or no longer. */
  lockedUntil: time.nullable(),
  /** What lets any amount go there sooner, made for exactly that payment: what only the caller holds (`strong`), once they have bound it (`bind`); `time`: nothing, as they chose. */
  lockOpensBy: z.enum(['strong', 'bind', 'time']),
  /** How many payments of the caller they received. */
  count: z.int(),
  /** When the last of them was; null before the first. */
  lastTime: time.nullable(),
});
export type Payee = z.output<typeof Payee>;

export const listPayees = endpoint({
  path: 'payee/list',
  does: 'Answers the address book of the caller, newest first.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ currency: assetCode.optional(), chain: chainCode.optional(), ...page }),
  output: listOf(Payee),
  refusals: [],
});

/** decisions.md "Receiving address": suggestions are at most the five latest. */
export const recentPayees = endpoint({
  path: 'payee/recent',
  does: 'Answers the five people the caller paid last, or the five addresses on a chain.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ currency: assetCode.optional(), chain: chainCode.optional() }),
  output: z.strictObject({
    list: z
      .array(
        z.strictObject({
          address: z.string(),
          masked: z.string().nullable(),
          /** The name in the address book, where they are in it. */
          name: z.string().nullable(),
          count: z.int(),
          time,
        }),
      )
      .max(5),
  }),
  refusals: [],
});

export const addPayee = endpoint({
  path: 'payee/add',
  does: `Puts a person or an address on a chain into the address book; ${inWords(newPayeesPerDay)} new ones a day.`,
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  objectId: 'id',
  input: z.strictObject({
    name,
    /** A username, phone, e-mail or internal code; with a chain and a currency an address. */
    to: addressText,
    chain: chainCode.optional(),
    currency: assetCode.optional(),
    remark: line(remarkMax).optional(),
  }),
  output: Payee,
  refusals: [
    'payee_not_found',
    'payee_is_self',
    'payee_known',
    'payees_too_many',
    'asset_unknown',
    'chain_unknown',
    'address_malformed',
    'address_checksum',
    'address_other_chain',
    'address_is_zero',
    'address_is_token',
    'address_is_ours',
  ],
  limits: [{ per: 'user', count: 20, seconds: 3600 }],
});

export const editPayee = endpoint({
  path: 'payee/edit',
  does: 'Changes the name and the remark of a recipient.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ id, name, remark: line(remarkMax).optional() }),
  output: Payee,
  refusals: [],
  limits: [{ per: 'user', count: 60, seconds: 3600 }],
});

export const deletePayee = endpoint({
  path: 'payee/delete',
  does: 'Takes a recipient out of the address book; what was paid stays in the bills.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ id }),
  output: z.strictObject({}),
  refusals: [],
});
