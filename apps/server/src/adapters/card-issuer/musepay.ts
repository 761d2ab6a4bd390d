/** MusePay as a company that issues cards, by its public documentation (docs-card.musepay.io). */
import type { KeyObject } from 'node:crypto';

import type { CardFacts, CardHolder, CardIssuer, CardName, FoundHolder } from '@marigold/partners/card-port';
import type { FoundOpening, HolderRequest, OpeningName, OpeningRequest } from '@marigold/partners/card-port';
import type { PostalPlace } from '@marigold/partners/card-port';
import type { HookHeaders, PartnerAnswer } from '@marigold/partners/identity-port';

import { splitCallingCode } from './calling-codes.ts';
import type { MusepayCardWord } from './musepay-answers.ts';
import {
  MusepayApply,
  MusepayCard,
  MusepayCardStatus,
  MusepayEventBody,
  MusepayUser,
  readCardFacts,
  readHolder,
  readCardOpening,
} from './musepay-answers.ts';
import type { MusepayAccess, MusepayAnswer } from './musepay-http.ts';
import { callMusepay } from './musepay-http.ts';
import type { SignedParams } from './musepay-signature.ts';
import { isSignedBy, signedTextOf } from './musepay-signature.ts';

export type MusepaySettings = MusepayAccess & {
  /** Theirs, which signs events. */
  readonly platformKey: KeyObject;
  /** Of the mail addresses that holders have there: MusePay demands one of each, and people's own stay here. */
  readonly mailDomain: string;
};

const unknown = { is: 'unknown' } as const;

/** `product` of an opening is `card_product_id`, or `card_product_id/card_level`. */
export function createMusepayIssuer(settings: MusepaySettings): CardIssuer {
  return {
    holder: async (request) => await giveToMusepay(settings, request),
    findHolder: async ({ applicant }) => {
      const found = await findUser(settings, applicant);
      return found.is === 'absent' ? { is: 'absent' } : holderAnswer(found, applicant);
    },
    open: async (request) => await openAtMusepay(settings, request),
    findOpening: async (name) => await findAtMusepay(settings, name),
    find: async (name) => await findCard(settings, name),
    activate: async (name) => await activateAtMusepay(settings, name),
    setState: async (name, to) => await setAtMusepay(settings, name, to),
    readEvent: (raw, headers) => readMusepayEvent(settings.platformKey, raw, headers),
  };
}

/** A user has no request id there: a refused one's data is the next try, and of others nothing is sent again. */
async function giveToMusepay(
  settings: MusepaySettings,
  request: HolderRequest,
): Promise<PartnerAnswer<FoundHolder>> {
  const { applicant } = request;
  const known = await findUser(settings, applicant);
  const isNextTry = known.is === 'done' && known.value.kyc_status === '4';
  if (known.is !== 'absent' && !isNextTry) return holderAnswer(known, applicant);
  const path = isNextTry ? '/v1/carduser/upload-kyc' : '/v1/carduser/create';
  const contact = isNextTry ? {} : { email: `${applicant}@${settings.mailDomain}` };
  const body = { user_xid: applicant, ...contact, ...personOf(request.holder) };
  const given = await callMusepay(settings, { path, body }, MusepayUser);
  if (given.is !== 'refused' && given.is !== 'double') return holderAnswer(given, applicant);
  // How a second one by the same id is refused is not documented: whoever is there now is the answer.
  const found = await findUser(settings, applicant);
  const isThere = found.is === 'done' && !(isNextTry && found.value.kyc_status === '4');
  return holderAnswer(isThere ? found : given, applicant);
}

/**
 * Without photographs, which `document.front` demands: they are another step. Purpose and nationality have no place there.
 * A document that does not expire has a far day, since a day is demanded; what somebody earns goes as our choice has it.
 */
function personOf({ residence, ...holder }: CardHolder): Readonly<Record<string, unknown>> {
  return {
    individual: {
      first_name: holder.firstName,
      last_name: holder.lastName,
      date_of_birth: holder.birthday,
      ...(holder.occupation === null ? {} : { occupation: holder.occupation }),
      ...(holder.income === null ? {} : { annual_income: holder.income }),
    },
    document: {
      type: holder.idType === 'passport' ? '2' : '1',
      number: holder.idNumber,
      country: holder.issuingRegion,
      expiry_date: holder.expiry ?? '2099-12-31',
    },
    ...(residence === null ? {} : { address: addressOf(residence) }),
  };
}

function addressOf({ country, city, postal, line }: PostalPlace): Readonly<Record<string, string>> {
  return { country, city, ...(postal === null ? {} : { post_code: postal }), details: line };
}

async function findUser(settings: MusepaySettings, applicant: string): Promise<MusepayAnswer<MusepayUser>> {
  const body = { user_xid: applicant };
  return await callMusepay(settings, { path: '/v1/carduser/query', body }, MusepayUser);
}

function holderAnswer(answer: MusepayAnswer<MusepayUser>, applicant: string): PartnerAnswer<FoundHolder> {
  if (answer.is !== 'done') return outwards(answer);
  // The answer to somebody else's question is none to ours.
  if (answer.value.user_xid !== applicant) return unknown;
  return { is: 'done', value: readHolder(answer.value) };
}

async function openAtMusepay(
  settings: MusepaySettings,
  { requestId, holderRef, product, phone, latinName, mailTo }: OpeningRequest,
): Promise<PartnerAnswer<FoundOpening>> {
  const split = splitCallingCode(phone);
  if (split === undefined) return { is: 'refused', reason: 'phone', isFinal: false };
  const [productId, level = '1'] = product.split('/');
  const body = {
    request_id: requestId,
    user_id: holderRef,
    card_product_id: productId,
    card_level: level,
    phone_area_code: split.code,
    phone_number: split.rest,
    embossed_name: latinName,
    // Where a card goes is documented of holders alone: the same parts name it here, and who takes it.
    ...(mailTo === null ? {} : { address: { ...addressOf(mailTo), recipient: mailTo.recipient } }),
  };
  const applied = await callMusepay(settings, { path: '/v1/card/apply', body }, MusepayApply);
  // Their holder is not there: nothing was opened.
  if (applied.is === 'absent') return { is: 'refused', reason: 'RESOURCE_NOT_FOUND', isFinal: false };
  if (applied.is === 'double') {
    const found = await findAtMusepay(settings, { requestId, holderRef });
    // It was there a moment ago: an absence is a copy of theirs that lags, and a question that is refused says nothing of it.
    return found.is === 'done' ? found : unknown;
  }
  if (applied.is !== 'done') return outwards(applied);
  if (applied.value.request_id !== requestId) return unknown;
  return { is: 'done', value: readCardOpening(applied.value, undefined) };
}

async function findAtMusepay(
  settings: MusepaySettings,
  { requestId, holderRef }: OpeningName,
): Promise<PartnerAnswer<FoundOpening>> {
  const body = { request_id: requestId, user_id: holderRef };
  const found = await callMusepay(settings, { path: '/v1/card/apply-result', body }, MusepayApply);
  if (found.is === 'absent') return { is: 'absent' };
  if (found.is !== 'done') return outwards(found);
  const { request_id: id, card_id: cardRef, apply_status: status } = found.value;
  if (id !== requestId) return unknown;
  const isPassed = status === 'AUDIT_PASS' || status === 'CARD_INIT';
  if (!isPassed || !cardRef) return { is: 'done', value: readCardOpening(found.value, undefined) };
  const card = await readStatus(settings, { cardRef, holderRef });
  // A card that cannot be read yet is not opened yet.
  if (card.is === 'absent') return { is: 'done', value: readCardOpening(found.value, undefined) };
  if (card.is !== 'done') return outwards(card);
  return { is: 'done', value: readCardOpening(found.value, card.value) };
}

async function readStatus(
  settings: MusepaySettings,
  { cardRef, holderRef }: CardName,
): Promise<MusepayAnswer<MusepayCardWord>> {
  const body = { card_id: cardRef, user_id: holderRef };
  const read = await callMusepay(settings, { path: '/v1/card/query', body }, MusepayCardStatus);
  if (read.is !== 'done') return read;
  return read.value.card_id === cardRef ? { is: 'done', value: read.value.card_status } : unknown;
}

async function findCard(
  settings: MusepaySettings,
  { cardRef, holderRef }: CardName,
): Promise<PartnerAnswer<CardFacts>> {
  const body = { card_id: cardRef, user_id: holderRef };
  const read = await callMusepay(settings, { path: '/v1/card/query', body }, MusepayCard);
  if (read.is === 'absent') return { is: 'absent' };
  if (read.is !== 'done') return outwards(read);
  if (read.value.card_id !== cardRef || read.value.user_id !== holderRef) return unknown;
  const value = readCardFacts(read.value);
  return value === undefined ? unknown : { is: 'done', value };
}

const CardKind = MusepayCard.pick({ card_id: true, card_status: true, card_type: true });

/** Plastic and virtual cards have a path each, so the card is read first; one that is active already needs neither. */
async function activateAtMusepay(
  settings: MusepaySettings,
  { cardRef, holderRef }: CardName,
): Promise<PartnerAnswer<null>> {
  const body = { card_id: cardRef, user_id: holderRef };
  const read = await callMusepay(settings, { path: '/v1/card/query', body }, CardKind);
  if (read.is === 'absent') return { is: 'absent' };
  if (read.is !== 'done') return outwards(read);
  const { card_id: id, card_status: status, card_type: kind } = read.value;
  if (id !== cardRef) return unknown;
  if (status === 'ACTIVE' || status === 'LOCK') return { is: 'done', value: null };
  if (status !== 'PENDING_ACTIVE') return refusedAs(status);
  const path = kind.toLowerCase() === 'physical' ? '/v1/card/activate-physical' : '/v1/card/activate';
  return cardAnswer(await callMusepay(settings, { path, body }, MusepayCardStatus), cardRef);
}

async function setAtMusepay(
  settings: MusepaySettings,
  { cardRef, holderRef }: CardName,
  to: 'active' | 'locked',
): Promise<PartnerAnswer<null>> {
  const body = { card_id: cardRef, user_id: holderRef };
  const path = to === 'locked' ? '/v1/card/lock' : '/v1/card/unlock';
  const answer = await callMusepay(settings, { path, body }, MusepayCardStatus);
  if (answer.is !== 'refused') return cardAnswer(answer, cardRef);
  // Whether it refuses what is so already is not documented: then nothing was left to do.
  const read = await readStatus(settings, { cardRef, holderRef });
  const wished = to === 'locked' ? 'LOCK' : 'ACTIVE';
  if (read.is === 'done' && read.value === wished) return { is: 'done', value: null };
  return read.is === 'done' ? refusedAs(read.value) : unknown;
}

function cardAnswer(
  answer: MusepayAnswer<{ readonly card_id: string }>,
  cardRef: string,
): PartnerAnswer<null> {
  if (answer.is === 'absent') return { is: 'absent' };
  if (answer.is !== 'done') return outwards(answer);
  return answer.value.card_id === cardRef ? { is: 'done', value: null } : unknown;
}

function refusedAs(status: MusepayCardWord): PartnerAnswer<never> {
  return { is: 'refused', reason: `card-${status}`, isFinal: false };
}

/** What is no answer to a wish of ours becomes `unknown`: an absence in the middle of it, a double of what has no request id. */
function outwards(answer: Exclude<MusepayAnswer<unknown>, { is: 'done' }>): PartnerAnswer<never> {
  return answer.is === 'refused' ? { is: 'refused', reason: answer.reason, isFinal: false } : unknown;
}

/**
 * `sign` is over the raw bytes where it is a header. One page has it in the body, which cannot sign itself: then it is over
 * the rest of it, as requests are signed.
 */
function readMusepayEvent(
  platformKey: KeyObject,
  raw: Buffer,
  headers: HookHeaders,
): ReturnType<CardIssuer['readEvent']> {
  const json = parse(raw);
  const { sign: header } = headers;
  const isSigned =
    header === undefined ? isSignedInside(platformKey, json) : isSignedBy(platformKey, raw, header);
  if (!isSigned) return undefined;
  const body = MusepayEventBody.safeParse(json);
  if (!body.success) return { about: null };
  const { request_id: opening, cardId: card, user_xid: applicant } = body.data.data;
  if (opening !== undefined) return { about: { opening } };
  if (card !== undefined) return { about: { card } };
  return { about: applicant === undefined ? null : { applicant } };
}

function isSignedInside(platformKey: KeyObject, json: unknown): boolean {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return false;
  const params = json as SignedParams;
  return isSignedBy(platformKey, signedTextOf(params), params['sign']);
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}
