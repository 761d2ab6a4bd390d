/** What a live connection may cost, and how a client that costs more is told so (protocol.md "Live updates"). */

/** Bounds of live connections; tests use smaller ones. */
export type StreamBounds = {
  readonly pingEveryMs: number;
  readonly deadAfterMs: number;
  /** A connection that says nothing at all is closed. */
  readonly firstMessageMs: number;
  readonly messagesMax: number;
  /** Snapshots that a client may ask for within the same window: each is many times as long as the asking. */
  readonly snapshotsMax: number;
  readonly messagesWindowMs: number;
  /** What may wait for a slow client; beyond it news are dropped and a snapshot follows. */
  readonly bufferedBytesMax: number;
  readonly clientsPerAddressMax: number;
  readonly clientsMax: number;
};

export const streamBounds: StreamBounds = {
  pingEveryMs: 20_000,
  deadAfterMs: 45_000,
  firstMessageMs: 5000,
  messagesMax: 100,
  snapshotsMax: 200,
  messagesWindowMs: 10_000,
  bufferedBytesMax: 256 * 1024,
  clientsPerAddressMax: 50,
  clientsMax: 5000,
};

export const closeCodes = { goingAway: 1001, unauthorised: 4401, silent: 4408, tooMuch: 4429 } as const;

/** Largest message of a client: a bearer, or a list of channels. */
export const messageBytesMax = 8 * 1024;

/** Public channels of one client: the snapshots of all of them may wait for it at once. */
export const channelsMax = 50;
