/** Every row of the specification's error catalogue (section 8) and every option of the helper (section 7). */
import { type AppRequest, signRequest } from '@marigold/contract/envelope';
import { hourMs } from '@marigold/money/spans';
import { describe, expect, it, vi } from 'vitest';

import { createServerClock } from '../device/clock.ts';
import { createSession, type User } from '../device/session.ts';
import { memoryStorage } from '../device/storage.ts';
import type { Answer } from './answer.ts';
import { type ApiCall, createApi, NetworkFailure } from './api.ts';
import { createLoading } from './loading.ts';
import { md5Hex } from './seal.ts';

const secret = 'marigold-demo';
const now = 1_795_000_000_000;
const user = { username: 'alice', uid: '100000001' } as User;

type Sent = { readonly url: string; readonly init: RequestInit };
type Reply = () => Promise<Response>;

function reply(status: number, body: unknown): Reply {
  return async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
}

/** An answer as the server nests it. */
function nested(code: number, data: unknown = null, msg = 'a sentence'): Reply {
  return reply(code === 422 ? 200 : code, { data: { code, msg, data } });
}

const unreachable: Reply = async () => {
  throw new TypeError('Failed to fetch');
};

/** A helper whose server gives these replies in turn, the last one for ever. */
function arrange(...replies: Reply[]) {
  const sent: Sent[] = [];
  const toasts: string[] = [];
  const session = createSession(memoryStorage());
  const loading = createLoading();
  const online = { answered: vi.fn<() => void>(), lost: vi.fn<() => void>() };
  const call: ApiCall = createApi({
    fetch: async (url, init) => {
      sent.push({ url, init });
      const next = replies[Math.min(sent.length, replies.length) - 1] ?? unreachable;
      return await next();
    },
    clock: () => now,
    serverClock: createServerClock(() => now),
    base: '/api',
    secret,
    device: () => ({
      appVersion: '1.5.6',
      deviceType: 'h5',
      deviceModel: 'iPhone',
      deviceBrand: 'apple',
      deviceId: '018f3c1e-0000-7000-8000-000000000001',
      osName: 'ios',
    }),
    language: () => 'zh_CN',
    session: { token: () => session.state.get().token, refuse: (token) => void session.refuse(token) },
    online,
    loading,
    toast: ({ text }) => void toasts.push(text),
    text: (id) => id,
  });
  return { call, sent, toasts, session, loading, online };
}

function headersOf({ init }: Sent): Headers {
  return new Headers(init.headers);
}

/** The sent call without its envelope; a wrong signature or a clock five minutes off is refused, as the server does. */
function signedData({ init }: Sent, serverNow = now): unknown {
  const { data } = JSON.parse(init.body as string) as { data: string };
  const bytes = Uint8Array.from(atob(data), (byte) => byte.codePointAt(0) ?? 0);
  const envelope = JSON.parse(new TextDecoder().decode(bytes)) as { appRequest: AppRequest; apiSign: string };
  expect(envelope.apiSign).toBe(signRequest(envelope.appRequest, secret, md5Hex));
  expect(Math.abs(envelope.appRequest.time - serverNow)).toBeLessThan(300_000);
  return envelope.appRequest.data;
}

describe('a call', () => {
  it('is a POST to base and path, in an envelope the server opens', async () => {
    const { call, sent } = arrange(nested(200, { masked: 'a***e', kind: 'username' }));
    await call('payee/lookup', { to: '金盏花' });
    expect(sent[0]?.url).toBe('/api/payee/lookup');
    expect(sent[0]?.init.method).toBe('POST');
    expect(sent.map((one) => signedData(one))).toEqual([{ to: '金盏花' }]);
  });

  it('answers the data of a success', async () => {
    const { call, toasts } = arrange(nested(200, { masked: 'a***e', kind: 'username' }));
    expect(await call('payee/lookup', { to: 'alice' })).toEqual({
      ok: true,
      data: { masked: 'a***e', kind: 'username' },
    });
    expect(toasts).toEqual([]);
  });

  it('says the language, and the bearer only when somebody is logged in', async () => {
    const { call, sent, session } = arrange(nested(200, {}));
    await call('user/logout', {});
    session.signIn({ token: 'secret-token', user });
    await call('user/logout', {});
    const headers = sent.map(headersOf);
    expect(headers.map((one) => one.get('language'))).toEqual(['zh_CN', 'zh_CN']);
    expect(headers.map((one) => one.get('authorization'))).toEqual([null, 'Bearer secret-token']);
  });

  it('carries _disableLoading inside its signed data, and only when asked to', async () => {
    const { call, sent } = arrange(nested(200, []));
    await call('app/config', {}, { disableLoading: true });
    await call('app/config', {});
    expect(sent.map((one) => signedData(one))).toEqual([{ _disableLoading: true }, {}]);
  });

  it('by GET is a plain query without an envelope', async () => {
    const { call, sent } = arrange(nested(200, {}));
    await call('rate/list', { fiat: 'EUR' }, { method: 'GET', disableLoading: true });
    await call('rate/list', {}, { method: 'GET' });
    expect(sent.map(({ url, init }) => [url, init.method, init.body])).toEqual([
      ['/api/rate/list?fiat=EUR', 'GET', undefined],
      ['/api/rate/list', 'GET', undefined],
    ]);
  });
});

describe('the wrapping rule', () => {
  it('takes an answer with a top-level code and no nested one as the data', async () => {
    const { call } = arrange(reply(200, { code: 200, msg: 'ok', data: { masked: 'b***b' } }));
    expect(await call('payee/lookup', { to: 'bobby' })).toEqual({ ok: true, data: { masked: 'b***b' } });
  });

  it('leaves an answer alone whose data has a code', async () => {
    const { call } = arrange(
      reply(200, { code: 7, data: { code: 200, msg: '', data: { masked: 'c***c' } } }),
    );
    expect(await call('payee/lookup', { to: 'carol' })).toEqual({ ok: true, data: { masked: 'c***c' } });
  });

  it('is not misled by an output field named code', async () => {
    const { call } = arrange(nested(200, { code: 500 }));
    expect(await call('payee/lookup', { to: 'carol' })).toEqual({ ok: true, data: { code: 500 } });
  });
});

describe('without an answer', () => {
  it('says "request network error" and resolves with a marked result, when errors are to be shown', async () => {
    const { call, toasts, online } = arrange(unreachable);
    const result = await call('app/ping', {}, { showErrors: true });
    expect(result).toEqual({ ok: false, kind: 'network', isTimeout: false });
    expect(toasts).toEqual(['shell.requestNetworkError']);
    expect(online.lost).toHaveBeenCalledOnce();
  });

  it('is rejected without a word otherwise', async () => {
    const { call, toasts } = arrange(unreachable);
    await expect(call('app/ping', {})).rejects.toBeInstanceOf(NetworkFailure);
    expect(toasts).toEqual([]);
  });

  it('does not ask the failure callback, which is for answers', async () => {
    const onFail = vi.fn<() => void>();
    const { call } = arrange(unreachable);
    await call('app/ping', {}, { showErrors: true, onFail });
    expect(onFail).not.toHaveBeenCalled();
  });

  it('gives up after its own time-out', async () => {
    const { call } = arrange();
    const slow = createSlow();
    await expect(slow.call('app/ping', {}, { timeoutMs: 5 })).rejects.toMatchObject({ isTimeout: true });
    await expect(call('app/ping', {})).rejects.toMatchObject({ isTimeout: false });
  });

  it('is rejected with its own reason when the caller gives up, and says nothing', async () => {
    const slow = createSlow();
    const control = new AbortController();
    const running = slow.call('app/ping', {}, { showErrors: true, signal: control.signal });
    control.abort(new Error('left the page'));
    await expect(running).rejects.toThrow('left the page');
    expect(slow.toasts).toEqual([]);
  });
});

/** A server that never answers but lets itself be interrupted, as fetch does. */
function createSlow() {
  const toasts: string[] = [];
  const call = createApi({
    fetch: async (_url, { signal }) =>
      await new Promise<Response>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
    clock: () => now,
    serverClock: createServerClock(() => now),
    base: '/api',
    secret,
    device: () => ({
      appVersion: '',
      deviceType: '',
      deviceModel: '',
      deviceBrand: '',
      deviceId: '',
      osName: '',
    }),
    language: () => 'en_US',
    session: { token: () => undefined, refuse: () => undefined },
    online: { answered: () => undefined, lost: () => undefined },
    loading: createLoading(),
    toast: ({ text }) => void toasts.push(text),
    text: (id) => id,
  });
  return { call, toasts };
}

describe('a code that is not 200', () => {
  const refused = nested(
    422,
    { refusal: 'payee_not_found', field: 'to', facts: { tries: 3 } },
    'No such person.',
  );

  it('gives the response to the supplied callback, without a toast', async () => {
    const answers: Answer[] = [];
    const { call, toasts } = arrange(refused);
    await call('payee/lookup', { to: 'nobody' }, { onFail: (answer) => void answers.push(answer) });
    expect(answers).toEqual([
      {
        code: 422,
        msg: 'No such person.',
        data: { refusal: 'payee_not_found', field: 'to', facts: { tries: 3 } },
        refusal: 'payee_not_found',
        field: 'to',
        facts: { tries: 3 },
      },
    ]);
    expect(toasts).toEqual([]);
  });

  it('without a callback shows the supplied message', async () => {
    const { call, toasts } = arrange(refused);
    await call('payee/lookup', { to: 'nobody' }, { message: 'Not found here' });
    expect(toasts).toEqual(['Not found here']);
  });

  it('without either shows the msg of the server', async () => {
    const { call, toasts } = arrange(refused);
    await call('payee/lookup', { to: 'nobody' });
    expect(toasts).toEqual(['No such person.']);
  });

  it('is a refusal with its code, field and facts when the contract declares it', async () => {
    const { call } = arrange(refused);
    expect(await call('payee/lookup', { to: 'nobody' })).toEqual({
      ok: false,
      kind: 'refusal',
      refusal: 'payee_not_found',
      field: 'to',
      facts: { tries: 3 },
      msg: 'No such person.',
    });
  });

  it.each([400, 403, 404, 405, 409, 413, 415, 429, 500, 503])('%i is told by its number', async (status) => {
    const { call, toasts } = arrange(nested(status, { refusal: 'reason', facts: {} }));
    const result = await call('payee/lookup', { to: 'alice' });
    expect(result).toMatchObject({ ok: false, kind: 'status', status, reason: 'reason' });
    expect(toasts).toEqual(['a sentence']);
  });

  it('stays readable when a proxy answers instead of the server', async () => {
    const { call, toasts } = arrange(reply(502, '<html>Bad gateway</html>'));
    expect(await call('app/ping', {})).toMatchObject({ kind: 'status', status: 502 });
    expect(toasts).toEqual(['shell.dataRequestFailed']);
  });

  it('is never a success because of HTTP 200 alone', async () => {
    const { call } = arrange(reply(200, '<html>Welcome to the hotel</html>'));
    expect(await call('app/ping', {}, { message: 'x' })).toMatchObject({ ok: false, status: 502 });
  });
});

describe('401', () => {
  it('clears user and token', async () => {
    const { call, session } = arrange(nested(401, { refusal: 'unauthorised', facts: {} }));
    session.signIn({ token: 'token-of-alice', user });
    await call('user/info', {});
    expect(session.state.get()).toEqual({ hasLogin: false, token: undefined, user: undefined });
  });

  it('of a token that is no longer the current one leaves the new session alone', async () => {
    const late = Promise.withResolvers<void>();
    const { call, session } = arrange(async () => {
      await late.promise;
      return await nested(401, { refusal: 'unauthorised', facts: {} })();
    });
    session.signIn({ token: 'token-before', user });
    const running = call('user/info', {});
    session.signIn({ token: 'token-after', user });
    late.resolve();
    await running;
    expect(session.state.get().token).toBe('token-after');
  });

  it('of a call without a token leaves a session alone that began meanwhile', async () => {
    const late = Promise.withResolvers<void>();
    const { call, session } = arrange(async () => {
      await late.promise;
      return await nested(401)();
    });
    const running = call('user/info', {});
    session.signIn({ token: 'token-after', user });
    late.resolve();
    await running;
    expect(session.state.get().hasLogin).toBe(true);
  });

  it('is followed by the same toast as any other code', async () => {
    const { call, toasts } = arrange(nested(401, null, 'Log in again.'));
    await call('user/info', {});
    expect(toasts).toEqual(['Log in again.']);
  });
});

describe('a clock that is wrong', () => {
  const serverTime = now + hourMs;
  const clock = nested(400, { refusal: 'clock', field: 'time', facts: { serverTime } });

  it('is set right and the call repeated once, unseen', async () => {
    const { call, sent, toasts } = arrange(clock, nested(200, { masked: 'x' }));
    expect(await call('payee/lookup', { to: 'alice' })).toEqual({ ok: true, data: { masked: 'x' } });
    expect(sent).toHaveLength(2);
    expect(sent.slice(1).map((one) => signedData(one, serverTime))).toEqual([{ to: 'alice' }]);
    expect(toasts).toEqual([]);
  });

  it('stays right for the calls that follow', async () => {
    const { call, sent } = arrange(clock, nested(200, {}));
    await call('payee/lookup', { to: 'alice' });
    await call('payee/lookup', { to: 'bobby' });
    expect(sent).toHaveLength(3);
    expect(sent.slice(2).map((one) => signedData(one, serverTime))).toEqual([{ to: 'bobby' }]);
  });

  it('is not chased for ever', async () => {
    const { call, sent } = arrange(clock);
    expect(await call('payee/lookup', { to: 'alice' })).toMatchObject({ status: 400, reason: 'clock' });
    expect(sent).toHaveLength(2);
  });
});

describe('the loading mask', () => {
  it('covers the screen until the last of the calls that want it is answered', async () => {
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const waiting = [...answers];
    const { call, loading } = arrange(async () => {
      await waiting.shift()?.promise;
      return await nested(200, {})();
    });
    const calls = [call('app/ping', {}), call('app/ping', {})];
    const seen = [loading.isRunning.get()];
    for (const [index, answer] of answers.entries()) {
      answer.resolve();
      await calls[index];
      seen.push(loading.isRunning.get());
    }
    expect(seen).toEqual([true, true, false]);
  });

  it('is gone after a call that failed', async () => {
    const { call, loading } = arrange(unreachable);
    await call('app/ping', {}, { showErrors: true });
    expect(loading.isRunning.get()).toBe(false);
  });

  it('stays away for a call that does not want it', async () => {
    const { call, loading } = arrange(nested(200, {}));
    const quiet = call('app/ping', {}, { disableLoading: true });
    expect(loading.isRunning.get()).toBe(false);
    await quiet;
  });
});
