/** Own cards: what they are, activate, lock, unlock (identity-cards-fund-agents.md 3.3). No number, code or PIN is among it. */
import { statesOf } from '@marigold/money/states';
import { cardActionNames, cardChannels, cardStates, cardWishes } from '@marigold/partners/card-states';
import * as z from 'zod';

import { endpoint } from '../../endpoint.ts';
import { assetCode, cardProductId, code, decimal, id, last4, line, time } from '../../fields.ts';
import { nameMax } from '../../limits.ts';
import { CardProduct, cardDesigns } from './fields.ts';

const CardStateValue = z.enum(statesOf(cardStates));
const CardWishValue = z.enum(statesOf(cardWishes));

export const OwnCard = z.strictObject({
  cardId: id,
  productId: cardProductId,
  design: z.enum(cardDesigns),
  name: z.string(),
  form: z.enum(['virtual', 'physical']),
  network: z.string(),
  currency: assetCode,
  /** Null while it is plastic that is not activated: whoever has it in their hands reads them off it. */
  last4: last4.nullable(),
  holder: z.string(),
  /** YYYY-MM. */
  expiry: z.string(),
  state: CardStateValue,
  /** What its person wished last. */
  wish: CardWishValue,
  /** The company was asked for what was wished and has not said yes yet. */
  isChanging: z.boolean(),
  balance: decimal,
  available: decimal,
  dailyLimit: decimal.nullable(),
  dailyLeft: decimal.nullable(),
  /** When the company said all this. */
  readAt: time,
  /** Since when it does not answer; null: it does. */
  silentSince: time.nullable(),
  remark: z.string().nullable(),
  maskedPhone: z.string(),
  actions: z.array(z.enum(cardActionNames)).max(10),
  /** Who holds the money that is on it. */
  issuer: z.string(),
  isDemo: z.boolean(),
});
export type OwnCard = z.output<typeof OwnCard>;

export const listCards = endpoint({
  path: 'card/list',
  does: "Answers the caller's cards, newest first.",
  access: 'user',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({ list: z.array(OwnCard).max(50) }),
  refusals: [],
});

export const cardInfo = endpoint({
  path: 'card/info',
  does: 'Answers one card with its fees and limits and what happened to it.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ cardId: id }),
  output: z.strictObject({
    ...OwnCard.shape,
    fees: CardProduct.shape.fees,
    steps: z
      .array(
        z.strictObject({
          state: CardStateValue,
          channel: z.enum(cardChannels),
          at: time,
        }),
      )
      .max(20),
  }),
  refusals: [],
});

export const remarkCard = endpoint({
  path: 'card/remark',
  does: 'Writes a remark of its person beside a card, or takes it away.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ cardId: id, remark: line(nameMax) }),
  output: z.strictObject({ remark: z.string().nullable() }),
  refusals: ['looks_like_card_number'],
});

export const refreshCard = endpoint({
  path: 'card/refresh',
  does: 'Has the card company asked at once what is true of a card.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ cardId: id }),
  output: z.strictObject({ readAt: time }),
  refusals: [],
  limits: [{ per: 'user', count: 30, seconds: 3600 }],
});

const moved = z.strictObject({
  cardId: id,
  state: CardStateValue,
  wish: CardWishValue,
  actions: OwnCard.shape.actions,
});

export const activateCard = endpoint({
  path: 'card/activate',
  does: 'Has a card made ready for payments, by its last four digits and a code of the authenticator.',
  access: 'user',
  idempotent: true,
  frozenIn: 'card',
  objectId: 'cardId',
  input: z.strictObject({ cardId: id, last4, google: code }),
  output: moved,
  refusals: [
    'card_frozen',
    'card_final',
    'two_step_missing',
    'digits_incorrect',
    'digits_locked',
    'code_incorrect',
    'two_step_locked',
  ],
});

export const lockCard = endpoint({
  path: 'card/lock',
  does: 'Locks a card by one tap. What was approved before still goes through.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  objectId: 'cardId',
  input: z.strictObject({ cardId: id }),
  output: moved,
  refusals: ['card_final'],
});

export const unlockCard = endpoint({
  path: 'card/unlock',
  does: 'Unlocks a card by a code of the authenticator. What was reported lost or closed stays so.',
  access: 'user',
  idempotent: true,
  frozenIn: 'card',
  objectId: 'cardId',
  input: z.strictObject({ cardId: id, google: code }),
  output: moved,
  refusals: ['card_frozen', 'card_final', 'two_step_missing', 'code_incorrect', 'two_step_locked'],
});
