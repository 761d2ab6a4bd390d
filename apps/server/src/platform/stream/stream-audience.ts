/**
 * Which clients get which messages. Clients with the same public channels are one audience: the messages of one turn of
 * the event loop are joined once and written to each of them at once, because a write to the network costs more than all
 * the rest.
 */
import type { PublicChannels } from './stream-channels.ts';
import { frameOf } from './stream-frame.ts';

export type Hearer = { hear(frames: Buffer): void };

export type Audiences = {
  /** From now on this client hears exactly these channels; none: it hears nothing. What was told before is out already. */
  move(hearer: Hearer, channels: ReadonlySet<string>): void;
  /** Writes what waits for the end of this turn: before a snapshot, which already knows of it. */
  flush(): void;
  stop(): void;
};

type Audience = {
  readonly key: string;
  readonly channels: readonly string[];
  readonly hearers: Set<Hearer>;
  waiting: Buffer[];
};

export function createAudiences(channels: PublicChannels): Audiences {
  const audiences = new Map<string, Audience>();
  const byChannel = new Map<string, Set<Audience>>();
  const ofHearer = new Map<Hearer, Audience>();
  /** Audiences for which something waits. */
  const announced = new Set<Audience>();
  let isFlushPlanned = false;

  const stopListening = channels.listen((channel, message) => {
    const hearing = byChannel.get(channel);
    if (hearing === undefined) return;
    const frame = frameOf(message);
    for (const audience of hearing) {
      audience.waiting.push(frame);
      announced.add(audience);
    }
    if (isFlushPlanned) return;
    isFlushPlanned = true;
    queueMicrotask(flush);
  });

  function flush(): void {
    isFlushPlanned = false;
    for (const audience of announced) {
      const [first, ...others] = audience.waiting;
      audience.waiting = [];
      if (first === undefined) continue;
      const frames = others.length === 0 ? first : Buffer.concat([first, ...others]);
      for (const hearer of audience.hearers) hearer.hear(frames);
    }
    announced.clear();
  }

  function enter(hearer: Hearer, wanted: ReadonlySet<string>): void {
    const names = [...wanted].toSorted();
    const key = names.join(' ');
    const audience = audiences.get(key) ?? { key, channels: names, hearers: new Set(), waiting: [] };
    audience.hearers.add(hearer);
    ofHearer.set(hearer, audience);
    if (audiences.has(key)) return;
    audiences.set(key, audience);
    for (const name of names) byChannel.set(name, (byChannel.get(name) ?? new Set()).add(audience));
  }

  function leave(hearer: Hearer): void {
    const audience = ofHearer.get(hearer);
    ofHearer.delete(hearer);
    audience?.hearers.delete(hearer);
    if (audience === undefined || audience.hearers.size > 0) return;
    audiences.delete(audience.key);
    for (const name of audience.channels) {
      const hearing = byChannel.get(name);
      hearing?.delete(audience);
      if (hearing?.size === 0) byChannel.delete(name);
    }
  }

  return {
    move(hearer, wanted) {
      flush();
      leave(hearer);
      if (wanted.size > 0) enter(hearer, wanted);
    },
    flush,
    stop: stopListening,
  };
}
