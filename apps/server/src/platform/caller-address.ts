/** Whose call it is by network address: the socket's, or what a trusted proxy in front of us says (X-Forwarded-For). */
import type { IncomingMessage } from 'node:http';

import proxyAddress from '@fastify/proxy-addr';

/** Addresses or networks (CIDR) of the proxies whose word counts; empty: nobody's. */
export type TrustedProxies = readonly string[];

export function createAddressOf(trusted: TrustedProxies): (request: IncomingMessage) => string {
  if (trusted.length === 0) return (request) => request.socket.remoteAddress ?? 'unknown';
  const isTrusted = proxyAddress.compile([...trusted]);
  return (request) => proxyAddress(request, isTrusted) ?? 'unknown';
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
