import type { IncomingMessage } from 'node:http';

import { expect, it } from 'vitest';

import { areProxies, createAddressOf } from './caller-address.ts';

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

it('knows a list that is none', () => {
  expect(areProxies(['10.0.0.0/8', '::1'])).toBe(true);
  expect(areProxies(['everybody'])).toBe(false);
});
