import { randomBytes } from 'node:crypto';

import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import type { Path } from '@marigold/contract/contract';
import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import { insertPasskey, takePasskeyHandle } from '../src/modules/factor/passkey/store.ts';
import { digestCode } from '../src/modules/identity/digests.ts';
import { makeRecord } from '../src/modules/kyc/record/make.ts';
import { notify } from '../src/modules/message/notify.ts';
import { openCase } from '../src/modules/risk/case.ts';
import { openSession } from '../src/platform/http/session.ts';
import { newRowId, newToken, tokenHash } from '../src/platform/process/ids.ts';
import type { TestPerson, TestApi } from '../testing/api.ts';
import { goodPassword, goodPayPassword } from '../testing/api.ts';
import { bindingOf } from '../testing/bindings.ts';
import { applicationOf, cardOf, closeUnpaid, setWish } from '../testing/card-rows.ts';
import { fillTestPool, readUpTo } from '../testing/chain-rows.ts';
import { testVault } from '../testing/kyc.ts';
import { draftSteps } from '../testing/own-draft.ts';
import { phoneSteps } from '../testing/phone-steps.ts';
import { testHalves, testSecretKey } from '../testing/session-cookies.ts';
import { createAuthenticator } from '../testing/soft-authenticator.ts';
import type { RequestWorld } from './requests/base-request.ts';
import { openOrderOf, tradeBetween } from './trade-world.ts';

/** Two people with money, a transfer between them, and what every base request may need. */
export async function createWorld(api: TestApi): Promise<RequestWorld> {
  const [owner, other] = [await api.person('ownerone'), await api.person('otherone')];
  await api.credit(owner, 'USDT', '1000');
  await api.credit(other, 'USDT', '1000');
  const billId = await payInside(api, owner, other);
  const payee = await api.call('payee/add', { name: 'Other', to: other.username }, { token: owner.token });
  if (!payee.ok) throw new Error(`the world has no payee: ${payee.msg}`);
  const exportId = await exportOf(api, owner);
  await readUpTo(api.databases.main, 100, { now: api.clock.now() });
  // More than both may draw, so that none of the calls empties it.
  await fillTestPool(api.databases.main, 100);
  const address = await api.call(
    'wallet/address/get',
    { currency: 'USDT', chain: 'eth' },
    { token: owner.token },
  );
  if (!address.ok) throw new Error(`the world has no address: ${address.msg}`);
  // Somebody whose payments are few, however often the owner's other calls pay: after five a code is asked for. And
  // somebody for the call that locks its account.
  const payer = await api.person('payerone');
  await api.credit(payer, 'USDT', '1000');
  const payoutBillId = await orderFor(api, owner, await quoteFor(api, owner));
  const waitingBillId = await orderFor(api, owner, await quoteFor(api, owner));
  const caseId = await caseFor(api, owner, payoutBillId);
  const forgetful = await api.person('forgetful');
  const [waiting, alarmed] = [await waitingLogins(api, forgetful), await api.person('alarmedone')];
  const keyed = await api.person('keyedone');
  const kyc = await kycOf(api, owner, other);
  const applicant = await api.person('applicant');
  const cards = await cardsOf(api, { owner, applicant, other });
  const trade = await tradeBetween(api, owner, await api.person('makerone'));

  let counter = 0;
  return {
    owner: {
      ...owner,
      billId,
      payeeId: payee.data.id,
      exportId,
      addressId: address.data.id,
      payoutBillId,
      waitingBillId,
      caseId,
      ...trade,
      ...kyc.owner,
      ...cards.owner,
    },
    quote: async () => await quoteFor(api, payer),
    ...kyc.fresh,
    ...cards.fresh,
    openOrder: async () => await openOrderOf(api, owner),
    ticket: async (step) => await recoveryAt(api, forgetful.id, step),
    recoveryCode,
    ...waiting,
    noticeTicket: async () => await noticeTicketOf(api, alarmed),
    keyedUserId: keyed.id,
    passkeyLogin: await passkeyLoginsOf(api, keyed),
    other,
    // A transfer goes to somebody else, whoever sends it.
    payee: (await api.person('payeeone')).username,
    password: goodPassword,
    payPassword: goodPayPassword,
    fresh: (prefix) => `${prefix}${String((counter += 1)).padStart(6, '0')}`,
    codeFor: async (email) => await api.codeFor(email),
    ownerToken: async (path) => await tokenOf(api, { owner, payer, alarmed, applicant }[actorOf(path)], path),
    otherToken: async (path) => await tokenOf(api, path === 'user/notme' ? alarmed : other, path),
  };
}

/** A file of bills that is made. */
async function exportOf(api: TestApi, { token }: TestPerson): Promise<string> {
  const span = { from: api.clock.now() - minuteMs, to: api.clock.now() + minuteMs };
  const exported = await api.call('bill/export', { ...span, format: 'csv' }, { token });
  if (!exported.ok) throw new Error(`the world has no export: ${exported.msg}`);
  await api.server.jobs['export']?.({});
  return exported.data.taskId;
}

/** What a visitor with the passkey of a person sends, as often as it is called. */
async function passkeyLoginsOf(
  api: TestApi,
  { id: userId }: TestPerson,
): Promise<RequestWorld['passkeyLogin']> {
  const db = api.databases.main;
  const key = createAuthenticator();
  const now = api.clock.now();
  await takePasskeyHandle(db, userId, randomBytes(32));
  await insertPasskey(db, {
    id: newRowId(),
    credential: key.credential,
    publicKey: key.publicKey,
    userId,
    counter: 0,
    transports: [],
    aaguid: '00000000-0000-0000-0000-000000000000',
    isBackedUp: false,
    name: 'A key',
    now,
    moneyFrom: now,
  });
  return async () => {
    const begun = await api.call('user/passkey/begin', {});
    if (!begun.ok) throw new Error(`the world has no passkey: ${begun.msg}`);
    return { ticket: begun.data.ticket, passkey: key.answer(begun.data.options) };
  };
}

/** As the newest mail about security says it. */
async function noticeTicketOf(api: TestApi, { id: userId, email }: TestPerson): Promise<string> {
  await notify(api.databases.main, { userId, kind: 'payPasswordSet', facts: {}, now: api.clock.now() });
  return /#([\w-]{43})/.exec(await api.lastMail(email))?.[1] ?? '';
}

/**
 * Logging in, logging out and locking an account end sessions, and wrong passwords lock a device: calls that may do so get
 * a session of their own.
 */
async function tokenOf(api: TestApi, person: TestPerson, path: Path): Promise<string> {
  if (!/^user\/(login|logout|passkey\/login|password|paypwd|notme)/.test(path)) return person.token;
  const device = { id: `device-world-${path}`, name: 'world' };
  const session = { userId: person.id, device, remember: false, now: api.clock.now() };
  return (await openSession(api.databases.main, testHalves, session)).token;
}

/** Who makes a call as its owner: other calls may not be stopped by it. */
function actorOf(path: Path): 'owner' | 'payer' | 'alarmed' | 'applicant' {
  if (path === 'card/apply' || path === 'card/apply/cancel') return 'applicant';
  if (path === 'transfer/submit') return 'payer';
  return path === 'user/notme' ? 'alarmed' : 'owner';
}

/** A paid verification with its record, an order of another one, and late ones as often as asked for. */
async function kycOf(api: TestApi, person: TestPerson, asker: TestPerson) {
  const { id: userId } = person;
  const db = api.databases.main;
  const now = api.clock.now();
  const at = new Date(now);
  const insertOrderAs = async (purpose: 'system' | 'card', state: 'pending' | 'paid' | 'overdue') => {
    const id = newRowId();
    const until = new Date(now + 30 * minuteMs);
    await sql`
      insert into app.kyc_order (id, user_id, purpose, state, sold_as, created_at, expires_at, changed_at)
      values (${id}, ${userId}, ${purpose}, ${state}, 'first', ${at}, ${until}, ${at})`.execute(db);
    return id;
  };
  const orderId = await insertOrderAs('system', 'paid');
  const { authNo } = await makeRecord(db, testVault, { userId, orderId, purpose: 'system', now });
  const { bring } = draftSteps(() => api);
  const { linked, opened } = phoneSteps(() => api);
  return {
    owner: { kycOrderId: await insertOrderAs('card', 'pending'), authNo },
    fresh: {
      lateKycOrder: async () => await insertOrderAs('card', 'overdue'),
      kycBinding: async () => await bindingOf(db, { owner: person, asker, now: api.clock.now() }),
      phoneLink: async () => (await linked(person, authNo)).link,
      phonePhoto: async () => ({
        key: (await opened(person, authNo)).key,
        fileId: await bring(person, 'identity'),
      }),
    },
  };
}

/** Cards of the owner and an application for one more; what somebody applies for as often as asked for. */
async function cardsOf(
  { databases, clock }: TestApi,
  { owner, applicant, other }: Readonly<Record<'owner' | 'applicant' | 'other', TestPerson>>,
) {
  const db = databases.main;
  const now = clock.now();
  const own = { userId: owner.id, now };
  const cardId = await cardOf(db, { ...own, productId: 'master-virtual', isActive: true });
  const free = { productId: 'muse-platinum' } as const;
  return {
    owner: {
      cardId,
      newCardId: await cardOf(db, { ...own, productId: 'master-physical', isActive: false }),
      applicationId: await applicationOf(db, { ...own, productId: 'muse-platinum' }),
    },
    fresh: {
      freeProduct: async () => {
        for (const { id: userId } of [applicant, other]) await closeUnpaid(db, { userId, ...free });
        return free.productId;
      },
      openApplication: async () => {
        await closeUnpaid(db, { userId: applicant.id, ...free });
        return await applicationOf(db, { userId: applicant.id, ...free, now: clock.now() });
      },
      wishedCard: async (wish: 'active' | 'locked') => {
        await setWish(db, cardId, wish);
        return cardId;
      },
    },
  };
}

/** The bill of 1 USDT to somebody. */
async function payInside(api: TestApi, { token }: TestPerson, { username: to }: TestPerson): Promise<string> {
  const order = { to, currency: 'USDT', amount: '1', amountConfirm: '1', payPassword: goodPayPassword };
  const sent = await api.call('transfer/internal', order, { token });
  if (!sent.ok) throw new Error(`the world has no transfer: ${sent.msg}`);
  return sent.data.billId;
}

/** Terms for 20 USDT to a shop. */
async function quoteFor(api: TestApi, { token }: TestPerson): Promise<string> {
  const input = { currency: 'USDT', chain: 'eth', address: fakeAccount('shop'), amount: '20' };
  const answer = await api.call('transfer/quote', input, { token });
  if (!answer.ok) throw new Error(`the world has no terms: ${answer.msg}`);
  return answer.data.quoteId;
}

async function orderFor(api: TestApi, { token }: TestPerson, quoteId: string): Promise<string> {
  const input = { quoteId, amount: '20', amountConfirm: '20', payPassword: goodPayPassword };
  const answer = await api.call('transfer/submit', input, { token });
  if (!answer.ok) throw new Error(`the world has no on-chain transfer: ${answer.msg}`);
  return answer.data.billId;
}

async function caseFor(
  { databases, clock }: TestApi,
  { id: userId }: TestPerson,
  billId: string,
): Promise<string> {
  const found = await sql<{ id: string }>`select id from app.payout where bill_id = ${billId}`.execute(
    databases.main,
  );
  return await openCase(databases.main, {
    userId,
    rule: 'velocity',
    object: 'transfer',
    objectId: found.rows[0]?.id ?? '',
    amount: '20',
    currency: 'USDT',
    now: clock.now(),
  });
}

const recoveryCode = '314159';

/** A recovery with a code that is known, or already proven; each under a name of its own, so that none waits. */
async function recoveryAt(
  { databases, clock }: TestApi,
  userId: string,
  step: 'send' | 'verify' | 'reset',
): Promise<string> {
  const [id, ticket] = [newRowId(), newToken()];
  const [now, later] = [new Date(clock.now()), new Date(clock.now() + 15 * minuteMs)];
  // What is proven was sent before.
  const isSent = step !== 'send';
  await sql`
    insert into app.recovery (id, ticket_hash, user_id, name_key, email_masked, method, code_hash, tries_left, sent_at,
      created_at, expires_at, state)
    values (${id}, ${tokenHash(ticket)}, ${userId}, ${tokenHash(id)}, 'f******.com', ${step === 'send' ? null : 'email'},
      ${isSent ? digestCode(testSecretKey, 'recovery', [id], recoveryCode) : null}, ${isSent ? 5 : 0},
      ${isSent ? now : null}, ${now}, ${later}, ${step === 'reset' ? 'proven' : 'open'})`.execute(
    databases.main,
  );
  return ticket;
}

/** A person, and the device of the tests as one that they do not trust. */
type WaitingDevice = { readonly userId: string; readonly device: Buffer };

/** Log-ins of somebody that wait for their code. */
async function waitingLogins(
  api: TestApi,
  { id: userId, username }: TestPerson,
): Promise<Pick<RequestWorld, 'loginTicket' | 'waitingUserId'>> {
  const answer = await api.call('user/login', { account: username, password: goodPassword });
  if (!answer.ok) throw new Error(`the world has no waiting log-in: ${answer.msg}`);
  const found = await sql<{ device: Buffer }>`
    select device_hash as device from app.login_ticket where user_id = ${userId}`.execute(api.databases.main);
  const waiting = { userId, device: found.rows[0]?.device ?? Buffer.alloc(0) };
  return { waitingUserId: userId, loginTicket: async (step) => await loginAt(api, waiting, step) };
}

async function loginAt(
  { databases, clock }: TestApi,
  { userId, device }: WaitingDevice,
  step: 'send' | 'second',
): Promise<string> {
  const ticket = newToken();
  const hash = tokenHash(ticket);
  const [now, later] = [new Date(clock.now()), new Date(clock.now() + 10 * minuteMs)];
  const isSent = step === 'second';
  const codeHash = digestCode(testSecretKey, 'login', [hash.toString('base64url')], recoveryCode);
  await sql`
    insert into app.login_ticket (hash, user_id, device_hash, remember, method, code_hash, sent_at, tries_left,
      created_at, expires_at)
    values (${hash}, ${userId}, ${device}, false, ${isSent ? 'email' : null}, ${isSent ? codeHash : null},
      ${isSent ? now : null}, 5, ${now}, ${later})`.execute(databases.main);
  return ticket;
}
