import type { IncomingMessage } from 'node:http';

import { expect, it } from 'vitest';

import { areProxies, createAddressOf, networkKey, wideNetworkOf } from './caller-address.ts';

function request(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

it('believes nobody by default', () => {
  expect(createAddressOf([])(request('10.0.0.1', '203.0.113.9'))).toBe('10.0.0.1');
});

it('believes a trusted proxy, and nobody who only pretends to stand behind one', () => {
  const addressOf = createAddressOf(['10.0.0.0/8']);
  expect(addressOf(request('10.0.0.1', '203.0.113.9'))).toBe('203.0.113.9');
  expect(addressOf(request('10.0.0.1', '198.51.100.7, 203.0.113.9'))).toBe('203.0.113.9');
  expect(addressOf(request('203.0.113.9', '198.51.100.7'))).toBe('203.0.113.9');
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2/64'],
  ['2001:db8::9', '2001:db8:0:0/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0/64'],
  ['::1', '0:0:0:0/64'],
  ['fe80::1%eth0', 'fe80:0:0:0/64'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, key) => {
  expect(networkKey(address)).toBe(key);
});

it.each([
  ['203.0.113.7', '203.0.113.*'],
  ['::ffff:203.0.113.7', '203.0.113.*'],
  ['2001:0DB8:1:2::9', '2001:db8:1:*'],
  ['2001:db8::9', '2001:db8:0:*'],
  ['1::2:3:4:5:6:7', '1:0:2:*'],
  ['::1', '0:0:0:*'],
  ['unknown', undefined],
])('knows the network of %s as %s', (address, network) => {
  expect(wideNetworkOf(address)).toBe(network);
});

it('knows a list that is none', () => {
  expect(areProxies(['10.0.0.0/8', '::1'])).toBe(true);
  expect(areProxies(['everybody'])).toBe(false);
});
