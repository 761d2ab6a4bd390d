/**
 * The wallet's service worker: the program itself without a network, nothing else. It keeps the files of one version,
 * shows that version's page on every screen's address, and lets the next version wait until the person asks for it.
 * Calls, live updates and files of people never pass through it (docs/decisions/0020).
 */
import { isPagePath } from '@marigold/contract/addresses';

import type { Precache, PrecachedFile } from './precache.ts';

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build. */
declare const builtPrecache: Precache;
/** Named once, because the build writes it out at every mention. */
const precache = builtPrecache;

const page = '/index.html';
const prefix = 'marigold-';
const cacheName = `${prefix}${precache.version}`;
/** Which languages this device reads, as names of entries; outlives the versions. */
const spokenName = 'spoken';
/** Pages of the version before may still be open after an update; their files stay one version longer. */
const versionsCached = 2;

/** Where the browser can, it is told once not to wake the worker for what it leaves alone anyway. */
interface RoutingEvent extends ExtendableEvent {
  readonly addRoutes?: (rule: { condition: { urlPattern: string }; source: 'network' }) => Promise<void>;
}

self.addEventListener('install', (event: RoutingEvent) => {
  event.waitUntil(install());
  for (const urlPattern of ['/api/*', '/files/*']) {
    const routed = event.addRoutes?.({ condition: { urlPattern }, source: 'network' });
    if (routed !== undefined) event.waitUntil(routed);
  }
});
self.addEventListener('activate', (event) => event.waitUntil(forgetOldVersions()));
self.addEventListener('message', (event) => {
  const { data } = event;
  if (data?.kind === 'activate') event.waitUntil(self.skipWaiting());
  if (data?.kind === 'language') event.waitUntil(speak(String(data.language)));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!isPagePath(pathname)) return;
    event.respondWith(respond(request, page));
    event.waitUntil(renewPage());
  } else if (precached.has(pathname) || pathname.startsWith('/assets/')) {
    event.respondWith(respond(request, pathname));
  }
});

/**
 * The page brings the server's rules along (its content security policy), which may change while its text does not:
 * those of the last visit hold for the next one. A page of another version is refused by its digest.
 */
async function renewPage(): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    await cache.addAll(precache.core.filter(([path]) => path === page).map(requestFor));
  } catch {
    // No network, or a new version: the page that is here is whole.
  }
}

/** Every file of this version. */
const precached = new Set(
  [precache.core, ...Object.values(precache.languages)].flatMap((files) => files.map(([path]) => path)),
);

async function install(): Promise<void> {
  const spoken = await caches.open(spokenName);
  const languages = (await spoken.keys()).map(({ url }) => new URL(url).pathname.slice(1));
  await add([...precache.core, ...languages.flatMap((language) => precache.languages[language] ?? [])]);
}

/** Adds what a language needs to this version, and to the ones after it. */
async function speak(language: string): Promise<void> {
  const files = precache.languages[language];
  if (files === undefined) return;
  await add(files);
  const spoken = await caches.open(spokenName);
  await spoken.put(`/${language}`, new Response());
}

/** All or nothing. A file that the browser has already is not fetched again: its name has a hash, or it is asked for. */
async function add(files: readonly PrecachedFile[]): Promise<void> {
  const cache = await caches.open(cacheName);
  const here = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = files.filter(([path]) => !here.has(path));
  await cache.addAll(missing.map(requestFor));
}

function requestFor([path, integrity]: PrecachedFile): Request {
  return new Request(path, { integrity, cache: path.startsWith('/assets/') ? 'default' : 'no-cache' });
}

/** The newest first, this one among them; the others go. */
async function forgetOldVersions(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  const old = versions.slice(0, Math.max(0, versions.length - (versionsCached - 1)));
  await Promise.all(old.map(async (name) => await caches.delete(name)));
}

/** From this version; else from the one before, whose page may be the one that asks; else from the network. */
async function respond(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(path)) ?? (await caches.match(path)) ?? (await fetch(request));
}
