/**
 * What time it is for the server. Its moments (freezes, locks, ends of codes) are compared with this clock, so that a
 * device whose own is wrong waits as long as everybody else. How long something lasts is measured by the device alone.
 */
export type ServerClock = {
  /** Epoch ms by the server's clock, as far as it is known; until then by the device's. */
  readonly now: () => number;
  /** Told what the server's clock shows now, epoch ms. */
  readonly learn: (serverMs: number) => void;
  /** What the device's clock shows at a moment of the server, epoch ms. */
  readonly onDevice: (serverMs: number) => number;
};

export function createServerClock(device: () => number): ServerClock {
  let aheadMs = 0;
  return {
    now: () => device() + aheadMs,
    learn: (serverMs) => void (aheadMs = serverMs - device()),
    onDevice: (serverMs) => serverMs - aheadMs,
  };
}

/** The app's own; `call` tells it of a server that refused a call for its time. */
export const serverClock = createServerClock(() => Date.now());
