/** A verification step by step, as its person, its company and time take them. */
import { dayMs, minuteMs } from '@marigold/money/spans';
import type { ReadFields } from '@marigold/partners/identity-port';
import { sql } from 'kysely';

import { createPartnerRound } from '../src/modules/partner/round.ts';
import { listBrokenPurchases } from '../src/modules/purchase/views.ts';
import { createLog } from '../src/platform/process/log.ts';
import {
  goodPassword,
  goodPayPassword,
  startTestApi,
  type TestApi,
  type TestApiOptions,
  type TestPerson,
} from './api.ts';
import { codeAt, stepMs } from './authenticator-code.ts';
import { bindAuthenticator } from './bind-two-step.ts';
import { annaRead, createScriptedCompany, foundVerdict, type ScriptedCompany } from './kyc.ts';

/** A server with one company, whose answers the test decides and whose clock is the server's. */
export async function startKycApi(
  options: Omit<TestApiOptions, 'companies'> = {},
): Promise<{ readonly api: TestApi; readonly company: ScriptedCompany }> {
  let now = Date.now;
  const company = createScriptedCompany(() => now());
  const api = await startTestApi({ ...options, companies: company.companies });
  now = () => api.clock.now();
  return { api, company };
}

/** @throws where the books do not explain every purchase. */
export async function checkPurchases({ databases }: Pick<TestApi, 'databases'>): Promise<void> {
  const broken = await listBrokenPurchases(databases.main, 10);
  if (broken.length > 0) throw new Error(JSON.stringify(broken.map(({ what, id }) => `${what} ${id}`)));
}

/** Somebody whose authenticator is bound, as paying for a check needs. */
export type Verifiable = TestPerson & { readonly secret: string };

/** The steps of a verification by calls, and the rounds of the companies; `api` is asked when a step is taken. */
export function kycSteps(api: () => TestApi) {
  async function verifiable(amount = '100'): Promise<Verifiable> {
    const person = await api().person();
    if (amount !== '0') await api().credit(person, 'USDT', amount);
    const { secret } = await bindAuthenticator(api(), person);
    return { ...person, secret };
  }

  /** Digits that were not used yet. */
  function digitsOf({ secret }: Verifiable): string {
    api().clock.move(stepMs);
    return codeAt(secret, api().clock.now());
  }

  /** Weeks later, when the session is over. */
  async function signedInAgain(person: Verifiable): Promise<Verifiable> {
    const answer = await api().call('user/login', { account: person.username, password: goodPassword });
    if (!answer.ok || !('need' in answer.data)) throw new Error('a new device is asked for digits');
    const { ticket } = answer.data.need;
    const digits = { ticket, method: 'google' as const, code: digitsOf(person) };
    const entered = await api().call('user/login/second', digits);
    if (!entered.ok) throw new Error(entered.msg);
    return { ...person, token: entered.data.token };
  }

  async function order({ token }: Verifiable): Promise<string> {
    const answer = await api().call('kyc/order/create', { purpose: 'system' }, { token });
    if (!answer.ok) throw new Error(answer.msg);
    return answer.data.orderId;
  }

  async function pay(person: Verifiable, orderId: string, requestId?: string) {
    const input = { orderId, currency: 'USDT', payPassword: goodPayPassword, google: digitsOf(person) };
    return await api().call('kyc/order/pay', input, {
      token: person.token,
      ...(requestId === undefined ? {} : { requestId }),
    });
  }

  async function paid(person: Verifiable): Promise<{ orderId: string; authNo: string; id: string }> {
    const orderId = await order(person);
    const answer = await pay(person, orderId);
    if (!answer.ok) throw new Error(answer.msg);
    const { authNo } = answer.data;
    const found = await sql<{ id: string }>`select id from app.kyc_record where auth_no = ${authNo}`.execute(
      api().databases.main,
    );
    return { orderId, authNo, id: found.rows[0]?.id ?? '' };
  }

  async function begin({ token }: Verifiable, authNo: string) {
    const input = { authNo, provider: 'democompany', agreed: { contentId: 'kyc-demo-company', version: 1 } };
    return await api().call('kyc/third/start', input, { token });
  }

  return {
    verifiable,
    signedInAgain,
    digitsOf,
    order,
    pay,
    paid,
    begin,
    ...kycViews(api),
    ...companyRounds(api),
  };
}

function companyRounds(api: () => TestApi) {
  /** One pass over the company, at the clock of the server. */
  async function pass(): Promise<void> {
    const db = api().databases.main;
    for (const { work } of api().server.partners)
      await createPartnerRound({ db, clock: () => api().clock.now(), log: createLog('silent') }, work).pass();
  }

  /** So much later, with a pass at the end. */
  async function later(ms: number): Promise<void> {
    api().clock.move(ms);
    await pass();
  }

  return { pass, later };
}

function kycViews(api: () => TestApi) {
  async function detail({ token }: Verifiable, authNo: string) {
    const answer = await api().call('kyc/detail', { authNo }, { token });
    if (!answer.ok) throw new Error(answer.msg);
    return answer.data;
  }

  async function statusOf({ token }: Verifiable) {
    const answer = await api().call('kyc/status', {}, { token });
    if (!answer.ok) throw new Error(answer.msg);
    return answer.data;
  }

  /** Kinds of their notices about it, oldest first. */
  async function noticesOf({ id }: TestPerson): Promise<string[]> {
    const found = await sql<{ kind: string }>`
      select kind from app.notice where user_id = ${id} and kind like 'kyc%' order by id`.execute(
      api().databases.main,
    );
    return found.rows.map(({ kind }) => kind);
  }

  return { detail, statusOf, noticesOf };
}

export type CheckedRecord = { readonly orderId: string; readonly authNo: string; readonly id: string };
type ScriptedVerdict = Partial<Parameters<typeof foundVerdict>[1]>;

/** Somebody's document that is good for so many days from now. */
export function documentFor(api: TestApi, days: number, idNumber: string): ReadFields {
  const expiry = new Date(api.clock.now() + days * dayMs).toISOString().slice(0, 10);
  return { ...annaRead, idNumber, expiry };
}

/** What an identity that does not hold any more freezes, and what lifts it, as `frozenOf` says it. */
export const identityFrozen = ['card identity', 'payout identity'];

/** Records that a company has judged, and what follows. */
export function kycVerdicts(api: () => TestApi, company: () => ScriptedCompany) {
  const { paid, begin, pass, later } = kycSteps(api);

  /** The company finds this now, and is asked. */
  async function verdictOf({ id }: CheckedRecord, verdict: ScriptedVerdict): Promise<void> {
    const now = api().clock.now();
    company().found.set(id, foundVerdict(id, { outcome: 'passed', decidedAt: now, ...verdict }));
    await sql`update app.kyc_record set look_at = ${new Date(now)} where id = ${id}`.execute(
      api().databases.main,
    );
    await later(minuteMs);
  }

  /** A paid check that the company has found this of; without words: that everything is well. */
  async function checked(person: Verifiable, verdict: ScriptedVerdict = {}): Promise<CheckedRecord> {
    const record = await paid(person);
    await begin(person, record.authNo);
    await pass();
    await verdictOf(record, verdict);
    return record;
  }

  async function approved(person: Verifiable, read?: ReadFields): Promise<CheckedRecord> {
    const record = await checked(person, read && { read });
    const { review } = await kycViews(api).detail(person, record.authNo);
    if (review !== 'approved') throw new Error(`the record is ${review}`);
    return record;
  }

  /** Areas that an identity froze, each with what lifts it. */
  async function frozenOf({ token }: Verifiable): Promise<readonly string[]> {
    const answer = await api().call('user/info', {}, { token });
    if (!answer.ok) throw new Error(answer.msg);
    return answer.data.freezes
      .filter(({ reason }) => reason === 'identityDisabled')
      .map((held) => `${held.area} ${held.liftedBy}`);
  }

  async function runClock(): Promise<void> {
    await api().server.jobs['kycClock']?.({});
  }

  return { verdictOf, checked, approved, frozenOf, runClock };
}
