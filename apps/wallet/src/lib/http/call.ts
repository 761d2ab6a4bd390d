import { serverClock } from '../device/clock.ts';
import { installedVersion, deviceId, readDevice } from '../device/device.ts';
import { isWebview } from '../device/launch.ts';
import { online } from '../device/online.ts';
import { session } from '../device/session.ts';
import { showToast } from '../device/toasts.ts';
import { currentLanguage, languages, sayNow } from '../text/i18n.ts';
/** The app's own call helper: api.ts with this browser's fetch, clock, session, language and toasts. */
import { type ApiCall, createApi } from './api.ts';
import { baseAddress } from './base-address.ts';
import { loading } from './loading.ts';

/** The secret every client of the demo carries; another one is given when the app is built. No permission hangs on it. */
const apiSecret = import.meta.env['VITE_API_SECRET'] ?? 'marigold-demo';

/**
 * Makes a call of the contract: `const result = await call('payee/lookup', { to })`. Success is `result.ok`; a refusal
 * has `kind: 'refusal'` and its code; see CallOptions for what is shown and what is rejected.
 */
export const call: ApiCall = createApi({
  fetch: (url, init) => fetch(url, init),
  clock: () => Date.now(),
  serverClock,
  base: baseAddress(globalThis.location?.host ?? ''),
  secret: apiSecret,
  device: () => ({
    appVersion: installedVersion,
    deviceId: deviceId(),
    ...readDevice(navigator.userAgent, isWebview()),
  }),
  language: () => languages[currentLanguage()].header,
  session: {
    token: () => session.state.get().token,
    refuse: (token) => void session.refuse(token),
  },
  online,
  loading,
  toast: showToast,
  text: sayNow,
});
