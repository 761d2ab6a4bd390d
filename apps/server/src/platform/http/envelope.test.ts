/** The server's side of the envelope: golden vectors open, everything else names what is wrong. */
import type { AppRequest } from '@marigold/contract/envelope';
import { signRequest } from '@marigold/contract/envelope';
import { goldenVectors } from '@marigold/contract/testing/envelope-vectors';
import { describe, expect, it } from 'vitest';

import { clockToleranceMs, md5Hex, openEnvelope } from './envelope.ts';
import { TransportError } from './transport-error.ts';

const secret = 'marigold-demo';
const now = 1_795_000_000_000;
const request: AppRequest = {
  appVersion: '1.5.6',
  deviceType: 'h5',
  deviceModel: 'iPhone',
  deviceBrand: 'apple',
  deviceId: '018f3c1e-0000-7000-8000-000000000001',
  osName: 'ios',
  time: now,
  data: { to: 'alice' },
};

function encode(text: string | Uint8Array): string {
  return JSON.stringify({ data: Buffer.from(text).toString('base64') });
}

/** A body that is signed rightly, whatever its parts say. */
function signed(appRequest: Readonly<Record<string, unknown>>, more: object = {}): string {
  const apiSign = signRequest(appRequest as AppRequest, secret, md5Hex);
  return encode(JSON.stringify({ appRequest, apiSign, ...more }));
}

function refusalOf(body: string, at = now) {
  try {
    openEnvelope(body, secret, at);
  } catch (error) {
    if (error instanceof TransportError)
      return { status: error.status, refusal: error.refusal, field: error.field };
    throw error;
  }
  return 'opened';
}

const malformed = (field: string) => ({ status: 400, refusal: 'malformed', field });

describe('golden vectors', () => {
  it.each(goldenVectors)('opens "$name"', ({ body, appRequest, secret: theirs }) => {
    const opened = openEnvelope(JSON.stringify(body), theirs, appRequest.time);
    const { _disableLoading: _, ...data } = appRequest.data as Record<string, unknown>;
    expect(opened.data).toEqual(data);
    expect(opened.deviceId).toBe(appRequest.deviceId);
  });
});

describe('an opened envelope', () => {
  it('has lost _disableLoading, which was signed', () => {
    const { data } = openEnvelope(signed({ ...request, data: { a: 1, _disableLoading: true } }), secret, now);
    expect(data).toEqual({ a: 1 });
  });

  it('names the device by model and system, and has its family beside it', () => {
    const { deviceName, deviceFamily } = openEnvelope(
      signed({ ...request, deviceModel: 'Pixel 9\u202e\nPro', osName: 'android' }),
      secret,
      now,
    );
    expect([deviceName, deviceFamily]).toEqual(['Pixel 9 Pro · Android', 'Android']);
  });
});

describe('the signature', () => {
  it('refuses data that was changed after signing', () => {
    const apiSign = signRequest(request, secret, md5Hex);
    const body = encode(JSON.stringify({ appRequest: { ...request, data: { to: 'mallory' } }, apiSign }));
    expect(refusalOf(body)).toEqual({ status: 400, refusal: 'signature', field: 'apiSign' });
  });

  it('refuses another secret, a lower-case sign, a short one and none', () => {
    const right = signRequest(request, secret, md5Hex);
    const wrong = [signRequest(request, 'other', md5Hex), right.toLowerCase(), right.slice(1), 7, undefined];
    for (const apiSign of wrong) {
      const body = encode(JSON.stringify({ appRequest: request, apiSign }));
      expect(refusalOf(body)).toEqual({ status: 400, refusal: 'signature', field: 'apiSign' });
    }
  });
});

describe('the clock', () => {
  it('may be five minutes wrong in both directions and no millisecond more', () => {
    expect(refusalOf(signed(request), now + clockToleranceMs)).toBe('opened');
    expect(refusalOf(signed(request), now - clockToleranceMs)).toBe('opened');
    const refused = { status: 400, refusal: 'clock', field: 'time' };
    expect(refusalOf(signed(request), now + clockToleranceMs + 1)).toEqual(refused);
    expect(refusalOf(signed(request), now - clockToleranceMs - 1)).toEqual(refused);
  });

  it('is answered with the time of the server', () => {
    const serverTime = now + clockToleranceMs + 1;
    expect(() => openEnvelope(signed(request), secret, serverTime)).toThrow(
      expect.objectContaining({ facts: { serverTime } }) as Error,
    );
  });
});

describe('unknown and missing keys', () => {
  it('are refused by name at every level of the envelope', () => {
    const body = JSON.parse(signed(request)) as object;
    expect(refusalOf(JSON.stringify({ ...body, extra: 1 }))).toEqual(malformed('extra'));
    expect(refusalOf(signed(request, { extra: 1 }))).toEqual(malformed('extra'));
    expect(refusalOf(signed({ ...request, extra: 1 }))).toEqual(malformed('appRequest.extra'));
  });

  it('are not repeated where no field could be called so', () => {
    for (const name of ['QX 7731904-A/5', '1971-02-23', 'Vandermeulebroucke', '鷲尾', ''])
      expect(refusalOf(signed({ ...request, [name]: 1 }))).toEqual(malformed('appRequest'));
  });

  it.each(Object.keys(request).filter((key) => key !== 'data'))('refuses an envelope without %s', (key) => {
    const { [key as keyof AppRequest]: _, ...rest } = request;
    expect(refusalOf(signed(rest))).toEqual(malformed(`appRequest.${key}`));
  });

  it.each([
    ['deviceId', '../etc'],
    ['deviceId', 'short'],
    ['time', '1795000000000'],
    ['time', 1.5],
    ['osName', 'x'.repeat(101)],
    ['osName', '\ud800'],
    ['deviceModel', null],
    ['deviceModel', 'ab\0cd'],
    ['deviceBrand', '\udc00'],
  ])('refuses %s %j', (key, value) => {
    expect(refusalOf(signed({ ...request, [key]: value }))).toEqual(malformed(`appRequest.${key}`));
  });

  it.each([
    [{ a: { b: ['x', '\0'] } }, 'a.b[1]'],
    [{ a: '\ud800' }, 'a'],
    [{ 'a\0': 1 }, 'data'],
    [{ a: { 'b\udc00': 1 } }, 'a'],
  ])('refuses data %j, of which nothing could be kept, and names %s', (data, field) => {
    expect(refusalOf(signed({ ...request, data }))).toEqual(malformed(field));
  });

  it.each([[null], ['text'], [7], [[1]]])('refuses data %j, which is no object', (data) => {
    expect(refusalOf(signed({ ...request, data }))).toEqual(malformed('data'));
  });

  it('refuses an envelope without data', () => {
    const { data: _, ...rest } = request;
    expect(refusalOf(signed(rest))).toEqual(malformed('data'));
  });
});

describe('the body', () => {
  it.each(['', 'not json', '[]', 'null', '"text"', '{', '{"data"}'])('refuses %j', (body) => {
    expect(refusalOf(body)).toEqual(malformed('body'));
  });

  it.each([undefined, null, 7, '', '*', 'abc', 'YWJj YWJj', 'YWJj\n', 'YW-_', '====', 'YQ=a'])(
    'refuses data %j, which is not Base64',
    (data) => {
      expect(refusalOf(JSON.stringify({ data }))).toEqual(malformed('data'));
    },
  );

  it('refuses bytes that are not UTF-8, even where the sign fits what they would be replaced by', () => {
    const { data } = JSON.parse(signed({ ...request, data: { to: '\ufffd' } })) as { data: string };
    const bytes = Buffer.from(data, 'base64');
    const at = bytes.indexOf('\ufffd');
    const broken = Buffer.concat([bytes.subarray(0, at), Uint8Array.of(0xff), bytes.subarray(at + 3)]);
    expect(refusalOf(encode(broken))).toEqual(malformed('data'));
  });

  it('refuses what the strict parser refuses inside the envelope', () => {
    const inner = JSON.stringify({ appRequest: request, apiSign: '' });
    expect(refusalOf(encode(inner.replace('"to"', '"__proto__"')))).toEqual(malformed('data'));
    expect(refusalOf(encode(inner.replace('"to":', '"to":"bob","to":')))).toEqual(malformed('data'));
    expect(refusalOf(encode(inner.replace('"alice"', '['.repeat(9) + ']'.repeat(9))))).toEqual(
      malformed('data'),
    );
  });
});
