/**
 * The program on this device: kept by the service worker, and replaced when the person says so. A new version is found
 * and fetched beside the running one and waits; nothing changes under somebody's hands.
 */
import { hourMs } from '@marigold/money/spans';

import { trustedScript } from '../device/script-address.ts';
import { createStore, useStore } from '../device/store.ts';
import { currentLanguage, languages } from '../text/i18n.ts';

const workerPath = '/sw.js';
/** A page that stays open asks for a new version when somebody comes back to it, at most this often. */
const askEveryMs = hourMs;
/** How long a new version may take to be fetched and to take over before the page is simply loaded again. */
const takeOverTimeoutMs = 20_000;

/** True while a newer version is here and waits. */
const isReady = createStore(false);

/** True while a newer version of the web app is here and waits. */
export function useUpdateReady(): boolean {
  return useStore(isReady);
}

export function isUpdateReady(): boolean {
  return isReady.get();
}

/** Called when a new version is ready. */
export function onUpdateReady(listener: () => void): () => void {
  return isReady.subscribe(listener);
}

/**
 * Starts the worker and follows its versions. Called once, after the page has loaded. Where there are no workers (a
 * private window, an old browser) the app is the same without them.
 */
export async function followUpdates(): Promise<void> {
  speakToInstaller();
  // Undefined over plain http, whatever the types say.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  try {
    const registration = await container?.register(trustedScript(workerPath), { updateViaCache: 'none' });
    if (registration === undefined) return;
    watch(registration);
    askAgain(registration);
    const { active } = (await container?.ready) ?? registration;
    active?.postMessage({ kind: 'language', language: currentLanguage() });
  } catch {
    // Refused by the browser or not reachable: the next visit tries again.
  }
}

/** The name, words and shortcuts of the installed app are in the language of whoever installs it. */
function speakToInstaller(): void {
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (manifest !== null) manifest.href = `/manifest.${languages[currentLanguage()].lang}.webmanifest`;
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // The first version of a device replaces nothing.
    if (registration.waiting !== null && registration.active !== null) isReady.set(true);
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  look();
}

function askAgain(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < askEveryMs) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** Looks for a newer version now; true when one is ready. */
export async function findUpdate(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration === undefined) return false;
  await registration.update();
  const { installing } = registration;
  if (installing !== null) await reached(installing, ['installed', 'redundant']);
  return registration.waiting !== null;
}

/** Loads the app anew in its newest version. Resolves never, or too late for anybody. */
export async function loadNewest(): Promise<void> {
  try {
    await findUpdate();
    const waiting = (await navigator.serviceWorker?.getRegistration())?.waiting;
    if (waiting !== null && waiting !== undefined) {
      waiting.postMessage({ kind: 'activate' });
      await reached(waiting, ['activating', 'activated', 'redundant']);
    }
  } catch {
    // Without an answer the version that is here is loaded again.
  }
  window.location.reload();
}

async function reached(worker: ServiceWorker, states: readonly ServiceWorkerState[]): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const look = () => {
    if (states.includes(worker.state)) ended.resolve();
  };
  worker.addEventListener('statechange', look);
  const timer = setTimeout(ended.resolve, takeOverTimeoutMs);
  look();
  await ended.promise;
  clearTimeout(timer);
  worker.removeEventListener('statechange', look);
}
