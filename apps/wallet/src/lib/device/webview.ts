import { isWebview } from './launch.ts';
import { isRecord, storage, storageKeys } from './storage.ts';
import { findEntry, storedAppConfig } from './stored-config.ts';

export type WrapperMessage =
  | { readonly action: 'jump'; readonly url: string }
  | { readonly action: 'language'; readonly lang: string }
  | { readonly action: 'theme'; readonly theme: 'light' | 'dark' }
  /** Asks for a pong: the bridge test of diagnostics. */
  | { readonly action: 'ping' };

/** The windows a wrapper may offer: an iOS handler, an Android interface, or a frame around us. */
export type WrapperWindow = {
  readonly webkit?: {
    readonly messageHandlers?: { readonly marigold?: { postMessage(message: WrapperMessage): void } };
  };
  readonly marigoldWrapper?: { postMessage(message: string): void };
  readonly parent?: { postMessage(message: WrapperMessage, targetOrigin: string): void };
};

/**
 * Posts to the first channel there is and answers whether there was one. A frame is told only where the origin around
 * it is known; the browser drops the message when another one is there.
 */
export function postTo(
  target: WrapperWindow,
  wrapperOrigin: string | undefined,
  message: WrapperMessage,
): boolean {
  const ios = target.webkit?.messageHandlers?.marigold;
  const { marigoldWrapper: android } = target;
  const frame = frameAround(target);
  if (ios !== undefined) ios.postMessage(message);
  else if (android !== undefined) android.postMessage(JSON.stringify(message));
  else if (frame === undefined || wrapperOrigin === undefined) return false;
  else frame.postMessage(message, wrapperOrigin);
  return true;
}

/** The window around this one; a window that stands alone is its own parent. */
function frameAround(target: WrapperWindow): WrapperWindow['parent'] {
  return target.parent === (target as unknown) ? undefined : target.parent;
}

/**
 * The message as it may leave: its own fields and nothing else. Undefined for one that is no such message, or whose
 * link carries `secret`.
 */
export function leavingMessage(
  message: WrapperMessage,
  secret: string | undefined,
): WrapperMessage | undefined {
  switch (message.action) {
    case 'jump': {
      const { url } = message;
      const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
      const isSecret = secret !== undefined && secret !== '' && decoded(url).includes(secret);
      return isWeb && !isSecret ? { action: 'jump', url } : undefined;
    }
    case 'language':
      return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(message.lang)
        ? { action: 'language', lang: message.lang }
        : undefined;
    case 'theme':
      return { action: 'theme', theme: message.theme === 'dark' ? 'dark' : 'light' };
    case 'ping':
      return { action: 'ping' };
    default:
      return undefined;
  }
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** Tells the wrapper and answers whether anybody was told; outside of one nothing happens. */
export function postToWrapper(message: WrapperMessage): boolean {
  if (!isWebview()) return false;
  const leaving = leavingMessage(message, storage.getItem(storageKeys.token) ?? undefined);
  return leaving !== undefined && postTo(window as unknown as WrapperWindow, wrapperOrigin(), leaving);
}

/**
 * True where the visit says wrapper and something is around us that could be one. A plain browser keeps for ever that
 * it was opened with `from=webview` once, and has no wrapper all the same.
 */
export function isWrapped(target: WrapperWindow = window as unknown as WrapperWindow): boolean {
  const { webkit, marigoldWrapper: android } = target;
  const around = webkit?.messageHandlers?.marigold ?? android ?? frameAround(target);
  return around !== undefined && isWebview();
}

/** The origin of the frame around us: named by the build, or by the server that lets it frame us. */
export function wrapperOrigin(): string | undefined {
  const built = import.meta.env['VITE_WRAPPER_ORIGIN'];
  const configured = findEntry(storedAppConfig(storage), 'links')?.['wrapperOrigin'];
  return built ?? (typeof configured === 'string' && configured.includes('://') ? configured : undefined);
}

export type WrapperRequest =
  | { readonly action: 'back' }
  | { readonly action: 'pong' }
  | { readonly action: 'theme'; readonly theme: 'light' | 'dark' }
  /** The wrapper draws a back arrow of its own, so that ours would be a second one. */
  | { readonly action: 'bar'; readonly hasBack: boolean };

/** A message of the wrapper with exactly the fields it may have; undefined for anything else. */
export function readWrapperRequest(data: unknown): WrapperRequest | undefined {
  if (!isRecord(data)) return undefined;
  const { action, theme, hasBack } = data;
  const count = Object.keys(data).length;
  if ((action === 'back' || action === 'pong') && count === 1) return { action };
  if (action === 'theme' && count === 2 && (theme === 'light' || theme === 'dark')) return { action, theme };
  if (action === 'bar' && count === 2 && typeof hasBack === 'boolean') return { action, hasBack };
  return undefined;
}

/** What a message event says of where it comes from. */
type Heard = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>;

/** A request of the window around us at the wrapper's origin; anybody else is not heard. */
export function heardRequest(
  { data, origin, source }: Heard,
  around: { readonly origin: string | undefined; readonly parent: unknown; readonly self: unknown },
): WrapperRequest | undefined {
  const isWrapper = around.origin !== undefined && origin === around.origin;
  return isWrapper && source === around.parent && source !== around.self
    ? readWrapperRequest(data)
    : undefined;
}

/** What a wrapper says before the first configuration has come; more than these few are dropped. */
const earlyMax = 10;

/**
 * Hears the wrapper from now on; the answer ends it. On a first visit nobody knows yet who the wrapper is: what is said
 * until then is kept unread, and judged when `onConfig` runs what it was given.
 */
export function listenToWrapper(
  hear: (request: WrapperRequest) => void,
  onConfig?: (judge: () => void) => void,
): () => void {
  const early: Heard[] = [];
  const listen = (event: Heard): void => {
    const origin = wrapperOrigin();
    const isKnown = origin !== undefined || storedAppConfig(storage) !== undefined;
    if (!isKnown && early.length < earlyMax) early.push(event);
    const request = heardRequest(event, { origin, parent: window.parent, self: window });
    if (request !== undefined) hear(request);
  };
  window.addEventListener('message', listen);
  onConfig?.(() => {
    for (const event of early.splice(0)) listen(event);
  });
  return () => window.removeEventListener('message', listen);
}
