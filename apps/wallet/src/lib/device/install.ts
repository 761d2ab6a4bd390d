/** Installing the web app: the browser's own offer, kept until somebody asks for it, and whether it is installed. */
import { createStore, useStore } from './store.ts';

/** Chromium's `beforeinstallprompt`, which the types of the DOM do not know. */
type InstallOffer = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> };

export type InstallState =
  | { readonly kind: 'installed' }
  /** The browser asks when it is told to. */
  | { readonly kind: 'offered'; readonly offer: InstallOffer }
  /** The person does it in the browser's menu, if the browser can. */
  | { readonly kind: 'byHand' };

const state = createStore<InstallState>(isStandalone() ? { kind: 'installed' } : { kind: 'byHand' });

/** Keeps the offer; it comes early and only once. Called first of all. */
export function followInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    state.set({ kind: 'offered', offer: event as InstallOffer });
  });
  window.addEventListener('appinstalled', () => state.set({ kind: 'installed' }));
}

export function useInstall(): InstallState {
  return useStore(state);
}

/** Lets the browser ask; true when the person said yes. An offer can be made once. */
export async function install(): Promise<boolean> {
  const current = state.get();
  if (current.kind !== 'offered') return false;
  const { outcome } = await current.offer.prompt();
  state.set(outcome === 'accepted' ? { kind: 'installed' } : { kind: 'byHand' });
  return outcome === 'accepted';
}

/** True in a window of its own: opened from the home screen or the list of apps. */
function isStandalone(): boolean {
  if (typeof window === 'undefined') return false;
  const isOnIosHomeScreen = 'standalone' in navigator && navigator.standalone === true;
  return isOnIosHomeScreen || window.matchMedia('(display-mode: standalone)').matches;
}
