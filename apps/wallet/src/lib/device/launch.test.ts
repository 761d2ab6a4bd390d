import { describe, expect, it } from 'vitest';

import { baseAddress, hostTable } from '../http/base-address.ts';
import { languageChoice, languageFor } from '../text/i18n.ts';
import { deviceId, readDevice } from './device.ts';
import { isWebview, storedInviteCode, readLaunch } from './launch.ts';
import { memoryStorage, storageKeys } from './storage.ts';
import { postTo, type WrapperMessage, type WrapperWindow } from './webview.ts';

describe('the first address of a visit', () => {
  it('brings an invitation, which stays until it is used', () => {
    const storage = memoryStorage();
    readLaunch('?invitecode=ab12cd', storage);
    readLaunch('?type=register', storage);
    expect(storage.getItem(storageKeys.inviteCode)).toBe('AB12CD');
    expect(storedInviteCode(storage)).toBe('AB12CD');
  });

  it.each(['', '?invitecode=', '?invitecode=<b>', '?invitecode=TOOLONG'])('keeps nothing of %j', (search) => {
    const storage = memoryStorage();
    readLaunch(search, storage);
    expect(storage.getItem(storageKeys.inviteCode)).toBeNull();
    expect(storedInviteCode(storage)).toBeUndefined();
  });

  it('says that the app runs inside the wrapper', () => {
    const storage = memoryStorage();
    readLaunch('?from=elsewhere', storage);
    expect(isWebview(storage)).toBe(false);
    readLaunch('?from=webview', storage);
    expect(storage.getItem(storageKeys.fromUrl)).toBe('webview');
    expect(isWebview(storage)).toBe(true);
  });
});

describe('the base address', () => {
  it('is one for the production host and the own /api for every other', () => {
    const table = hostTable('app.example.org', 'https://api.example.org/api');
    expect(baseAddress('app.example.org', table)).toBe('https://api.example.org/api');
    expect(baseAddress('localhost:8787', table)).toBe('/api');
    expect(baseAddress('constructor', table)).toBe('/api');
    expect(baseAddress('app.example.org', hostTable(undefined, undefined))).toBe('/api');
  });
});

describe('the language', () => {
  it('is the chosen one, otherwise the first of the device that we speak, otherwise English', () => {
    expect(languageFor('ru', ['ja'])).toBe('ru');
    expect(languageFor('auto', ['fr', 'zh-TW', 'ru'])).toBe('zh-Hant');
    expect(languageFor('auto', ['fr'])).toBe('en');
  });

  it('is automatic until one is chosen', () => {
    const storage = memoryStorage();
    expect(languageChoice(storage)).toBe('auto');
    storage.setItem(storageKeys.locale, 'ja');
    expect(languageChoice(storage)).toBe('ja');
    storage.setItem(storageKeys.locale, 'fr');
    expect(languageChoice(storage)).toBe('auto');
  });
});

describe('the device', () => {
  it('has one id for ever', () => {
    const storage = memoryStorage();
    const made = deviceId(storage);
    expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    expect(deviceId(storage)).toBe(made);
  });

  it('gets a new id when the kept one would be refused by the server', () => {
    const storage = memoryStorage();
    storage.setItem(storageKeys.deviceId, '<script>');
    expect(deviceId(storage)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1',
      'apple',
      'iPhone',
      'ios',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/140.0 Mobile Safari/537.36',
      'google',
      'Pixel 9',
      'android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36', 'other', 'Chrome', 'linux'],
    ['', 'other', 'browser', 'other'],
  ])('is guessed from %j', (userAgent, deviceBrand, deviceModel, osName) => {
    expect(readDevice(userAgent, false)).toEqual({ deviceType: 'h5', deviceBrand, deviceModel, osName });
  });
});

describe('a message to the wrapper', () => {
  const message: WrapperMessage = { action: 'language', lang: 'ja' };

  function posted(make: (note: (...args: unknown[]) => void) => WrapperWindow): unknown[][] {
    const notes: unknown[][] = [];
    postTo(
      make((...args) => void notes.push(args)),
      'https://wrapper.example',
      message,
    );
    return notes;
  }

  it('goes to a frame with the exact origin', () => {
    expect(posted((note) => ({ parent: { postMessage: note } }))).toEqual([
      [message, 'https://wrapper.example'],
    ]);
  });

  it('goes to the native channel where there is one', () => {
    const ios = posted((note) => ({ webkit: { messageHandlers: { marigold: { postMessage: note } } } }));
    expect(ios).toEqual([[message]]);
    expect(posted((note) => ({ marigoldWrapper: { postMessage: note } }))).toEqual([
      [JSON.stringify(message)],
    ]);
  });

  it('goes nowhere when nobody is around us', () => {
    expect(posted(() => ({}))).toEqual([]);
  });
});
