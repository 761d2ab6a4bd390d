import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { session, type User } from '../../lib/device/session.ts';
import { storage, storageKeys } from '../../lib/device/storage.ts';
import { buildName, clockOffset, clockState, type DiagnosticFacts, readDeviceFacts } from './facts.ts';
import { reportOf } from './report.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

/** Everything that a person leaves in a browser. */
const person = {
  uid: '123456789',
  username: 'anna1234',
  nickname: 'Anna Secret',
  account: 'a***234',
  email: 'a***@example.org',
  phone: '+4917******12',
  inviteCode: 'AB12CD',
};

beforeEach(() => {
  vi.stubGlobal('document', {
    documentElement: { lang: 'en', dataset: { theme: 'dark' } },
    querySelector: () => ({ src: 'https://wallet.example/assets/index-B1x_9.js' }),
  });
  vi.stubGlobal('window', {
    innerWidth: 375,
    innerHeight: 812,
    devicePixelRatio: 3,
    location: { href: 'https://wallet.example/?token=secret-token' },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
});

function facts(over: Partial<DiagnosticFacts> = {}): DiagnosticFacts {
  return {
    ...readDeviceFacts(),
    worker: 'active',
    isOnline: true,
    live: 'live',
    ping: { kind: 'answered', latencyMs: 41, offsetMs: -12, version: '1.5.6', mode: 'demo' },
    bridge: { kind: 'untested' },
    ...over,
  };
}

describe('the report', () => {
  it('says what support asks for', () => {
    const report = reportOf(facts(), now);
    expect(report).toMatch(
      /^Marigold diagnostics\ntime: 2026-11-21T12:00:00\.000Z\nversion: 1\.5\.6 \(156\)\n/,
    );
    expect(report).toContain('\nbuild: index-B1x_9\n');
    expect(report).toContain('\nserver: 1.5.6 demo, 41 ms, clock -12 ms\n');
    expect(report).toContain('\ntheme: dark\n');
  });

  it('holds no token, no name, no contact and no code of the person who is logged in', () => {
    session.signIn({ token: 'secret-token', user: person as unknown as User });
    storage.setItem(storageKeys.deviceId, 'device-0001-secret');
    storage.setItem(storageKeys.inviteCode, 'ZZ99ZZ');
    onTestFinished(() => session.signOut());
    const report = reportOf(facts({ bridge: { kind: 'answered', afterMs: 3 } }), now);
    const secrets = ['secret-token', 'device-0001-secret', 'ZZ99ZZ', ...Object.values(person)];
    expect(secrets.filter((secret) => report.includes(secret))).toEqual([]);
    const names = report.split('\n').map((line) => line.split(':')[0]);
    expect(names.join(' ')).toBe(
      'Marigold diagnostics time version build language timeZone theme screen browser storage worker live ' +
        'network server wrapper bridge',
    );
  });
});

describe('the clock of the device', () => {
  it('is measured from the middle of the exchange', () => {
    expect(clockOffset(1_000, 1_200, 1_100)).toBe(0);
    expect(clockOffset(61_000, 61_200, 1_100)).toBe(60_000);
  });

  it.each([
    [0, 'exact', 0],
    [-2_000, 'exact', 2],
    [2_001, 'fast', 2],
    [-61_000, 'slow', 61],
  ])('off by %d ms is %s', (offset, kind, seconds) => {
    expect(clockState(offset)).toEqual({ kind, seconds });
  });
});

it('a build is named by its script, and has no name before it is built', () => {
  expect(buildName('https://wallet.example/assets/index-B1x_9.js')).toBe('index-B1x_9');
  expect(buildName('https://wallet.example/src/app/main.tsx?token=x')).toBe('dev');
  expect(buildName(undefined)).toBe('dev');
});
