import { generateKeyPairSync, verify } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { CardIssuer, HolderRequest, OpeningRequest } from '@marigold/partners/card-port';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { signedTextOf } from './musepay-signature.ts';
import { createMusepayIssuer } from './musepay.ts';

const ours = generateKeyPairSync('rsa', { modulusLength: 2048 });
const theirs = generateKeyPairSync('rsa', { modulusLength: 2048 });
const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const settings = {
  url: () => 'http://127.0.0.1:1',
  partnerId: '2000061',
  privateKey: ours.privateKey,
  platformKey: theirs.publicKey,
  mailDomain: 'holders.example',
  clock: () => now,
  timeoutMs: 200,
};

const request: HolderRequest = {
  requestId: 'give-1',
  applicant: 'aabcdfsf',
  holder: {
    firstName: 'Jack',
    lastName: 'Weather',
    birthday: '1988-02-02',
    nationality: 'BR',
    idType: 'idCard',
    idNumber: 'G012345678',
    issuingRegion: 'BR',
    expiry: null,
    phone: '+5511987654321',
    occupation: 'teacher',
    income: 'to50k',
    purpose: 'savings',
    residence: { country: 'BR', city: 'Rila', postal: 'GA1234', line: 'No. 43 Rd Sky' },
  },
};
const wish: OpeningRequest = {
  requestId: 'afdsfasf234324',
  holderRef: '8000123',
  product: 'muse/2',
  phone: '+85261234567',
  latinName: 'JACK WEATHER',
  mailTo: { country: 'HK', city: 'Hong Kong', postal: null, line: '1 Queen’s Road', recipient: 'J. Weather' },
};
const card = { cardRef: 'xxxxx', holderRef: '8000123' };

/** As the documentation shows them. */
const user = { user_xid: 'aabcdfsf', user_id: '8000123', kyc_status: '0' };
const applied = { apply_status: 'APPLYING', apply_id: '2469990273197955', request_id: 'afdsfasf234324' };
const documentedCard = {
  user_id: '8000123',
  card_id: 'xxxxx',
  phone_number: '1331236',
  phone_area_code: '86',
  product_id: '86',
  card_level: 1,
  card_network: 'masterCard',
  card_type: 'physical',
  currency: 'USD',
  card_no_last4: '0086',
  card_status: 'PENDING_ACTIVE',
  embossed_name: 'coll boston',
  expiry_month: '04',
  expiry_year: '2030',
  issue_time: '13788886666',
  card_available_balance: 12_321,
  daily_purchaseLimit: 500_000,
  enable_present_transaction: false,
};

type Reply = { status: number; body: unknown; headers?: Record<string, string> };
const yes = (data: unknown): Reply => ({ status: 200, body: { code: '200', message: 'success', data } });
const no = (code: number | string, status = 200): Reply => ({
  status,
  body: { code, message: 'ANNA MUSTER' },
});

describe('calls to MusePay', () => {
  let server: Server;
  let issuer: CardIssuer;
  const taken: { method: string; path: string; body: Record<string, unknown> }[] = [];
  let replies: Reply[] = [];

  beforeAll(async () => {
    server = createServer((incoming, response) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        const { method = '', url: path = '' } = incoming;
        const reply = replies[taken.length];
        const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
        taken.push({ method, path, body });
        if (reply === undefined) return;
        const { status, body: answer, headers } = reply;
        response.writeHead(status, headers).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    issuer = createMusepayIssuer({ ...settings, url: () => `http://127.0.0.1:${port}` });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    taken.length = 0;
    replies = [];
  });
  const paths = () => taken.map(({ method, path }) => `${method} ${path}`);

  it('are signed by the key of the house over all that is in them, each with a nonce of its own', async () => {
    replies = [no(404, 404), yes(user)];
    expect(await issuer.holder(request)).toEqual({
      is: 'done',
      value: { ref: '8000123', phase: 'checking', fields: [] },
    });
    expect(paths()).toEqual(['POST /v1/carduser/query', 'POST /v1/carduser/create']);
    for (const { body } of taken) {
      expect(body).toMatchObject({
        partner_id: '2000061',
        sign_type: 'RSA',
        timestamp: String(Math.floor(now / 1000)),
      });
      const sign = Buffer.from(String(body['sign']), 'base64');
      expect(verify('sha1', Buffer.from(signedTextOf(body)), ours.publicKey, sign)).toBe(true);
    }
    const [first, second] = taken.map(({ body }) => body['nonce']);
    expect(first).not.toBe(second);
  });

  it('give a holder in the words of MusePay, without the mail address or telephone of a person', async () => {
    replies = [no(404, 404), yes(user)];
    await issuer.holder(request);
    const { sign: _sign, nonce: _nonce, timestamp: _at, partner_id: _id, ...body } = taken[1]?.body ?? {};
    expect(body).toEqual({
      sign_type: 'RSA',
      user_xid: 'aabcdfsf',
      email: 'aabcdfsf@holders.example',
      individual: {
        first_name: 'Jack',
        last_name: 'Weather',
        date_of_birth: '1988-02-02',
        occupation: 'teacher',
        annual_income: 'to50k',
      },
      document: { type: '1', number: 'G012345678', country: 'BR', expiry_date: '2099-12-31' },
      address: { country: 'BR', city: 'Rila', post_code: 'GA1234', details: 'No. 43 Rd Sky' },
    });
  });

  it.each([
    ['0', 'checking', []],
    [1, 'checking', []],
    ['2', 'checking', []],
    ['3', 'passed', []],
    ['4', 'rejected', ['occupation', 'income', 'purpose', 'residence']],
  ] as const)('read the status %s of a holder', async (kyc_status, phase, fields) => {
    replies = [yes({ ...user, kyc_status })];
    expect(await issuer.findHolder(request)).toEqual({
      is: 'done',
      value: { ref: '8000123', phase, fields },
    });
  });

  it('send nothing again of whom is checked or has passed, and of a refused one as the next try', async () => {
    replies = [yes({ ...user, kyc_status: '2' })];
    expect(await issuer.holder(request)).toMatchObject({ value: { phase: 'checking' } });
    expect(paths()).toEqual(['POST /v1/carduser/query']);
    taken.length = 0;
    replies = [yes({ ...user, kyc_status: '4' }), yes(user)];
    expect(await issuer.holder(request)).toMatchObject({ value: { phase: 'checking' } });
    expect(paths()).toEqual(['POST /v1/carduser/query', 'POST /v1/carduser/upload-kyc']);
    expect(taken[1]?.body['email']).toBeUndefined();
  });

  it('go on with the holder who is there when a second one is refused', async () => {
    replies = [no(404, 404), no(400, 400), yes(user)];
    expect(await issuer.holder(request)).toMatchObject({ is: 'done', value: { ref: '8000123' } });
    taken.length = 0;
    replies = [no(404, 404), no(400, 400), no(404, 404)];
    expect(await issuer.holder(request)).toEqual({
      is: 'refused',
      reason: 'INVALID_REQUEST',
      isFinal: false,
    });
  });

  it('wish for a card once, and a double is answered by what is there', async () => {
    replies = [yes(applied)];
    const approval = {
      requestId: wish.requestId,
      phase: 'approval',
      cardRef: null,
      reason: null,
      parcel: null,
    };
    expect(await issuer.open(wish)).toEqual({ is: 'done', value: approval });
    expect(taken[0]).toMatchObject({
      path: '/v1/card/apply',
      body: {
        request_id: 'afdsfasf234324',
        user_id: '8000123',
        card_product_id: 'muse',
        card_level: '2',
        phone_area_code: '852',
        phone_number: '61234567',
        embossed_name: 'JACK WEATHER',
        address: { country: 'HK', city: 'Hong Kong', details: '1 Queen’s Road', recipient: 'J. Weather' },
      },
    });
    taken.length = 0;
    replies = [no(202_224), yes({ ...applied, apply_status: 'AUDIT_REFUSE' })];
    expect(await issuer.open(wish)).toEqual({
      is: 'done',
      value: { ...approval, phase: 'refused', reason: 'AUDIT_REFUSE' },
    });
    expect(paths()).toEqual(['POST /v1/card/apply', 'POST /v1/card/apply-result']);
    for (const nothing of [7000, 5004]) {
      taken.length = 0;
      replies = [no('202224'), no(nothing)];
      expect(await issuer.open(wish)).toEqual({ is: 'unknown' });
    }
  });

  it('refuse what MusePay refuses by its names, and a number that is none', async () => {
    replies = [no(5004)];
    expect(await issuer.open(wish)).toEqual({
      is: 'refused',
      reason: 'USER_STATUS_INVALID',
      isFinal: false,
    });
    taken.length = 0;
    replies = [no(10_211_027)];
    expect(await issuer.open(wish)).toMatchObject({ is: 'refused', reason: 'code-10211027' });
    taken.length = 0;
    expect(await issuer.open({ ...wish, phone: '12' })).toMatchObject({ is: 'refused', reason: 'phone' });
    expect(taken).toEqual([]);
  });

  it('believe a card opened when it can be read as issued', async () => {
    const passed = { ...applied, apply_status: 'CARD_INIT', card_id: 'xxxxx' };
    for (const [reply, phase] of [
      [yes({ ...documentedCard, card_status: 'INIT' }), 'opening'],
      [yes({ ...documentedCard, card_status: 'PENDING_ISSUE' }), 'opening'],
      [no(404, 404), 'opening'],
      [yes(documentedCard), 'opened'],
    ] as const) {
      taken.length = 0;
      replies = [yes(passed), reply];
      expect(await issuer.findOpening(wish)).toMatchObject({
        is: 'done',
        value: { phase, cardRef: phase === 'opened' ? 'xxxxx' : null },
      });
    }
    taken.length = 0;
    replies = [yes({ ...passed, card_id: '' })];
    expect(await issuer.findOpening(wish)).toMatchObject({ value: { phase: 'opening' } });
    taken.length = 0;
    replies = [no(7000)];
    expect(await issuer.findOpening(wish)).toEqual({ is: 'absent' });
  });

  it.each([
    ['PENDING_ACTIVE', 'pendingActive'],
    ['ACTIVE', 'active'],
    ['LOCK', 'locked'],
    ['SUSPENDED', 'suspended'],
    ['CANCELED', 'closed'],
  ])('read a card as it is documented: %s', async (card_status, state) => {
    replies = [yes({ ...documentedCard, card_status })];
    expect(await issuer.find(card)).toEqual({
      is: 'done',
      value: {
        cardRef: 'xxxxx',
        state,
        last4: '0086',
        expiry: '2030-04',
        currency: 'USD',
        balance: '12321.00',
        available: '12321.00',
        dailyLimit: '500000.00',
        dailyLeft: null,
      },
    });
  });

  it('activate plastic and virtual cards by their own paths, and an active one by none', async () => {
    for (const [change, path] of [
      [{}, '/v1/card/activate-physical'],
      [{ card_type: 'VIRTUAL' }, '/v1/card/activate'],
      [{ card_status: 'ACTIVE' }, undefined],
    ] as const) {
      taken.length = 0;
      const read = { ...documentedCard, ...change };
      replies = [yes(read), yes({ user_id: '8000123', card_id: 'xxxxx', card_status: 'PENDING_ACTIVE' })];
      expect(await issuer.activate(card)).toEqual({ is: 'done', value: null });
      expect(taken[1]?.path).toBe(path);
    }
  });

  it('say nothing of a request whose clock, nonce or key was wrong, of an outage, or of somebody else', async () => {
    const others: Reply[] = [
      no(406),
      no(412),
      no('412', 400),
      no(429, 429),
      no(500, 500),
      no(200, 503),
      no(401, 401),
      { status: 503, body: '<html>' },
      { status: 200, body: '<!doctype html>' },
      { status: 404, body: '<!doctype html>' },
      { status: 404, body: { message: 'no route' } },
      { status: 400, body: { code: 404, message: 'another status' } },
      { status: 200, body: { ok: 1 } },
      yes({}),
      yes(null),
      yes({ ...documentedCard, card_id: 'another' }),
      yes({ ...documentedCard, user_id: 'another' }),
      yes({ ...documentedCard, card_status: 'NEW' }),
      yes({ ...documentedCard, card_status: 'INIT' }),
      yes({ ...documentedCard, card_available_balance: '1e3' }),
      yes({ ...documentedCard, more: 'x'.repeat(300_000) }),
      { status: 307, body: '', headers: { location: '/v1/card/query' } },
    ];
    for (const reply of others) {
      taken.length = 0;
      replies = [reply, yes(documentedCard)];
      expect([reply, await issuer.find(card)]).toEqual([reply, { is: 'unknown' }]);
      expect(taken).toHaveLength(1);
    }
  });

  it('take no answer to somebody else’s question', async () => {
    const other = { ...applied, request_id: 'another' };
    const ask = async (reply: Reply, question: () => Promise<unknown>) => {
      taken.length = 0;
      replies = [reply];
      return await question();
    };
    const answers = [
      await ask(yes({ ...user, user_xid: 'another' }), async () => await issuer.findHolder(request)),
      await ask(yes(other), async () => await issuer.open(wish)),
      await ask(yes(other), async () => await issuer.findOpening(wish)),
      await ask(
        yes({ card_id: 'another', card_status: 'LOCK' }),
        async () => await issuer.setState(card, 'locked'),
      ),
      await ask(yes({ ...documentedCard, card_id: 'another' }), async () => await issuer.activate(card)),
    ];
    expect(answers).toEqual(answers.map(() => ({ is: 'unknown' })));
  });

  it('say nothing when no answer comes in time, or nobody listens', async () => {
    expect(await issuer.find(card)).toEqual({ is: 'unknown' });
    const nobody = createMusepayIssuer(settings);
    expect(await nobody.holder(request)).toEqual({ is: 'unknown' });
    expect(await nobody.open(wish)).toEqual({ is: 'unknown' });
    expect(await nobody.setState(card, 'locked')).toEqual({ is: 'unknown' });
  }, 5000);
});
