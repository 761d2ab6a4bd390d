/** What the app knows of itself, its device and its line. Nothing in here is about the person. */
import { installedVersion, appVersionCode, readDevice } from '../../lib/device/device.ts';
import { isWebview } from '../../lib/device/launch.ts';
import { storage } from '../../lib/device/storage.ts';
import { isWrapped } from '../../lib/device/webview.ts';
import type { LiveState } from '../../lib/live/live.ts';

export type WorkerState = 'none' | 'installing' | 'waiting' | 'active';

/** How the server answered: `offsetMs` is this device's clock against it, ahead when positive. */
export type Ping =
  | { readonly kind: 'checking' | 'failed' }
  | {
      readonly kind: 'answered';
      readonly latencyMs: number;
      readonly offsetMs: number;
      readonly version: string;
      readonly mode: 'demo' | 'production';
    };

export type Bridge =
  | { readonly kind: 'untested' | 'none' | 'waiting' | 'silent' }
  | { readonly kind: 'answered'; readonly afterMs: number };

export type DiagnosticFacts = {
  readonly version: string;
  readonly build: string;
  readonly language: string;
  readonly timeZone: string;
  readonly theme: 'light' | 'dark';
  readonly screen: string;
  readonly browser: string;
  readonly isInWrapper: boolean;
  readonly storage: 'kept' | 'memory';
  readonly worker: WorkerState;
  readonly isOnline: boolean;
  readonly live: LiveState;
  readonly ping: Ping;
  readonly bridge: Bridge;
};

/** The facts that stay as they are while the page is open. */
export function readDeviceFacts() {
  const { lang, dataset } = document.documentElement;
  const { deviceModel, osName } = readDevice(navigator.userAgent, isWebview());
  const { innerWidth, innerHeight, devicePixelRatio } = window;
  return {
    version: `${installedVersion} (${appVersionCode})`,
    build: buildName(document.querySelector<HTMLScriptElement>('script[type="module"]')?.src),
    language: lang,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    theme: dataset['theme'] === 'dark' ? 'dark' : 'light',
    screen: `${innerWidth} × ${innerHeight} @${Math.round(devicePixelRatio * 100) / 100}`,
    browser: `${deviceModel} · ${osName}`,
    isInWrapper: isWrapped(),
    storage: isPersisted() ? 'kept' : 'memory',
  } as const;
}

/** The name of the app's own script tells one build from another. */
export function buildName(script: string | undefined): string {
  return /\/([\w-]+)\.js$/.exec(script ?? '')?.[1] ?? 'dev';
}

function isPersisted(): boolean {
  try {
    return storage === window.localStorage;
  } catch {
    return false;
  }
}

/** The state of the worker behind this page. */
export async function readWorker(): Promise<WorkerState> {
  if (!('serviceWorker' in navigator)) return 'none';
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  if (registration?.waiting) return 'waiting';
  if (registration?.active) return 'active';
  return registration?.installing ? 'installing' : 'none';
}

/** The clock of this device against the server's, which spoke in the middle of the exchange. */
export function clockOffset(sentAt: number, answeredAt: number, serverTime: number): number {
  return Math.round((sentAt + answeredAt) / 2 - serverTime);
}

/** A clock that is this far off, or less, is exact: the answer was under way for a while. */
const exactWithinMs = 2_000;

export type ClockState = { readonly kind: 'exact' | 'fast' | 'slow'; readonly seconds: number };

/** An offset as people read a clock. */
export function clockState(offsetMs: number): ClockState {
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  if (Math.abs(offsetMs) <= exactWithinMs) return { kind: 'exact', seconds };
  return { kind: offsetMs > 0 ? 'fast' : 'slow', seconds };
}
