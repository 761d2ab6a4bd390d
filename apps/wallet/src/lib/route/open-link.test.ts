import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { storage, storageKeys } from '../device/storage.ts';
import { linkSettings } from './link-settings.ts';
import { setNavigator } from './navigation.ts';
import { openLink } from './open-link.ts';

const went: string[] = [];
const opened: unknown[][] = [];
const posted: unknown[] = [];

const browserWindow = {
  location: { origin: 'https://wallet.example' },
  open: (...all: unknown[]) => void opened.push(all),
};

beforeEach(() => {
  for (const list of [went, opened, posted]) list.length = 0;
  setNavigator({
    go: (address) => void went.push(address),
    back: () => undefined,
    returnTo: () => undefined,
  });
  vi.stubGlobal('window', browserWindow);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    storage.removeItem(storageKeys.fromUrl);
  });
});

describe('a link that is opened', () => {
  it('leads to a page of ours directly', () => {
    openLink('/pages/exchange/bill?type=TRANSFER&x=y');
    openLink('https://wallet.example/pages/setting/language');
    expect(went).toEqual(['/pages/exchange/bill?type=TRANSFER', '/pages/setting/language']);
  });

  it('leads to somebody else by the outlink page, with its title', () => {
    openLink('https://shop.example/a b', '\u202eOur shop');
    expect(went).toEqual(['/pages/outlink/outlink?title=Our+shop&src=https%3A%2F%2Fshop.example%2Fa%2520b']);
  });

  it('leads to a messaging service outside of the app', () => {
    openLink('http://t.me/marigold');
    expect([went, opened]).toEqual([[], [['https://t.me/marigold', '_blank', 'noopener,noreferrer']]]);
  });

  it('is explained when it is refused', () => {
    openLink('javascript:alert(1)');
    expect([went, opened]).toEqual([['/pages/outlink/outlink?src=javascript%3Aalert%281%29'], []]);
  });

  it('is left to the wrapper where there is one, unless it is ours', () => {
    storage.setItem(storageKeys.fromUrl, 'webview');
    vi.stubGlobal('window', {
      ...browserWindow,
      marigoldWrapper: { postMessage: (text: string) => void posted.push(JSON.parse(text)) },
    });
    openLink('https://shop.example/');
    openLink('https://t.me/marigold');
    openLink('/pages/setting/language');
    openLink('javascript:alert(1)');
    expect(posted).toEqual([
      { action: 'jump', url: 'https://shop.example/' },
      { action: 'jump', url: 'https://t.me/marigold' },
    ]);
    expect(opened).toEqual([]);
    expect(went).toEqual(['/pages/setting/language', '/pages/outlink/outlink?src=javascript%3Aalert%281%29']);
  });

  it('opens as usual where the visit says wrapper and none is there', () => {
    storage.setItem(storageKeys.fromUrl, 'webview');
    openLink('https://shop.example/');
    expect(went).toEqual(['/pages/outlink/outlink?src=https%3A%2F%2Fshop.example%2F']);
  });
});

describe('the rules for links', () => {
  const rules = (entry: Readonly<Record<string, unknown>>) =>
    linkSettings({ lastTime: 0, data: [{ key: 'links', ...entry }] }, 'https://wallet.example');

  it('are the server’s, and frame nobody before it has spoken', () => {
    expect(rules({ messagingHosts: ['chat.example'], frameHosts: ['help.example'] })).toEqual({
      origin: 'https://wallet.example',
      messagingHosts: ['chat.example'],
      frameHosts: ['help.example'],
    });
    const before = linkSettings(undefined, 'https://wallet.example');
    expect([before.frameHosts, before.messagingHosts.includes('t.me')]).toEqual([[], true]);
  });

  it('ignore what is no list of hosts', () => {
    expect(rules({ frameHosts: 'help.example', messagingHosts: [7, 't.me', null] })).toMatchObject({
      frameHosts: [],
      messagingHosts: ['t.me'],
    });
  });
});
