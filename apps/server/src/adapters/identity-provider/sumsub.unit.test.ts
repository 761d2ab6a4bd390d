import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { HostedProvider } from '@marigold/partners/identity-port';
import { itemsOfLevel2 } from '@marigold/partners/kyc-states';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { documentedApplicant, documentedRetry } from '../../../testing/sumsub-examples.ts';
import { createSumsubProvider } from './sumsub.ts';

type Request = { method: string; target: string; headers: IncomingHttpHeaders; body: string };
type Reply = { status: number; body: unknown; headers?: Record<string, string> };

describe('calls to Sumsub', () => {
  let server: Server;
  let provider: HostedProvider;
  const taken: Request[] = [];
  let replies: ((request: Request) => Reply | undefined)[] = [];
  const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', url: target = '', headers } = request;
        const call = { method, target, headers, body: Buffer.concat(parts).toString() };
        taken.push(call);
        const reply = replies[taken.length - 1]?.(call);
        if (reply === undefined) return;
        const { status, body, headers: more } = reply;
        response.writeHead(status, more).end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    provider = createSumsubProvider({
      url: () => `http://127.0.0.1:${port}`,
      appToken: 'sbx:token',
      secretKey: 'the secret',
      webhookSecret: 'the webhook secret',
      clock: () => now,
      timeoutMs: 200,
      levelName: (level, items) => `level ${level} of ${items.length}`,
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    taken.length = 0;
    replies = [];
  });

  const answers = (...list: Reply[]) => {
    replies = list.map((reply) => () => reply);
  };
  const start = {
    requestId: 'q1',
    applicant: 'SomeExternalUserId',
    level: 2,
    items: itemsOfLevel2,
    returnUrl: 'https://wallet.example/back',
    language: 'ja',
  } as const;
  const initial = { ...documentedApplicant, review: { reviewStatus: 'init' } };
  const no = (code: number, more = {}) => ({
    status: code,
    body: { description: 'no', code, correlationId: 'x', ...more },
  });
  const link = { status: 200, body: { url: 'https://in.sumsub.com/websdk/p/sbx_1' } };

  it('are signed over moment, method, path with query, and body', async () => {
    answers({ status: 201, body: initial }, link);
    expect(await provider.start(start)).toEqual({
      is: 'done',
      value: { ref: initial.id, url: link.body.url, expires: now + 30 * 60_000 },
    });
    expect(taken.map(({ method, target }) => `${method} ${target}`)).toEqual([
      `POST /resources/applicants?levelName=level%202%20of%20${itemsOfLevel2.length}`,
      'POST /resources/sdkIntegrations/levels/-/websdkLink?lang=ja',
    ]);
    for (const { method, target, headers, body } of taken) {
      const text = `${Math.floor(now / 1000)}${method}${target}${body}`;
      expect(headers['x-app-access-ts']).toBe(String(Math.floor(now / 1000)));
      expect(headers['x-app-access-sig']).toBe(createHmac('sha256', 'the secret').update(text).digest('hex'));
      expect(headers['x-app-token']).toBe('sbx:token');
    }
    expect(JSON.parse(taken[0]?.body ?? '')).toEqual({ externalUserId: 'SomeExternalUserId' });
    expect(JSON.parse(taken[1]?.body ?? '')).toMatchObject({
      userId: 'SomeExternalUserId',
      ttlInSecs: 1800,
      redirect: { successUrl: start.returnUrl, rejectUrl: start.returnUrl },
    });
  });

  it('go on with the applicant who is there', async () => {
    answers(no(409), { status: 200, body: initial }, link);
    expect(await provider.start(start)).toMatchObject({ is: 'done', value: { ref: initial.id } });
    expect(taken[1]?.target).toBe('/resources/applicants/-;externalUserId=SomeExternalUserId/one');
  });

  it('begin nothing for whom it refused for good', async () => {
    const final = {
      ...documentedApplicant,
      review: {
        ...documentedApplicant.review,
        reviewResult: { ...documentedRetry, reviewRejectType: 'FINAL' },
      },
    };
    answers(no(409), { status: 200, body: final });
    expect(await provider.start(start)).toEqual({ is: 'refused', reason: 'final', isFinal: true });
    expect(taken).toHaveLength(2);
  });

  it('say what was refused and why, without a word of the answer', async () => {
    answers(no(400, { errorName: 'duplicate-document', description: 'ANNA MUSTER exists' }));
    expect(await provider.start(start)).toEqual({
      is: 'refused',
      reason: 'duplicate-document',
      isFinal: false,
    });
    taken.length = 0;
    answers(no(404));
    expect(await provider.start(start)).toMatchObject({ is: 'refused', reason: 'level-unknown' });
  });

  it.each([
    ['429', no(429)],
    ['500', no(500)],
    ['503 of a proxy', { status: 503, body: '<html>' }],
    ['a wrong key', no(401)],
    ['a page with 200', { status: 200, body: '<!doctype html>' }],
    ['a page with 404', { status: 404, body: '<!doctype html>' }],
    ['JSON of another kind', { status: 200, body: { ok: 1 } }],
    ['a 404 of somebody else', { status: 404, body: { message: 'no route' } }],
    ['an error that names another code', { status: 400, body: { description: 'no', code: 500 } }],
    ['somebody else', { status: 200, body: { ...initial, externalUserId: 'another' } }],
    ['a redirect', { status: 307, body: '', headers: { location: '/resources/applicants/other/one' } }],
    [
      'more than a megabyte',
      { status: 200, body: JSON.stringify({ ...initial, more: 'x'.repeat(2_000_000) }) },
    ],
  ])('say nothing by %s', async (_name, reply) => {
    answers(reply, reply, reply);
    expect(await provider.find({ applicant: 'SomeExternalUserId' })).toEqual({ is: 'unknown' });
    expect(taken).toHaveLength(1);
  });

  it('say nothing when no answer comes in time, or nobody listens', async () => {
    expect(await provider.find({ ref: initial.id })).toEqual({ is: 'unknown' });
    const nobody = createSumsubProvider({
      url: () => 'http://127.0.0.1:1',
      appToken: 'a',
      secretKey: 'b',
      webhookSecret: 'c',
      clock: Date.now,
      levelName: () => 'l',
    });
    expect(await nobody.start(start)).toEqual({ is: 'unknown' });
    expect(await nobody.erase('x')).toEqual({ is: 'unknown' });
    // Far below the ten seconds that it may take by itself.
  }, 5000);

  it('know an absence by Sumsub’s own words, and whoever was deactivated is absent', async () => {
    answers(no(404));
    expect(await provider.find({ ref: 'nobody' })).toEqual({ is: 'absent' });
    taken.length = 0;
    answers({ status: 200, body: { ...initial, deleted: true } });
    expect(await provider.find({ ref: initial.id })).toEqual({ is: 'absent' });
  });

  it('erase by deactivating, once or twice, and believe only that it was done', async () => {
    answers(
      { status: 200, body: { ...initial, deleted: true } },
      no(404),
      { status: 200, body: initial },
      no(400),
    );
    expect(await provider.erase(initial.id)).toEqual({ is: 'done', value: null });
    expect(taken[0]).toMatchObject({
      method: 'PATCH',
      target: `/resources/applicants/${initial.id}/presence/deactivated`,
    });
    expect(await provider.erase(initial.id)).toEqual({ is: 'done', value: null });
    expect(await provider.erase(initial.id)).toEqual({ is: 'unknown' });
    expect(await provider.erase(initial.id)).toEqual({ is: 'refused', reason: 'http-400', isFinal: false });
  });

  it('never leave the path that was meant, whatever an id holds', async () => {
    await provider.find({ applicant: '../../x?a=b#c;externalUserId=d' });
    expect(taken[0]?.target).toBe(
      '/resources/applicants/-;externalUserId=..%2F..%2Fx%3Fa%3Db%23c%3BexternalUserId%3Dd/one',
    );
  });
});

describe('webhooks of Sumsub', () => {
  const provider = createSumsubProvider({
    url: () => 'http://127.0.0.1:1',
    appToken: 'a',
    secretKey: 'b',
    webhookSecret: 'SoMe_SeCrEt_KeY',
    clock: Date.now,
    levelName: () => 'l',
  });
  /** As docs.sumsub.com/docs/user-verification-webhooks shows it. */
  const raw = Buffer.from(
    JSON.stringify({
      applicantId: '5cb56e8e0a975a35f333cb83',
      inspectionId: '5cb56e8e0a975a35f333cb84',
      correlationId: 'req-a260b669-4f14-4bb5-a4c5-ac0218acb9a4',
      externalUserId: 'externalUserId',
      levelName: 'basic-kyc-level',
      type: 'applicantReviewed',
      reviewResult: { reviewAnswer: 'GREEN' },
      reviewStatus: 'completed',
      createdAtMs: '2020-02-21 13:23:19.321',
    }),
  );
  const digest = (algorithm: string, body = raw, key = 'SoMe_SeCrEt_KeY') =>
    createHmac(algorithm, key).update(body).digest('hex');
  const read = (alg: string | undefined, value: string | string[] | undefined, body = raw) =>
    provider.readEvent(body, { 'x-payload-digest-alg': alg, 'x-payload-digest': value });

  it('are known by either of two digests over the raw bytes', () => {
    const known = { about: { applicant: 'externalUserId' } };
    expect(read('HMAC_SHA256_HEX', digest('sha256'))).toEqual(known);
    expect(read('HMAC_SHA512_HEX', digest('sha512'))).toEqual(known);
    expect(read('HMAC_SHA256_HEX', digest('sha256').toUpperCase())).toEqual(known);
  });

  it.each([
    ['an outdated digest', 'HMAC_SHA1_HEX', digest('sha1')],
    ['no algorithm', undefined, digest('sha256')],
    ['the name of something else', 'constructor', digest('sha256')],
    ['another key', 'HMAC_SHA256_HEX', digest('sha256', raw, 'another')],
    ['the digest of another algorithm', 'HMAC_SHA512_HEX', digest('sha256')],
    ['half of the digest', 'HMAC_SHA256_HEX', digest('sha256').slice(0, 32)],
    ['no digest', 'HMAC_SHA256_HEX', undefined],
    ['an empty one', 'HMAC_SHA256_HEX', ''],
    ['two of them', 'HMAC_SHA256_HEX', [digest('sha256'), digest('sha256')]],
    ['no hex', 'HMAC_SHA256_HEX', 'zz'],
  ])('are not believed with %s', (_name, alg, value) => {
    expect(read(alg, value)).toBeUndefined();
  });

  it('are not believed when a byte of the body is another one', () => {
    const tampered = Buffer.from(raw.toString().replace('GREEN', 'GREEM'));
    expect(read('HMAC_SHA256_HEX', digest('sha256'), tampered)).toBeUndefined();
  });

  it('concern nobody where no applicant is named', () => {
    for (const body of ['{"type":"applicantActionReviewed"}', 'no JSON', '[]']) {
      const bytes = Buffer.from(body);
      expect(read('HMAC_SHA256_HEX', digest('sha256', bytes), bytes)).toEqual({ about: null });
    }
  });
});
