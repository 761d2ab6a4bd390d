/** What the calls of cards have in common: products, places and what stands on a screen of an application. */
import { statesOf } from '@marigold/money/states';
import {
  cardApplicationStates,
  cardCloseReasons,
  cardDeliveryStates,
  cardProgresses,
  holderFields,
} from '@marigold/partners/card-states';
import * as z from 'zod';

import {
  addressLine,
  assetCode,
  authNo,
  cardProductId,
  contentId,
  decimal,
  id,
  personName,
  postalCode,
  region,
  time,
} from '../../fields.ts';

/** A share of one: `0.01` is one per cent. */
const share = decimal;

/** The art of a card. */
export const cardDesigns = ['master', 'muse', 'utglblack', 'utglelite'] as const;
export type ProductDesign = (typeof cardDesigns)[number];

/** What a card costs, in each currency that it can be paid in. */
const prices = z.array(z.strictObject({ currency: assetCode, amount: decimal })).max(8);

/** The agreement of the company that issues a card, as it has to be accepted. */
export const issuerAgreement = { contentId, version: z.int().min(1).max(1_000_000) } as const;

/** One product of the shop. Amounts of limits are in its currency. */
export const CardProduct = z.strictObject({
  productId: cardProductId,
  design: z.enum(cardDesigns),
  /** As people know it, the same in every language. */
  name: z.string(),
  form: z.enum(['virtual', 'physical']),
  network: z.string(),
  currency: assetCode,
  prices,
  fees: z.strictObject({
    recharge: share,
    purchase: share,
    atm: share,
    /** Null: what the company takes of the day. */
    foreign: share.nullable(),
    monthly: decimal,
  }),
  rechargeMin: decimal,
  rechargeMax: decimal,
  dailyLimit: decimal,
  kycLevel: z.int().min(1).max(3),
  pinDigits: z.strictObject({ min: z.int(), max: z.int() }),
  /** Within so many days it is mailed; null: it is virtual. */
  mailDays: z.int().nullable(),
  issuer: z.strictObject({ name: z.string(), ...issuerAgreement, isDemo: z.boolean() }),
  /** `halted`: the company does not answer, or somebody of the house stopped it. */
  state: z.enum(['open', 'soldOut', 'halted']),
});
export type CardProduct = z.output<typeof CardProduct>;

/** A place that somebody lives at. */
export const postalPlace = z.strictObject({
  country: region,
  city: personName,
  /** Left out where a country has none. */
  postal: postalCode.optional(),
  line: addressLine,
});

export const HolderFieldValue = z.enum(holderFields);
const CardProgressValue = z.enum(cardProgresses);

/** An application as a list has it. */
export const CardOrder = z.strictObject({
  applicationId: id,
  productId: cardProductId,
  design: z.enum(cardDesigns),
  name: z.string(),
  progress: CardProgressValue,
  /** Where it was last, while the company does not answer; otherwise the same. */
  lastKnown: z.enum(statesOf(cardApplicationStates)),
  step: z.int().min(1).max(5),
  created: time,
  changed: time,
  /** The company that issues it: the channel of the order. */
  channel: z.string(),
  /** The identity that it is for; null: none was linked yet. */
  authNo: authNo.nullable(),
  /** What it costs, or what was paid for it. */
  prices,
  isPaid: z.boolean(),
  /** Until when it can be paid; null once it was paid or is over. */
  expires: time.nullable(),
  /** Why it is over; null: it is not. */
  reason: z.enum(cardCloseReasons).nullable(),
  isRefunded: z.boolean(),
  /** The card, once there is one. */
  cardId: id.nullable(),
});
export type CardOrder = z.output<typeof CardOrder>;

/** Where a card of plastic goes, to its own person. */
export const CardDelivery = z.strictObject({
  method: z.enum(['mail', 'pickup']),
  recipient: z.string(),
  country: region,
  city: z.string(),
  postal: z.string().nullable(),
  line: z.string(),
  isResidential: z.boolean(),
  /** Null until the card is made. */
  state: z.enum(statesOf(cardDeliveryStates)).nullable(),
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  /** When it was sent, and by when it is to be; null where that does not apply. */
  shipped: time.nullable(),
  mailBy: time.nullable(),
});
export type CardDelivery = z.output<typeof CardDelivery>;

export const PickupPlace = z.strictObject({
  pickupId: cardProductId,
  country: region,
  city: z.string(),
  line: z.string(),
});
export type PickupPlace = z.output<typeof PickupPlace>;
