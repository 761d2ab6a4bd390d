/** The card shop: what there is, an application, its payment and how far it is (identity-cards-fund-agents.md 3.2). */
import { cardProgresses } from '@marigold/partners/card-states';
import * as z from 'zod';

import { endpoint } from '../../endpoint.ts';
import {
  addressLine,
  assetCode,
  authNo,
  cardProductId,
  choiceCode,
  code,
  decimal,
  id,
  latinName,
  listOf,
  page,
  payPassword,
  personName,
  phone,
  postalCode,
  region,
  time,
} from '../../fields.ts';
import {
  CardDelivery,
  CardOrder,
  CardProduct,
  HolderFieldValue,
  issuerAgreement,
  PickupPlace,
  postalPlace,
} from './fields.ts';

export const listCardProducts = endpoint({
  path: 'card/product/list',
  does: 'Answers the cards that there are, with what they cost, their fees and limits, and what each needs.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({ list: z.array(CardProduct).max(20) }),
  refusals: [],
});

export const cardMethod = endpoint({
  path: 'card/method',
  does: 'Answers how a card reaches its person: where it is mailed to and where it can be picked up.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ productId: cardProductId }),
  output: z.strictObject({
    /** Where it is mailed to; none: it is not mailed. */
    countries: z.array(region).max(300),
    pickups: z.array(PickupPlace).max(50),
    /** What the company may need beside the identity, by a person's own choice of a list. */
    occupations: z.array(z.strictObject({ code: choiceCode, name: z.string() })).max(60),
    incomes: z.array(z.strictObject({ code: choiceCode, name: z.string() })).max(60),
    purposes: z.array(z.strictObject({ code: choiceCode, name: z.string() })).max(60),
  }),
  refusals: ['product_closed'],
});

/** Where it goes: by mail to an address, or to a place of ours where its person fetches it. */
const delivery = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('mail'),
    recipient: personName,
    country: region,
    city: personName,
    postal: postalCode.optional(),
    line: addressLine,
    isResidential: z.boolean(),
  }),
  z.strictObject({ method: z.literal('pickup'), recipient: personName, pickupId: cardProductId }),
]);

/** Why an identity cannot be linked. */
const identityNo = ['record_disabled', 'record_unready', 'record_used', 'level_too_low'] as const;

export const applyCard = endpoint({
  path: 'card/apply',
  does: 'Begins the application for a card; it is paid within seven days. An identity may be linked now or later.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  objectId: 'applicationId',
  input: z.strictObject({
    productId: cardProductId,
    authNo: authNo.optional(),
    latinName,
    phone,
    /** Of a card of plastic alone. */
    delivery: delivery.optional(),
    agreed: z.strictObject(issuerAgreement),
  }),
  output: CardOrder,
  refusals: [
    'product_closed',
    'out_of_stock',
    'one_per_product',
    'delivery_unserved',
    'delivery_missing',
    'agreement_missing',
    ...identityNo,
  ],
  limits: [{ per: 'user', count: 20, seconds: 86_400 }],
});

export const completeCard = endpoint({
  path: 'card/apply/complete',
  does: 'Links an identity to an application, or gives what the card company asks for.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  objectId: 'applicationId',
  input: z.strictObject({
    applicationId: id,
    authNo: authNo.optional(),
    occupation: choiceCode.optional(),
    income: choiceCode.optional(),
    purpose: choiceCode.optional(),
    residence: postalPlace.optional(),
  }),
  output: z.strictObject({ ...CardOrder.shape, missing: z.array(HolderFieldValue).max(8) }),
  refusals: ['too_late', 'item_not_asked', ...identityNo],
  limits: [{ per: 'user', count: 60, seconds: 3600 }],
});

export const cancelCard = endpoint({
  path: 'card/apply/cancel',
  does: 'Cancels an application that the card company has not begun to approve; what was paid comes back.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  objectId: 'applicationId',
  input: z.strictObject({ applicationId: id }),
  output: z.strictObject({ applicationId: id, isRefunded: z.boolean() }),
  refusals: ['too_late', 'money_stopped'],
});

export const payCard = endpoint({
  path: 'card/order/pay',
  does: 'Pays for a card whose application has an identity linked. What was paid comes back when the company does not issue it.',
  access: 'user',
  idempotent: true,
  frozenIn: 'card',
  objectId: 'applicationId',
  input: z.strictObject({
    applicationId: id,
    currency: assetCode,
    /** What its person saw: another price is refused. */
    amount: decimal,
    payPassword,
    google: code,
  }),
  output: z.strictObject({ ...CardOrder.shape, billId: id }),
  refusals: [
    'card_frozen',
    'order_over',
    'kyc_unbound',
    'level_too_low',
    'product_closed',
    'out_of_stock',
    'price_changed',
    'currency_closed',
    'two_step_missing',
    'payment_password_missing',
    'payment_password_incorrect',
    'payment_password_locked',
    'payment_password_disabled',
    'code_incorrect',
    'two_step_locked',
    'limit_exceeded',
    'insufficient_balance',
    'funds_locked',
    'funds_owed',
    'money_stopped',
  ],
  limits: [{ per: 'user', count: 10, seconds: 60 }],
});

export const listCardOrders = endpoint({
  path: 'card/order/list',
  does: "Answers the caller's applications for cards, newest first.",
  access: 'user',
  idempotent: false,
  input: z.strictObject({ isOpen: z.boolean().optional(), ...page }),
  output: listOf(CardOrder),
  refusals: [],
});

export const CardOrderDetail = z.strictObject({
  ...CardOrder.shape,
  latinName: z.string(),
  timeline: z.array(z.strictObject({ progress: z.enum(cardProgresses), at: time })).max(30),
  /** What has to be given now. */
  missing: z.array(HolderFieldValue).max(8),
  /** How often the company may still be asked. */
  triesLeft: z.int(),
  canCancel: z.boolean(),
  /** Since when the company does not answer; null: it does. */
  silentSince: time.nullable(),
  /** When it is asked next; null: nothing is open there. */
  nextLook: time.nullable(),
  delivery: CardDelivery.nullable(),
  billId: id.nullable(),
});
export type CardOrderDetail = z.output<typeof CardOrderDetail>;

export const cardOrderDetail = endpoint({
  path: 'card/order/detail',
  does: 'Answers one application for a card with what happened to it, what is missing and where the card is.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ applicationId: id }),
  output: CardOrderDetail,
  refusals: [],
});
