/**
 * Messages to the native wrapper (spec 2, reliability.md 7.3): where to go, which language, which theme. Never a token,
 * never anything personal; the target is the wrapper's own channel or one exact origin.
 */
import { isWebview } from './launch.ts';

export type WrapperMessage =
  | { readonly action: 'jump'; readonly url: string }
  | { readonly action: 'language'; readonly lang: string }
  | { readonly action: 'theme'; readonly theme: 'light' | 'dark' };

/** The windows a wrapper may offer: an iOS handler, an Android interface, or a frame around us. */
export type WrapperWindow = {
  readonly webkit?: {
    readonly messageHandlers?: { readonly marigold?: { postMessage(message: WrapperMessage): void } };
  };
  readonly marigoldWrapper?: { postMessage(message: string): void };
  readonly parent?: { postMessage(message: WrapperMessage, targetOrigin: string): void };
};

/** Posts to the first channel there is. A frame must have `wrapperOrigin`; the browser drops the message otherwise. */
export function postTo(target: WrapperWindow, wrapperOrigin: string, message: WrapperMessage): void {
  const ios = target.webkit?.messageHandlers?.marigold;
  if (ios !== undefined) return ios.postMessage(message);
  if (target.marigoldWrapper !== undefined)
    return target.marigoldWrapper.postMessage(JSON.stringify(message));
  if (target.parent !== undefined && target.parent !== (target as unknown)) {
    target.parent.postMessage(message, wrapperOrigin);
  }
}

/** Tells the wrapper; outside of one nothing happens. */
export function tellWrapper(message: WrapperMessage): void {
  if (!isWebview()) return;
  postTo(
    window as unknown as WrapperWindow,
    import.meta.env['VITE_WRAPPER_ORIGIN'] ?? window.location.origin,
    message,
  );
}
