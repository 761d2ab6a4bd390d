/** The interface of the demo company that issues cards: the paths of MusePay, with its signatures and its errors. */
import { randomBytes } from 'node:crypto';

import { minuteMs } from '@marigold/money/spans';
import type { CardRow } from '@marigold/partners/simulator/card-world';
import {
  beginActivation,
  giveHolder,
  setCardState,
  takeOpening,
} from '@marigold/partners/simulator/card-world';
import {
  musepayApply,
  musepayCard,
  musepayCardState,
  musepayUser,
} from '@marigold/partners/simulator/musepay-shapes';
import * as z from 'zod';

import type { SignedParams } from '../card-issuer/musepay-signature.ts';
import { isSignedBy, signedTextOf } from '../card-issuer/musepay-signature.ts';
import type { IssuingCompany } from './card-company.ts';
import type { CompanyAnswer } from './company-routes.ts';

/** How old a request may be is not documented; so long it is here. */
const requestMsMax = minuteMs;

const id = z.string().min(1).max(100);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const Address = z.object({
  country: z.string().regex(/^[A-Z]{2}$/),
  city: z.string().min(1).max(100),
  post_code: z.string().max(20).optional(),
  details: z.string().min(1).max(300),
});

const Common = z.object({
  partner_id: id,
  sign_type: z.literal('RSA'),
  timestamp: z.string().regex(/^\d{10}$/),
  nonce: z.string().min(1).max(64),
  sign: z.string(),
});

const UserData = z.object({
  user_xid: id,
  individual: z.object({
    first_name: z.string().min(1).max(100),
    last_name: z.string().min(1).max(100),
    date_of_birth: day,
    occupation: z.string().max(200).optional(),
    annual_income: z.string().max(100).optional(),
  }),
  document: z.object({
    type: z.enum(['1', '2']),
    number: z.string().min(1).max(60),
    country: z.string().regex(/^[A-Z]{2}$/),
    expiry_date: day,
  }),
  address: Address.optional(),
});
const NewUser = UserData.extend({ email: z.email() });
const UserName = z.object({ user_xid: id });
const NewCard = z.object({
  user_id: id,
  request_id: id,
  card_product_id: id,
  card_level: z.string().regex(/^[123]$/),
  phone_number: z.string().regex(/^\d{3,14}$/),
  phone_area_code: z.string().regex(/^\d{1,3}$/),
  embossed_name: z.string().max(100).optional(),
  address: Address.optional(),
});
const ApplyName = z.object({ request_id: id, user_id: id });
const CardOfUser = z.object({ card_id: id, user_id: id });

export type CardCall = { readonly method: string; readonly path: string; readonly body: string };

/** What a request says, once it is known to be the house's and of now; otherwise the refusal. */
export function checkCardCall(
  company: IssuingCompany,
  { method, body }: CardCall,
): CompanyAnswer | { readonly params: SignedParams } {
  const params = read(body);
  const common = Common.safeParse(params);
  if (method !== 'POST' || params === undefined || !common.success) return no(400, 400);
  const { partner_id: partner, sign, timestamp, nonce } = common.data;
  if (partner !== company.settings.keys.partnerId) return no(401, 401);
  if (!isSignedBy(company.partnerKey, signedTextOf(params), sign)) return no(406);
  const now = company.now();
  for (const [known, at] of company.nonces)
    if (Math.abs(now - at) > 2 * requestMsMax) company.nonces.delete(known);
  if (Math.abs(Number(timestamp) * 1000 - now) > requestMsMax || company.nonces.has(nonce)) return no(412);
  company.nonces.set(nonce, now);
  return { params };
}

/** Does what a request wishes. */
export function obeyCardCall(company: IssuingCompany, path: string, params: SignedParams): CompanyAnswer {
  const call = calls.get(path);
  return call === undefined ? no(404, 404) : call(company, params);
}

/** What those paths answer that look for something, when nothing is known of it for a while. */
export const forgottenCards: ReadonlyMap<string, CompanyAnswer> = new Map([
  ['/v1/carduser/query', no(404, 404)],
  ['/v1/card/apply-result', no(7000)],
  ['/v1/card/query', no(404, 404)],
]);

type Call = (company: IssuingCompany, params: SignedParams) => CompanyAnswer;

const calls: ReadonlyMap<string, Call> = new Map([
  ['/v1/carduser/create', createUser],
  ['/v1/carduser/upload-kyc', uploadUser],
  [
    '/v1/carduser/query',
    parsed(UserName, ({ world }, { user_xid }) => {
      const row = world.holders.get(user_xid);
      return row === undefined ? no(404, 404) : done(musepayUser(row));
    }),
  ],
  ['/v1/card/apply', parsed(NewCard, apply)],
  [
    '/v1/card/apply-result',
    parsed(ApplyName, ({ world }, { request_id, user_id }) => {
      const row = world.openings.get(request_id);
      return row?.holderRef === user_id ? done(musepayApply(row)) : no(7000);
    }),
  ],
  ['/v1/card/query', onCard((_company, row) => done(musepayCard(row)))],
  ['/v1/card/activate', onCard((company, row) => activate(company, row, false))],
  ['/v1/card/activate-physical', onCard((company, row) => activate(company, row, true))],
  ['/v1/card/lock', onCard((company, row) => setState(company, row, 'locked'))],
  ['/v1/card/unlock', onCard((company, row) => setState(company, row, 'active'))],
]);

function parsed<Value>(
  schema: z.ZodType<Value>,
  answer: (company: IssuingCompany, value: Value) => CompanyAnswer,
): Call {
  return (company, params) => {
    const { success, data } = schema.safeParse(params);
    return success ? answer(company, data) : no(400, 400);
  };
}

function onCard(answer: (company: IssuingCompany, row: CardRow) => CompanyAnswer): Call {
  return parsed(CardOfUser, (company, { card_id, user_id }) => {
    const row = company.world.cards.get(card_id);
    return row?.holderRef === user_id ? answer(company, row) : no(404, 404);
  });
}

function createUser(company: IssuingCompany, params: SignedParams): CompanyAnswer {
  const { success, data } = NewUser.safeParse(params);
  if (!success || company.world.holders.has(data.user_xid)) return no(400, 400);
  return take(company, data.user_xid);
}

function uploadUser(company: IssuingCompany, params: SignedParams): CompanyAnswer {
  const { success, data } = UserData.safeParse(params);
  if (!success) return no(400, 400);
  return company.world.holders.has(data.user_xid) ? take(company, data.user_xid) : no(404, 404);
}

/** Nothing of the data itself is stored: the check here needs none of it. */
function take(company: IssuingCompany, applicant: string): CompanyAnswer {
  const { world, state } = company;
  // The next try goes on as its first one was planned.
  const plan = world.holders.has(applicant) ? {} : { plan: state.plans.holder };
  const ids = { ref: `8${digits(6)}`, now: company.now(), ...plan };
  const row = company.change(() => giveHolder(world, { applicant, requestId: null }, ids));
  return done(musepayUser(row, true));
}

function apply(company: IssuingCompany, wish: z.output<typeof NewCard>): CompanyAnswer {
  const start = {
    requestId: wish.request_id,
    holderRef: wish.user_id,
    product: wish.card_product_id,
    isMailed: wish.address !== undefined,
  };
  const cardRef = `c${randomBytes(8).toString('hex')}`;
  const ids = { ref: digits(10), cardRef, now: company.now(), plan: company.state.plans.opening };
  const result = company.change(() => takeOpening(company.world, start, ids));
  if (result.is === 'taken') return done(musepayApply(result.row, true));
  const code = { double: 202_224, holder: 5004, product: 400 }[result.reason];
  return code === 400 ? no(400, 400) : no(code);
}

function activate(company: IssuingCompany, row: CardRow, isPlastic: boolean): CompanyAnswer {
  if (row.isPlastic !== isPlastic) return no(400, 400);
  const isTaken = company.change(() => beginActivation(company.world, row, company.now()));
  return isTaken ? done(musepayCardState(row)) : no(400, 400);
}

function setState(company: IssuingCompany, row: CardRow, to: 'active' | 'locked'): CompanyAnswer {
  const isTaken = company.change(() => setCardState(company.world, row, to, company.now()));
  return isTaken ? done(musepayCardState(row)) : no(400, 400);
}

function digits(bytes: number): string {
  return BigInt(`0x${randomBytes(bytes).toString('hex')}`).toString();
}

function read(body: string): SignedParams | undefined {
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? (json as SignedParams)
      : undefined;
  } catch {
    return undefined;
  }
}

function done(data: unknown): CompanyAnswer {
  return { status: 200, json: { code: '200', message: 'success', data } };
}

/** An error of the list of codes comes with 200; those of HTTP have its status as well. */
function no(code: number, status = 200): CompanyAnswer {
  return { status, json: { code: String(code), message: 'refused' } };
}
