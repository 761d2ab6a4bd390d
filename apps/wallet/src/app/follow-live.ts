/**
 * The live channel of this visit: what it announces to the person logged in, and the connection that public prices share.
 */
import type { HintsOf } from '@marigold/contract/events';
import type { NoticeKind } from '@marigold/contract/notices';

import { online } from '../lib/device/online.ts';
import { session } from '../lib/device/session.ts';
import { showToast } from '../lib/device/toasts.ts';
import type { Socket } from '../lib/live/line.ts';
import { liveEvent, liveLine, liveState } from '../lib/live/live-state.ts';
import { createLive, type Live } from '../lib/live/live.ts';
import type { LiveEvent } from '../lib/live/own-channel.ts';
import { invalidateFor, invalidateMoney } from '../lib/query/queries.ts';
import { go } from '../lib/route/navigation.ts';
import { paths } from '../lib/route/paths.ts';
import { coinText } from '../lib/text/format.ts';
import { sayNow } from '../lib/text/i18n.ts';

/** Called once, when the first screen stands: its own first snapshot makes good what happened until then. */
export function followLive(): void {
  const live = createLive({
    open: openSocket,
    setTimer: (run, delayMs) => window.setTimeout(run, delayMs),
    clearTimer: (timer) => window.clearTimeout(timer as number | undefined),
    random: () => Math.random(),
    onEvent: hear,
    onGap: () => void invalidateMoney(),
    onRefused: (token) => void session.refuse(token),
    onState: liveState.set,
  });
  liveLine.set(live);
  followSession(live);
  wakeInTime(live);
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
}

/** The network is back, or somebody looks at the page again: the line does not wait for its own next try. */
function wakeInTime(live: Live): void {
  online.state.subscribe(() => {
    if (online.state.get().isOnline) live.wake();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') live.wake();
  });
}

function hear(event: LiveEvent): void {
  liveEvent.set(event);
  void invalidateFor(event.event, 'id' in event.hints ? event.hints.id : undefined);
  if (event.event === 'message' && receivedKinds.has(event.hints.kind)) announceReceived(event.hints);
}

/** Notices of money that came in, from somebody or from nobody. */
const receivedKinds: ReadonlySet<string | undefined> = new Set<NoticeKind>(['received', 'cameIn']);

/** Money came in: the amount, and from whom where the hint says so. */
function announceReceived({ amount, currency, from, billId }: Partial<HintsOf<'message'>>): void {
  if (amount === undefined || currency === undefined) return;
  const text = coinText(amount, currency);
  showToast({
    text:
      from !== undefined
        ? sayNow('shell.live.receivedFrom', { amount: text, payer: from })
        : sayNow('shell.live.received', { amount: text }),
    ...(billId !== undefined
      ? { action: { label: sayNow('shell.bills'), run: () => go(paths.billDetail(billId)) } }
      : {}),
  });
}
