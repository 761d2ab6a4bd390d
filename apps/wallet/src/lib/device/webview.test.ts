import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { storage, storageKeys } from './storage.ts';
import {
  heardRequest,
  isWrapped,
  leavingMessage,
  listenToWrapper,
  postTo,
  readWrapperRequest,
  postToWrapper,
  wrapperOrigin,
  type WrapperMessage,
  type WrapperWindow,
} from './webview.ts';

const isHere = (target: WrapperWindow): boolean => isWrapped(target);

const jump: WrapperMessage = { action: 'jump', url: 'https://shop.example/?a=1' };

describe('a message to the wrapper', () => {
  it.each<WrapperMessage>([
    jump,
    { action: 'language', lang: 'zh-Hans' },
    { action: 'theme', theme: 'dark' },
    { action: 'ping' },
  ])('holds its own fields and nothing else: %j', (message) => {
    const burdened = { ...message, token: 'secret-token', user: { uid: '123456789' }, toJSON: () => 'x' };
    expect(leavingMessage(burdened, 'secret-token')).toStrictEqual(message);
  });

  it.each([
    'https://shop.example/?token=secret-token',
    'https://shop.example/?token=secret%2Dtoken',
    'https://shop.example/#secret-token',
    'javascript:alert(1)',
    '/pages/user/index',
    'not a url',
  ])('is not sent with the link %s', (url) => {
    expect(leavingMessage({ action: 'jump', url }, 'secret-token')).toBeUndefined();
  });

  it('is nothing else', () => {
    const other = { action: 'token', token: 'secret-token' } as unknown as WrapperMessage;
    expect(leavingMessage(other, undefined)).toBeUndefined();
    expect(leavingMessage({ action: 'language', lang: 'secret-token' }, undefined)).toBeUndefined();
  });

  it('goes to the wrapper’s own channel, or to one exact origin around us', () => {
    const posted: unknown[] = [];
    const channel = { postMessage: (...all: unknown[]) => void posted.push(all) };
    const ios = { webkit: { messageHandlers: { marigold: channel } }, parent: channel };
    expect(postTo(ios, undefined, jump)).toBe(true);
    expect(postTo({ marigoldWrapper: channel }, undefined, jump)).toBe(true);
    expect(postTo({ parent: channel }, 'https://wrapper.example', jump)).toBe(true);
    expect(posted).toEqual([[jump], [JSON.stringify(jump)], [jump, 'https://wrapper.example']]);
  });

  it('goes nowhere without one', () => {
    const own: { parent?: unknown } = {};
    own.parent = own;
    const never = () => expect.unreachable();
    expect(postTo({}, 'https://wrapper.example', jump)).toBe(false);
    expect(postTo(own as never, 'https://wrapper.example', jump)).toBe(false);
    expect(postTo({ parent: { postMessage: never } }, undefined, jump)).toBe(false);
  });
});

describe('outside of the wrapper', () => {
  beforeEach(() => {
    for (const key of Object.values(storageKeys)) storage.removeItem(key);
  });

  it('nobody is told', () => {
    expect(postToWrapper(jump)).toBe(false);
  });

  it('a browser that was opened as if in a wrapper once is still a plain one', () => {
    const channel = { postMessage: () => undefined };
    const alone: { parent?: unknown } = {};
    alone.parent = alone;
    const around = [
      { webkit: { messageHandlers: { marigold: channel } } },
      { marigoldWrapper: channel },
      { parent: channel },
    ];
    expect(around.map(isHere)).toEqual([false, false, false]);
    storage.setItem(storageKeys.fromUrl, 'webview');
    expect(around.map(isHere)).toEqual([true, true, true]);
    expect([{}, alone as never, { webkit: {} }].map(isHere)).toEqual([false, false, false]);
  });

  it('its origin is the one that the server lets frame us', () => {
    const keep = (message: unknown) => {
      const entry = { key: 'links', wrapperOrigin: message };
      storage.setItem(storageKeys.appConfig, JSON.stringify({ lastTime: 1, data: [entry] }));
    };
    expect(wrapperOrigin()).toBeUndefined();
    keep('https://wrapper.example');
    expect(wrapperOrigin()).toBe('https://wrapper.example');
    for (const wrong of [null, '*', '/', 7]) {
      keep(wrong);
      expect(wrapperOrigin()).toBeUndefined();
    }
  });
});

it('what a wrapper says before the first configuration is judged when it has come, once', () => {
  for (const key of Object.values(storageKeys)) storage.removeItem(key);
  const parent = {};
  let say: (event: unknown) => void = () => undefined;
  vi.stubGlobal('window', {
    parent,
    addEventListener: (_name: string, listen: typeof say) => (say = listen),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const heardHere: unknown[] = [];
  let judge = () => undefined as void;
  listenToWrapper(
    (request) => void heardHere.push(request),
    (run) => (judge = run),
  );
  say({ data: { action: 'back' }, origin: 'https://wrapper.example', source: parent });
  say({ data: { action: 'theme', theme: 'dark' }, origin: 'https://evil.example', source: parent });
  expect(heardHere).toEqual([]);
  const entry = { key: 'links', wrapperOrigin: 'https://wrapper.example' };
  storage.setItem(storageKeys.appConfig, JSON.stringify({ lastTime: 1, data: [entry] }));
  judge();
  judge();
  expect(heardHere).toEqual([{ action: 'back' }]);
});

describe('a message from outside', () => {
  const parent = {};
  const self = {};
  const around = { origin: 'https://wrapper.example', parent, self };
  const heard = (over: { data?: unknown; origin?: string; source?: unknown }) =>
    heardRequest(
      { data: { action: 'back' }, origin: around.origin, source: parent, ...over } as never,
      around,
    );

  it('is heard from the wrapper around us', () => {
    expect(heard({})).toEqual({ action: 'back' });
  });

  it.each([
    'https://evil.example',
    'https://wrapper.example.evil.example',
    'http://wrapper.example',
    'null',
    '',
  ])('is dropped from %j', (origin) => {
    expect(heard({ origin })).toBeUndefined();
  });

  it('is dropped from another window of that origin, from us, and where no wrapper is known', () => {
    expect(heard({ source: {} })).toBeUndefined();
    expect(heard({ source: null })).toBeUndefined();
    const data = { action: 'back' };
    expect(
      heardRequest({ data, origin: '', source: parent as never }, { ...around, origin: undefined }),
    ).toBeUndefined();
    expect(
      heardRequest({ data, origin: around.origin, source: self as never }, { ...around, parent: self }),
    ).toBeUndefined();
  });

  it.each([{ action: 'pong' }, { action: 'theme', theme: 'dark' }, { action: 'bar', hasBack: true }])(
    'may be %j',
    (data) => {
      expect(readWrapperRequest(data)).toEqual(data);
    },
  );

  it.each([
    null,
    'back',
    '{"action":"back"}',
    ['back'],
    {},
    { action: 'back', url: 'https://evil.example' },
    { action: 'theme' },
    { action: 'theme', theme: 'red' },
    { action: 'theme', theme: 'dark', style: 'x' },
    { action: 'bar', hasBack: 'true' },
    { action: 'jump', url: '/pages/user/index' },
    { action: 'language', lang: 'ru' },
    { action: 'token' },
    { action: 'constructor' },
  ])('is never %j', (data) => {
    expect(readWrapperRequest(data)).toBeUndefined();
  });
});
