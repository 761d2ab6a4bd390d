/** Diagnostics: what was measured of the server, the line and the device, and a report that holds nothing of the person. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost, noAnswer } from '../../../testing/answers.ts';
import { drop } from '../../../testing/line.ts';
import { visiblePairs, valueOf } from '../../../testing/look.ts';
import { minute, morning, user } from '../../../testing/samples.ts';
import { openPage, pass } from '../../../testing/screen.tsx';
import { installedVersion, appVersionCode, deviceId } from '../../lib/device/device.ts';
import { session } from '../../lib/device/session.ts';
import { storage, storageKeys } from '../../lib/device/storage.ts';
import { paths } from '../../lib/route/paths.ts';

const again = page.getByRole('button', { name: /^(Check again|Checking)/ });
const copyReport = page.getByRole('button', { name: 'Copy report' });

/** An answer for which the server needs so long, whose clock is that far from this device's: `aheadMs` says this one is ahead. */
function serverAnswers(tookMs: number, aheadMs: number): void {
  answers({
    'app/ping': () => {
      const sentAt = Date.now();
      vi.setSystemTime(sentAt + tookMs);
      return { time: sentAt + tookMs / 2 - aheadMs, version: '1.6.0', mode: 'demo' };
    },
  });
}

afterEach(() => vi.restoreAllMocks());

describe('what is measured', () => {
  it('of the app is its version, its language and its looks', async () => {
    await openPage(paths.diagnostics(), { as: 'visitor' });
    await expect.poll(() => valueOf('Version')).toBe(`${installedVersion} (${appVersionCode})`);
    expect(Object.fromEntries(visiblePairs())).toMatchObject({
      Language: 'English',
      Theme: 'Light',
      Storage: 'Kept on this device',
      'Time zone': 'UTC',
      'Inside the native app': 'No',
    });
    expect(valueOf('Screen')).toMatch(/^375 × 812 @/);
    expect(valueOf('Browser')).toMatch(/^Chrome · /);
  });

  it('of the server is which one it is and how long it took', async () => {
    serverAnswers(4_000, 0);
    await openPage(paths.diagnostics());
    await expect.poll(() => valueOf('Server')).toBe('1.6.0 · Demo');
    // The clock goes on by a look or two while it is waited for.
    expect(valueOf('Answer time')).toMatch(/^4\d\d\d ms$/);
    expect(valueOf('Network')).toBe('Online');
  });

  it.for([
    [0, 'Exact'],
    [90_000, '90 s fast'],
    [-90_000, '90 s slow'],
  ] as const)(
    'of the clock of this device is how far it is off, whatever the way took: %d ms',
    async ([aheadMs, words]) => {
      serverAnswers(8_000, aheadMs);
      await openPage(paths.diagnostics());
      await expect.poll(() => valueOf('Clock of this device')).toBe(words);
    },
  );

  it('is measured anew by a press, once however often it is pressed', async () => {
    await openPage(paths.diagnostics());
    await expect.poll(() => valueOf('Server')).toBe('1.5.6 · Production');
    const before = callsOf('app/ping').length;
    const late = held('app/ping');
    answers({ 'app/ping': late.promise });
    await again.click();
    await expect.poll(() => valueOf('Server')).toBe('Checking');
    await again.click({ force: true });
    late.resolve({ time: morning, version: '1.7.0', mode: 'production' });
    await expect.poll(() => valueOf('Server')).toBe('1.7.0 · Production');
    expect(callsOf('app/ping')).toHaveLength(before + 1);
  });

  it.for([
    ['gives no answer', noAnswer, 'Offline'],
    ['cannot answer just now', lost, 'Online'],
  ] as const)('is nothing where the server %s, until it does', async ([, answer, network]) => {
    answers({ 'app/ping': answer });
    await openPage(paths.diagnostics());
    const measured = ['Server', 'Answer time', 'Clock of this device'];
    await expect.poll(() => measured.map(valueOf)).toEqual(['No answer', 'No answer', 'No answer']);
    await expect.poll(() => valueOf('Network')).toBe(network);
    serverAnswers(0, 0);
    await again.click();
    await expect.poll(() => valueOf('Server')).toBe('1.6.0 · Demo');
    await expect.poll(() => valueOf('Network')).toBe('Online');
  });
});

describe('the line of live updates', () => {
  it('is off for a visitor', async () => {
    await openPage(paths.diagnostics(), { as: 'visitor' });
    await expect.poll(() => valueOf('Live updates')).toBe('Off until you log in');
  });

  it('is up for whoever is logged in, down while it does not open, and up again', async () => {
    await openPage(paths.diagnostics());
    await expect.poll(() => valueOf('Live updates')).toBe('Connected');
    const { WebSocket: lineThatOpens } = window;
    window.WebSocket = class {
      close() {}
    } as unknown as typeof WebSocket;
    try {
      drop();
      await pass(2_000);
      await expect.poll(() => valueOf('Live updates')).toBe('Connecting');
    } finally {
      window.WebSocket = lineThatOpens;
    }
    await pass(minute);
    await expect.poll(() => valueOf('Live updates')).toBe('Connected');
  });
});

describe('the bridge to the native app', () => {
  const test = page.getByRole('button', { name: 'Test the bridge' });
  const posted = vi.fn<(message: string) => void>();

  /** A native app around this page, with the channel that Android has. */
  async function openInWrapper(): Promise<void> {
    Object.assign(window, { marigoldWrapper: { postMessage: posted } });
    storage.setItem(storageKeys.fromUrl, 'webview');
    const origin = window.location.origin;
    answers({ 'app/config': [{ key: 'links', wrapperOrigin: origin }] });
    await openPage(paths.diagnostics());
  }

  function wrapperSays(origin: string): void {
    const answer = { data: { action: 'pong' }, origin, source: window.parent };
    window.dispatchEvent(new MessageEvent('message', answer));
  }

  beforeEach(() => posted.mockReset());
  afterEach(() => Reflect.deleteProperty(window, 'marigoldWrapper'));

  it('is not there in a browser, which a press says', async () => {
    await openPage(paths.diagnostics());
    await expect.poll(() => valueOf('Answer')).toBe('Not tested');
    await test.click();
    await expect.poll(() => valueOf('Answer')).toBe('Not inside the native app');
  });

  it('is asked once, and says how long its answer took', async () => {
    await openInWrapper();
    await expect.poll(() => valueOf('Inside the native app')).toBe('Yes');
    await test.click();
    await expect.poll(() => valueOf('Answer')).toBe('Waiting for an answer');
    await test.click({ force: true });
    expect(posted.mock.calls).toEqual([['{"action":"ping"}']]);
    await pass(1_000);
    wrapperSays(window.location.origin);
    await expect.poll(() => valueOf('Answer')).toMatch(/^Answered in 1\d\d\d ms$/);
  });

  it('has no answer by who is not the native app, nor by one that is silent', async () => {
    await openInWrapper();
    await test.click();
    await expect.poll(() => valueOf('Answer')).toBe('Waiting for an answer');
    wrapperSays('https://other.example');
    await pass(3_000);
    await expect.poll(() => valueOf('Answer')).toBe('Sent, no answer');
    await expect.element(test).toBeEnabled();
  });
});

describe('the report', () => {
  it('is copied with what is on screen', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openPage(paths.diagnostics());
    await expect.poll(() => valueOf('Server')).toBe('1.5.6 · Production');
    await copyReport.click();
    await expect.element(page.getByText('Content copied')).toBeVisible();
    const [report = ''] = copy.mock.calls[0] ?? [];
    expect(report).toMatch(/^Marigold diagnostics\ntime: 2026-11-23T10:00:/);
    expect(report).toContain(`\nversion: ${installedVersion} (${appVersionCode})\n`);
    expect(report).toMatch(/\nserver: 1\.5\.6 production, \d+ ms, clock [+-]\d+ ms\n/);
    expect(report).toContain('\nlive: live\n');
    expect(report).toContain('\nbridge: untested');
  });

  it('holds nothing of the person, neither copied nor on screen', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    storage.setItem(storageKeys.inviteCode, 'ZZ99ZZ');
    await openPage(`${paths.diagnostics()}?token=in-the-address`, { as: { phone: '+49 *** 12' } });
    await expect.poll(() => valueOf('Server')).toBe('1.5.6 · Production');
    await copyReport.click();
    await expect.poll(() => copy.mock.calls).toHaveLength(1);
    const [report = ''] = copy.mock.calls[0] ?? [];
    const { username, nickname, uid, email, inviteCode } = user();
    const secrets = [username, nickname, uid, email ?? '', inviteCode, '+49 *** 12', 'ZZ99ZZ'];
    const { token = '' } = session.state.get();
    const screen = page.getByRole('main').element().textContent ?? '';
    for (const secret of [...secrets, token, deviceId(), 'in-the-address']) {
      expect(secret).not.toBe('');
      expect(report).not.toContain(secret);
      expect(screen).not.toContain(secret);
    }
  });

  it('that the browser does not copy is said', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await openPage(paths.diagnostics());
    await copyReport.click();
    await expect.element(page.getByText('Copy failed, please copy manually')).toBeVisible();
  });
});
