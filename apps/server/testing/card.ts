import { minuteMs } from '@marigold/money/spans';
import { createCardWorld } from '@marigold/partners/simulator/card-world';
import { type IdentityFaults, noIdentityFaults } from '@marigold/partners/simulator/identity-faults';
import { createSimulatedIssuer, type SimulatedIssuer } from '@marigold/partners/testing/simulated-issuer';
/** What tests of cards need: a company in memory that issues them, and a person's way to one by calls. */
import { sql } from 'kysely';

import type { CardCompany } from '../src/modules/card/port.ts';
import { createPartnerRound } from '../src/modules/partner/round.ts';
import { createLog } from '../src/platform/process/log.ts';
import { goodPayPassword, startTestApi, type TestApi, type TestApiOptions } from './api.ts';
import { kycSteps, type Verifiable } from './kyc-steps.ts';
import { createScriptedCompany, foundVerdict, type ScriptedCompany } from './kyc.ts';

/** How long the company of the tests takes for each of its steps. */
export const issuerStepMs = minuteMs;

export type CardApi = {
  readonly api: TestApi;
  readonly company: ScriptedCompany;
  readonly issuer: SimulatedIssuer;
  /** Who issues cards now, by name; changed by tests. */
  readonly cardCompanies: Map<string, CardCompany>;
  /** What goes wrong on the line to it, as shares of one; changed by tests. */
  readonly faults: { -readonly [Name in keyof IdentityFaults]: IdentityFaults[Name] };
};

/** A server with a company that verifies and one that issues cards, both at the server's clock. */
export async function startCardApi(
  options: Omit<TestApiOptions, 'companies' | 'cardCompanies'> = {},
): Promise<CardApi> {
  let now = Date.now;
  const company = createScriptedCompany(() => now());
  const faults = { ...noIdentityFaults };
  const world = createCardWorld({ checkMs: issuerStepMs });
  // Whatever is drawn comes true: a share of one is always, of nothing never.
  const issuer = createSimulatedIssuer({ now: () => now(), world, faults, chance: () => 0 });
  const cardCompanies = new Map<string, CardCompany>([
    [
      'democards',
      {
        id: 'democards',
        name: 'Demo Cards',
        contentId: 'card-demo-company',
        promise: { requestValidForMs: null, readLagMs: null },
        port: issuer,
        isDemo: true,
      },
    ],
  ]);
  const api = await startTestApi({ ...options, companies: company.companies, cardCompanies });
  now = () => api.clock.now();
  return { api, company, issuer, faults, cardCompanies };
}

/** What somebody applies with. */
export const sampleMail = {
  method: 'mail',
  recipient: 'Anna Muster',
  country: 'GE',
  city: 'Tbilisi',
  postal: '0108',
  line: '24 Example Avenue',
  isResidential: true,
} as const;

export const sampleHolder = {
  latinName: 'ANNA MUSTER',
  phone: '+995555123456',
  agreed: { contentId: 'card-demo-company', version: 1 },
} as const;

export const sampleFacts = { occupation: 'clerk', income: 'to50k', purpose: 'payments' } as const;

/** The steps of a person to a card; `given` is asked when a step is taken. */
export function cardSteps(given: () => CardApi) {
  const api = () => given().api;
  const kyc = kycSteps(api);
  const { rounds, ...company } = issuerRounds(given);
  const { detail, card, ...views } = cardViews(given);

  /** Somebody with money and an identity that holds and stands for nothing yet. */
  async function verified(amount = '1000'): Promise<Verifiable & { readonly authNo: string }> {
    const person = await kyc.verifiable(amount);
    const { authNo, id } = await kyc.paid(person);
    await kyc.begin(person, authNo);
    await kyc.pass();
    given().company.found.set(id, foundVerdict(id, { outcome: 'passed', decidedAt: api().clock.now() }));
    await kyc.later(2 * minuteMs);
    return { ...person, authNo };
  }

  async function apply(
    { token }: Verifiable,
    more: {
      readonly productId?: string;
      readonly authNo?: string;
      readonly delivery?: typeof sampleMail;
    } = {},
  ): Promise<string> {
    const { productId = 'master-virtual', ...rest } = more;
    const answer = await api().call('card/apply', { ...sampleHolder, productId, ...rest }, { token });
    if (!answer.ok) throw new Error(answer.msg);
    return answer.data.applicationId;
  }

  async function pay(person: Verifiable, applicationId: string, amount = '10', requestId?: string) {
    const input = {
      applicationId,
      currency: 'USDT',
      amount,
      payPassword: goodPayPassword,
      google: kyc.digitsOf(person),
    };
    const how = { token: person.token, ...(requestId === undefined ? {} : { requestId }) };
    return await api().call('card/order/pay', input, how);
  }

  /** Somebody whose virtual card is active. */
  async function cardholder(): Promise<{
    readonly person: Verifiable;
    readonly cardId: string;
    readonly applicationId: string;
  }> {
    const person = await verified();
    const applicationId = await apply(person, { authNo: person.authNo });
    await complete(person, applicationId);
    const paid = await pay(person, applicationId);
    if (!paid.ok) throw new Error(paid.msg);
    await rounds(8);
    const { cardId } = await detail(person, applicationId);
    if (cardId === null) throw new Error('there is no card');
    await activate(person, cardId);
    await rounds(3);
    return { person, cardId, applicationId };
  }

  /** Where its person lives. */
  async function complete({ token }: Verifiable, applicationId: string) {
    const residence = { country: 'GE', city: 'Tbilisi', postal: '0108', line: '24 Example Avenue' };
    return await api().call('card/apply/complete', { applicationId, residence }, { token });
  }

  /** The last digits as they stand on a card. */
  async function printed(cardId: string): Promise<string> {
    const found = await sql<{ last4: string }>`select last4 from app.card where id = ${cardId}`.execute(
      api().databases.main,
    );
    return found.rows[0]?.last4 ?? '';
  }

  async function activate(person: Verifiable, cardId: string, last4?: string) {
    const digits = last4 ?? (await printed(cardId));
    const input = { cardId, last4: digits, google: kyc.digitsOf(person) };
    return await api().call('card/activate', input, { token: person.token });
  }

  return {
    ...kyc,
    ...company,
    ...views,
    rounds,
    detail,
    card,
    verified,
    apply,
    complete,
    pay,
    cardholder,
    activate,
    printed,
  };
}

function issuerRounds(given: () => CardApi) {
  /** One pass over the company that issues, with what it told of by itself before. */
  async function round(): Promise<void> {
    const { databases, clock, server } = given().api;
    const log = createLog('silent');
    given().issuer.advance();
    for (const { work } of server.partners)
      await createPartnerRound({ db: databases.main, clock: () => clock.now(), log }, work).pass();
  }

  /** So often a step of the company, and a pass after each. */
  async function rounds(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      given().api.clock.move(issuerStepMs + 1);
      await round();
    }
  }

  return { round, rounds };
}

function cardViews(given: () => CardApi) {
  const api = () => given().api;

  async function detail({ token }: Verifiable, applicationId: string) {
    const answer = await api().call('card/order/detail', { applicationId }, { token });
    if (!answer.ok) throw new Error(answer.msg);
    return answer.data;
  }

  async function card({ token }: Verifiable, cardId: string) {
    const answer = await api().call('card/info', { cardId }, { token });
    if (!answer.ok) throw new Error(answer.msg);
    return answer.data;
  }

  /** What they were told about cards, in order. */
  async function noticesOf({ id }: Verifiable): Promise<readonly string[]> {
    const found = await sql<{ kind: string }>`
      select kind from app.notice where user_id = ${id} and kind like 'card%' order by id`.execute(
      api().databases.main,
    );
    return found.rows.map(({ kind }) => kind);
  }

  return { detail, card, noticesOf };
}
