/**
 * Public channels of `/stream`, on which modules publish to everybody. Each channel has one sequence in this process; a
 * frame is written as text once, however many clients get it.
 */

/** What the stream needs to know of public channels, whoever feeds them. */
export type PublicChannels = {
  /** Whether there is such a channel. */
  has(channel: string): boolean;
  /** The snapshot of now as a whole message; undefined while nothing is known: then it comes by itself later. */
  snapshot(channel: string): string | undefined;
  /** Told of every message in order, until the answer is called. */
  listen(listener: (channel: string, message: string) => void): () => void;
};

/** What a module that feeds channels does with them. */
export type Channels = PublicChannels & {
  /** Opens a channel. `snapshot`: JSON of all that was told so far, undefined while nothing is known. */
  open(channel: string, snapshot: () => string | undefined): void;
  close(channel: string): void;
  /** Tells news: JSON of what has changed since the last. */
  publish(channel: string, data: string): void;
  /** What was told is no longer what the news continue: everybody starts over with a snapshot. */
  restart(channel: string): void;
  seq(channel: string): number;
};

type Channel = {
  seq: number;
  readonly data: () => string | undefined;
  /** The last snapshot, kept for all who ask before the next news. */
  snapshot: string | undefined;
};

export function createChannels(): Channels {
  const channels = new Map<string, Channel>();
  const listeners = new Set<(channel: string, message: string) => void>();

  function snapshot(name: string): string | undefined {
    const channel = channels.get(name);
    if (channel === undefined) return undefined;
    const data = channel.snapshot === undefined ? channel.data() : undefined;
    if (data !== undefined)
      channel.snapshot = `{"ch":${JSON.stringify(name)},"seq":${channel.seq},"snapshot":true,"data":${data}}`;
    return channel.snapshot;
  }

  function publish(name: string, message: string): void {
    for (const listener of listeners) listener(name, message);
  }

  return {
    has: (name) => channels.has(name),
    snapshot,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open(name, data) {
      if (!channels.has(name)) channels.set(name, { seq: 0, data, snapshot: undefined });
    },
    close: (name) => void channels.delete(name),
    publish(name, data) {
      const channel = channels.get(name);
      if (channel === undefined) return;
      const prev = channel.seq;
      channel.seq += 1;
      channel.snapshot = undefined;
      publish(name, `{"ch":${JSON.stringify(name)},"seq":${channel.seq},"prev":${prev},"data":${data}}`);
    },
    restart(name) {
      const channel = channels.get(name);
      if (channel === undefined) return;
      channel.seq += 1;
      channel.snapshot = undefined;
      const message = snapshot(name);
      if (message !== undefined) publish(name, message);
    },
    seq: (name) => channels.get(name)?.seq ?? 0,
  };
}
