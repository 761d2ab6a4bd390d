/** What runs beside the screens: the live channel of whoever is logged in, the way back from offline, the session's end. */
import { call } from '../lib/call.ts';
import { coinText } from '../lib/format.ts';
import { say } from '../lib/i18n.ts';
import { createLive, type Live, type LiveEvent, type Socket } from '../lib/live.ts';
import { go } from '../lib/navigation.ts';
import { followNetwork, online } from '../lib/online.ts';
import { paths } from '../lib/paths.ts';
import { invalidateFor, invalidateMoney, queryClient } from '../lib/queries.ts';
import { session } from '../lib/session.ts';
import { onToast, showToast } from '../lib/toasts.ts';
import { toast } from '../ui/toast-store.ts';

/** While the server cannot be reached it is asked this often, by visible pages only. */
const probeEveryMs = 5_000;

/** Called once at the start. */
export function followEverything(): void {
  onToast(({ text, action }) =>
    toast(text, action === undefined ? {} : { action: { label: action.label, onPress: action.run } }),
  );
  const live = createLive({
    open: openSocket,
    setTimer: (run, delayMs) => window.setTimeout(run, delayMs),
    clearTimer: (timer) => window.clearTimeout(timer as number | undefined),
    random: () => Math.random(),
    onEvent: hear,
    onGap: () => void invalidateMoney(),
    onRefused: (token) => void session.refuse(token),
  });
  followSession(live);
  followReach(live);
}

function openSocket(): Socket {
  const address = new URL('/stream', window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(address) as Socket;
}

function followSession(live: Live): void {
  const connect = () => {
    const { token } = session.state.get();
    if (token === undefined) live.stop();
    else live.start(token);
  };
  session.state.subscribe(connect);
  connect();
  session.onEnd((reason) => {
    // What was read belongs to the person who left.
    queryClient.clear();
    if (reason === 'refused') showToast({ text: say('shell.sessionEnded') });
  });
}

function followReach(live: Live): void {
  const probe = async () => {
    try {
      await call('app/ping', {}, { method: 'GET', disableLoading: true, onFail: () => undefined });
    } catch {
      // Still away; the next probe asks again.
    }
  };
  followNetwork(() => void probe());
  window.setInterval(() => {
    if (!online.state.get().isOnline && document.visibilityState === 'visible') void probe();
  }, probeEveryMs);
  online.state.subscribe(() => {
    if (!online.state.get().isOnline) return;
    live.wake();
    void queryClient.invalidateQueries();
    showToast({ text: say('shell.online') });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') live.wake();
  });
}

function hear({ event, hints }: LiveEvent): void {
  void invalidateFor(event);
  if (event === 'message' && hints['kind'] === 'received') tellReceived(hints);
}

/** Money came in: the amount, and from whom where the hint says so. */
function tellReceived({ amount, currency, from, billId }: LiveEvent['hints']): void {
  if (typeof amount !== 'string' || typeof currency !== 'string') return;
  const shown = coinText(amount, currency);
  showToast({
    text:
      typeof from === 'string'
        ? say('shell.live.receivedFrom', { amount: shown, payer: from })
        : say('shell.live.received', { amount: shown }),
    ...(typeof billId === 'string'
      ? { action: { label: say('shell.bills'), run: () => go(paths.billDetail(billId)) } }
      : {}),
  });
}
