/** What a person does with a card of their own: each asks the table of actions before anything else is asked. */
import type {
  activateCard,
  OwnCard,
  cardInfo,
  listCards,
  lockCard,
  unlockCard,
} from '@marigold/contract/calls/card/own';
import type { InputOf, OutputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { looksLikeCardNumber } from '@marigold/contract/rules/card-number';
import { mask } from '@marigold/contract/rules/masking';
import { actionsOf, type CardAction, cardActions, mayDo } from '@marigold/partners/card-states';

import type { Call, Handlers } from '../../../platform/http/call.ts';
import { notFound } from '../../../platform/http/transport-error.ts';
import { guess } from '../../identity/attempts.ts';
import { cardDigitsRule } from '../../identity/rules.ts';
import { refuseUnbound } from '../../security/google/bound.ts';
import type { CheckDigits } from '../../security/google/digits.ts';
import { checkFreeze } from '../../spending/freeze.ts';
import type { DetailsSeal } from '../application/details.ts';
import { lockApplication } from '../application/store.ts';
import type { CardCompanies } from '../port.ts';
import { feesOf } from '../product/read.ts';
import { listProducts, type ProductRow } from '../store.ts';
import { askFor, wishOfCard } from './change.ts';
import {
  type OwnCardRow,
  dueCardNow,
  findCardOf,
  listCardsOf,
  listCardSteps,
  lockCardRow,
  storeRemark,
} from './store.ts';

export type OwnCardDependencies = {
  readonly companies: CardCompanies;
  readonly seal: DetailsSeal;
  readonly checkDigits: CheckDigits;
};

type OwnHandlers = Pick<
  Handlers,
  'card/list' | 'card/info' | 'card/remark' | 'card/refresh' | 'card/activate' | 'card/lock' | 'card/unlock'
>;

const listedMax = 50;
const stepsListed = 20;

export function createOwnCardHandlers(parts: OwnCardDependencies): OwnHandlers {
  return {
    'card/list': async (_input, call) => await list(parts, call),
    'card/info': async ({ cardId }, call) => await info(parts, cardId, call),
    'card/remark': async ({ cardId, remark }, call) => {
      // Before anything else: a number is no part of any statement, job or log.
      if (looksLikeCardNumber(remark)) return new Refusal('looks_like_card_number', {}, 'remark');
      const card = await lockOwn(cardId, call);
      const text = remark.trim() === '' ? null : remark.trim();
      await storeRemark(call.db, card.id, text);
      return { remark: text };
    },
    'card/refresh': async ({ cardId }, call) => {
      const { provider, readAt } = await lockOwn(cardId, call);
      await dueCardNow(call.db, { by: 'id', key: cardId, provider, now: call.now });
      return { readAt };
    },
    'card/activate': async (input, call) => await activate(parts, input, call),
    'card/lock': async ({ cardId }, call) => await lock(cardId, call),
    'card/unlock': async (input, call) => await unlock(parts, input, call),
  };
}

async function list(
  parts: OwnCardDependencies,
  { db, session }: Call<'user'>,
): Promise<OutputOf<typeof listCards>> {
  const rows = await listCardsOf(db, session.userId, listedMax);
  const products = await productsOf(db, rows);
  return { list: rows.map((row) => cardForPerson(parts, row, productOf(products, row))) };
}

async function info(
  parts: OwnCardDependencies,
  cardId: string,
  { db, session }: Call<'user'>,
): Promise<OutputOf<typeof cardInfo>> {
  const card = await findCardOf(db, { id: cardId, userId: session.userId });
  if (card === undefined) throw notFound();
  const product = productOf(await productsOf(db, [card]), card);
  const steps = await listCardSteps(db, cardId, stepsListed);
  return { ...cardForPerson(parts, card, product), fees: feesOf(product), steps: [...steps] };
}

/** Whoever issued a card once has it, also where no new ones are issued there any more. */
async function productsOf(db: Call['db'], cards: readonly OwnCardRow[]) {
  const rows = await listProducts(db, [...new Set(cards.map(({ provider }) => provider))]);
  return new Map(rows.map((row) => [`${row.id}@${row.provider}`, row]));
}

function productOf(
  products: ReadonlyMap<string, ProductRow>,
  { productId, provider }: OwnCardRow,
): ProductRow {
  const product = products.get(`${productId}@${provider}`);
  if (product === undefined) throw new Error('Broken: a card is of a product that its company issues');
  return product;
}

/** A card as its person sees it. */
function cardForPerson(
  { companies, seal }: OwnCardDependencies,
  row: OwnCardRow,
  product: ProductRow,
): OwnCard {
  const { latinName, phone } = seal.open({ id: row.applicationId, details: row.details });
  const company = companies.get(row.provider);
  return {
    cardId: row.id,
    productId: row.productId,
    design: product.design,
    name: product.name,
    form: product.form,
    network: product.network,
    currency: row.currency,
    last4: isProof(row, product) ? null : row.last4,
    holder: latinName,
    expiry: row.expiry,
    state: row.state,
    wish: row.wish,
    isChanging: askFor(row) !== undefined,
    balance: row.balance,
    available: row.available,
    dailyLimit: row.dailyLimit,
    dailyLeft: row.dailyLeft,
    readAt: row.readAt,
    silentSince: row.silentSince,
    remark: row.remark,
    maskedPhone: mask(phone),
    actions: actionsOf(row),
    issuer: company?.name ?? row.provider,
    isDemo: company?.isDemo ?? false,
  };
}

/** The digits of plastic prove that it has arrived, so nobody is shown them before. */
function isProof({ state }: OwnCardRow, { form }: ProductRow): boolean {
  return state === 'pendingActive' && form === 'physical';
}

async function lockOwn(cardId: string, { db, session }: Call<'user'>): Promise<OwnCardRow> {
  const seen = await findCardOf(db, { id: cardId, userId: session.userId });
  if (seen === undefined) throw notFound();
  await lockApplication(db, seen.applicationId);
  const card = await lockCardRow(db, cardId);
  if (card === undefined) throw notFound();
  return card;
}

function whyNot(action: CardAction, card: OwnCardRow): Refusal<'card_final'> | undefined {
  return mayDo(action, card) ? undefined : new Refusal('card_final');
}

async function wish(action: CardAction, card: OwnCardRow, { db, now }: Call<'user'>) {
  const { to } = cardActions[action];
  return moved(await wishOfCard(db, card, { to, channel: 'app', now }));
}

function moved(card: OwnCardRow): OutputOf<typeof lockCard> {
  return { cardId: card.id, state: card.state, wish: card.wish, actions: actionsOf(card) };
}

async function activate(
  { checkDigits }: OwnCardDependencies,
  { cardId, last4, google }: InputOf<typeof activateCard>,
  call: Call<'user'>,
): Promise<OutputOf<typeof activateCard> | Refusal<RefusalOf<typeof activateCard>>> {
  const card = await lockOwn(cardId, call);
  const no =
    (await checkFreeze(call, 'card')) ??
    whyNot('activate', card) ??
    (await refuseUnbound(call)) ??
    (await whyNotDigits(card, last4, call)) ??
    (await checkDigits(call, google, 'google')) ??
    (await checkFreeze(call, 'card', { isLocking: true }));
  return no ?? (await wish('activate', card, call));
}

/** Whoever has the card in their hands reads them off it; who has not, has five tries a day. */
async function whyNotDigits(card: OwnCardRow, typed: string, call: Call<'user'>) {
  const tried = await guess(
    call,
    cardDigitsRule,
    card.id,
    async () => await Promise.resolve(typed === card.last4),
  );
  if (tried.kind === 'right') return undefined;
  if (tried.kind === 'locked') return new Refusal('digits_locked', { until: tried.until }, 'last4');
  return new Refusal('digits_incorrect', { left: tried.kind === 'wrong' ? tried.left : 0 }, 'last4');
}

/** One tap, and nothing is asked: whoever fears for a card has no code at hand. Twice is the same as once. */
async function lock(
  cardId: string,
  call: Call<'user'>,
): Promise<OutputOf<typeof lockCard> | Refusal<RefusalOf<typeof lockCard>>> {
  const card = await lockOwn(cardId, call);
  const isHere = card.state === 'active' || card.state === 'locked';
  if (card.wish === 'locked' && isHere) return moved(card);
  return whyNot('lock', card) ?? (await wish('lock', card, call));
}

async function unlock(
  { checkDigits }: OwnCardDependencies,
  { cardId, google }: InputOf<typeof unlockCard>,
  call: Call<'user'>,
): Promise<OutputOf<typeof unlockCard> | Refusal<RefusalOf<typeof unlockCard>>> {
  const card = await lockOwn(cardId, call);
  const no =
    (await checkFreeze(call, 'card')) ??
    whyNot('unlock', card) ??
    (await checkDigits(call, google, 'google')) ??
    (await checkFreeze(call, 'card', { isLocking: true }));
  return no ?? (await wish('unlock', card, call));
}
