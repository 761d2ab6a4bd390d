/** Whose call it is by network address: the socket's, or what a trusted proxy in front of us says (X-Forwarded-For). */
import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

import proxyAddress from '@fastify/proxy-addr';

/** Addresses or networks (CIDR) of the proxies whose word counts; empty: nobody's. */
export type TrustedProxies = readonly string[];

export function createAddressOf(trusted: TrustedProxies): (request: IncomingMessage) => string {
  if (trusted.length === 0) return (request) => request.socket.remoteAddress ?? 'unknown';
  const isTrusted = proxyAddress.compile([...trusted]);
  return (request) => proxyAddress(request, isTrusted) ?? 'unknown';
}

const mappedV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** `203.0.113.7` -> `203.0.113.*` (/24), `2001:db8:1:2::3` -> `2001:db8:1:*` (/48); undefined for what is no address. */
export function wideNetworkOf(address: string): string | undefined {
  const key = networkKey(address);
  if (isIPv4(key)) return `${key.split('.').slice(0, 3).join('.')}.*`;
  return key.endsWith('/64') ? `${key.split(':').slice(0, 3).join(':')}:*` : undefined;
}

/**
 * Whom limits count an address as (reliability.md 8: IP/64): an IPv4 address whole, an IPv6 address by its network of 64
 * bits, since whoever has one has all of it. `2001:db8::9` -> `2001:db8:0:0/64`; what is no address stays as it is.
 */
export function networkKey(address: string): string {
  if (isIPv4(address)) return address;
  const mapped = mappedV4.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const [head = '', tail = ''] = bare.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  // Four numbers at the end of an address are two groups, and never among the first four.
  const written = front.length + back.length + (bare.includes('.') ? 1 : 0);
  const groups = [...front, ...Array.from({ length: 8 - written }, () => '0'), ...back].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}/64`;
}

/** True when the list can be used at all. */
export function areProxies(trusted: TrustedProxies): boolean {
  try {
    proxyAddress.compile([...trusted]);
    return true;
  } catch {
    return false;
  }
}
