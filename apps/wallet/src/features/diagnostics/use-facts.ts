import { useEffect, useRef, useState } from 'react';

import { useOnline } from '../../lib/device/online.ts';
import { useStore } from '../../lib/device/store.ts';
import { listenToWrapper, postToWrapper } from '../../lib/device/webview.ts';
import { call } from '../../lib/http/call.ts';
import { liveState } from '../../lib/live/live-state.ts';
import {
  type Bridge,
  clockOffset,
  type DiagnosticFacts,
  type Ping,
  readDeviceFacts,
  readWorker,
} from './facts.ts';

/** A wrapper that has not answered by then does not know the question. */
const pongWithinMs = 3_000;

export type Diagnostics = {
  readonly facts: DiagnosticFacts;
  /** Asks the server again. */
  readonly check: () => Promise<void>;
  /** Asks the wrapper. */
  readonly testBridge: () => void;
};

export function useFacts(): Diagnostics {
  const [device, setDevice] = useState(readDeviceFacts);
  const [checked, setChecked] = useState<Checked>({ ping: { kind: 'checking' }, worker: 'none' });
  const { bridge, testBridge } = useBridge();
  const { isOnline } = useOnline();
  const live = useStore(liveState);
  useEffect(() => void ask().then(setChecked), []);
  async function check(): Promise<void> {
    setChecked((last) => ({ ...last, ping: { kind: 'checking' } }));
    setDevice(readDeviceFacts());
    setChecked(await ask());
  }
  return { facts: { ...device, ...checked, isOnline, live, bridge }, check, testBridge };
}

type Checked = Pick<DiagnosticFacts, 'ping' | 'worker'>;

async function ask(): Promise<Checked> {
  const [ping, worker] = await Promise.all([askServer(), readWorker()]);
  return { ping, worker };
}

async function askServer(): Promise<Ping> {
  const sentAt = Date.now();
  try {
    const result = await call('app/ping', {}, { disableLoading: true, onFail: () => undefined });
    if (!result.ok) return { kind: 'failed' };
    const answeredAt = Date.now();
    const { version, mode, time } = result.data;
    const offsetMs = clockOffset(sentAt, answeredAt, time);
    return { kind: 'answered', latencyMs: answeredAt - sentAt, offsetMs, version, mode };
  } catch {
    return { kind: 'failed' };
  }
}

/** One question at a time; its answer counts until the time-out. */
function useBridge() {
  const [bridge, setBridge] = useState<Bridge>({ kind: 'untested' });
  const checkedAt = useRef(0);
  useEffect(() => {
    if (bridge.kind !== 'waiting') return undefined;
    const stop = listenToWrapper(({ action }) => {
      if (action === 'pong') setBridge({ kind: 'answered', afterMs: Date.now() - checkedAt.current });
    });
    const timer = setTimeout(() => setBridge({ kind: 'silent' }), pongWithinMs);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [bridge.kind]);
  const testBridge = (): void => {
    checkedAt.current = Date.now();
    setBridge({ kind: postToWrapper({ action: 'ping' }) ? 'waiting' : 'none' });
  };
  return { bridge, testBridge };
}
