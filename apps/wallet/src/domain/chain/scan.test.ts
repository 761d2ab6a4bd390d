import { describe, expect, it } from 'vitest';

import type { LinkSettings } from '../../lib/route/links.ts';
import { readScan, scannedLengthMax } from './scan.ts';

const settings: LinkSettings = {
  origin: 'https://wallet.example',
  messagingHosts: ['t.me'],
  frameHosts: [],
};
const read = (text: string) => readScan(text, settings);
const evm = '0x52908400098527886E0F7030069857D2E4169EE7';
const evmToken = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const tron = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
const tronToken = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('a payee', () => {
  it.each([
    ['123456789', { to: '123456789' }],
    [' 123456789\n', { to: '123456789' }],
    ['https://wallet.example/pages/exchange/transfer?to=123456789', { to: '123456789' }],
    [
      'https://wallet.example/pages/exchange/transfer?to=123456789&currency=USDT&amount=12.34',
      { to: '123456789', currency: 'USDT', amount: '12.34' },
    ],
    ['/pages/exchange/transfer?to=123456789&currency=&amount=', { to: '123456789' }],
    ['/pages/exchange/transfer?to=bob%2Bx%40example.org&amount=5', { to: 'bob+x@example.org', amount: '5' }],
  ])('is read from %j', (text, payee) => {
    expect(read(text)).toEqual({ kind: 'payee', ...payee });
  });

  it.each(['-1', '1e9', '0', '0.000', '1,5', ' 1', '٣', '1.', '0x10', '9'.repeat(21)])(
    'is asked for no amount that is none: %j',
    (amount) => {
      const text = `/pages/exchange/transfer?to=123456789&currency=usd'&amount=${encodeURIComponent(amount)}`;
      expect(read(text)).toEqual({ kind: 'payee', to: '123456789' });
    },
  );

  it.each([
    '012345678',
    '12345678',
    '1234567890',
    '１２３４５６７８９',
    'https://wallet.example.evil.example/pages/exchange/transfer?to=123456789',
    'https://wallet.example@evil.example/pages/exchange/transfer?to=123456789',
    'http://wallet.example/pages/exchange/transfer?to=123456789',
    '//evil.example/pages/exchange/transfer?to=123456789',
    '/pages/exchange/transfer/../x?to=123456789',
    '/pages/exchange/transfer?to=a',
    '/pages/exchange/transfer?to=a%20b%20c',
  ])('is not read from %j', (text) => {
    expect(read(text).kind).not.toBe('payee');
  });
});

describe('an invitation', () => {
  it.each([
    'https://wallet.example/?invitecode=AB12CD',
    'https://wallet.example/pages/login/login?type=register&invitecode=ab12cd',
    '/pages/some/later/page?invitecode=AB12CD',
    '/?invitecode=AB12CD#x',
  ])('is read from %s', (text) => {
    expect(read(text)).toEqual({ kind: 'invitation', code: 'AB12CD' });
  });

  it.each([
    'https://evil.example/?invitecode=AB12CD',
    'https://wallet.example.evil.example/?invitecode=AB12CD',
    'https://wallet.example@evil.example/?invitecode=AB12CD',
    '//evil.example/?invitecode=AB12CD',
    '/\\evil.example/?invitecode=AB12CD',
    '/\u202e?invitecode=AB12CD',
    '/?invitecode=AB12CDE',
    'javascript:alert(1)?invitecode=AB12CD',
    'AB12CD',
  ])('is not read from %j', (text) => {
    expect(read(text).kind).not.toBe('invitation');
  });
});

describe('a link', () => {
  it('of ours is the page it names', () => {
    expect(read('https://wallet.example/pages/setting/language')).toEqual({
      kind: 'page',
      address: '/pages/setting/language',
    });
  });

  it.each(['https://shop.example/?q=1', 'https://t.me/marigold', 'http://shop.example/'])(
    'of somebody else is kept: %s',
    (address) => {
      expect(read(address)).toEqual({ kind: 'link', address });
    },
  );

  it.each([
    'javascript:alert(1)',
    'https://a@b.example',
    'https://127.0.0.1/',
    '/pages/none/none',
    'wifi:S:x;;',
  ])('that must not be opened is a text: %s', (text) => {
    expect(read(text)).toEqual({ kind: 'text', text });
  });
});

describe('a wallet’s address', () => {
  it('is told by its shape', () => {
    expect(read(evm)).toEqual({ kind: 'walletAddress', chain: 'ethereum', address: evm });
    expect(read(tron)).toEqual({ kind: 'walletAddress', chain: 'tron', address: tron });
  });

  it.each([evm.slice(1), `${evm}0`, `${tron}x`, tron.slice(1)])('is not %s', (text) => {
    expect(read(text).kind).toBe('text');
  });
});

describe('a payment request', () => {
  it.each([
    [`ethereum:${evm}`, { chain: 'ethereum', address: evm }],
    [`ethereum:pay-${evm}@1`, { chain: 'ethereum', address: evm, chainId: '1' }],
    [
      `ethereum:${evm}@11155111?value=2.014e18`,
      { chain: 'ethereum', address: evm, chainId: '11155111', amount: '2.014' },
    ],
    [`ETHEREUM:${evm}?value=1`, { chain: 'ethereum', address: evm, amount: '0.000000000000000001' }],
    [
      `ethereum:${evmToken}@1/transfer?address=${evm}&uint256=1.5e6`,
      { chain: 'ethereum', chainId: '1', address: evm, token: evmToken, units: '1500000' },
    ],
    [`tron:${tron}`, { chain: 'tron', address: tron }],
    [
      `tron:${tron}?amount=12.5&token=${tronToken}`,
      { chain: 'tron', address: tron, amount: '12.5', token: tronToken },
    ],
  ])('is read from %s', (text, request) => {
    expect(read(text)).toEqual({ kind: 'paymentUri', ...request });
  });

  it.each([
    `ethereum:${evmToken}/approve?address=${evm}&uint256=1e6`,
    `ethereum:${evmToken}/transfer?address=${evm}&uint256=1e6&value=1e18`,
    `ethereum:${evmToken}/transfer?uint256=1e6`,
    `ethereum:${evm}?value=1.5`,
    `ethereum:${evm}?value=-1`,
    `ethereum:${evm}?value=1e99`,
    `ethereum:${evm}@0x1`,
    'ethereum:vitalik.eth',
    `tron:${tron}?amount=1e6`,
    `tron:${tron}?amount=0`,
    `tron:${tron}?amount=5&token=USDT`,
    `tron:${evm}`,
  ])('that is not understood whole is a text: %s', (text) => {
    expect(read(text)).toEqual({ kind: 'text', text });
  });
});

it('reads no more than a code can hold', () => {
  const text = `https://shop.example/${'a'.repeat(scannedLengthMax)}`;
  expect(read(text)).toEqual({ kind: 'text', text });
});
