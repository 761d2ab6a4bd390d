import type { Bridge, DiagnosticFacts, Ping } from './facts.ts';

/** The facts as lines for support, in one language whatever the app speaks. */
export function reportOf(facts: DiagnosticFacts, now: number): string {
  const { ping, bridge, isInWrapper, isOnline, ...plain } = facts;
  const lines = {
    time: new Date(now).toISOString(),
    ...plain,
    network: isOnline ? 'online' : 'offline',
    server: pingText(ping),
    wrapper: isInWrapper ? 'yes' : 'no',
    bridge: bridgeText(bridge),
  };
  return ['Marigold diagnostics', ...Object.entries(lines).map(([name, value]) => `${name}: ${value}`)].join(
    '\n',
  );
}

function pingText(ping: Ping): string {
  if (ping.kind !== 'answered') return ping.kind;
  const { version, mode, latencyMs, offsetMs } = ping;
  return `${version} ${mode}, ${latencyMs} ms, clock ${offsetMs >= 0 ? '+' : ''}${offsetMs} ms`;
}

function bridgeText(bridge: Bridge): string {
  return bridge.kind === 'answered' ? `answered after ${bridge.afterMs} ms` : bridge.kind;
}
