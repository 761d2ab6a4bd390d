/** People and the line between them and the server: one command at a time, asked again with its key until answered. */
import { must } from './trading-audit.ts';
import type { Waiting, World } from './trading-engine.ts';
import {
  type Answer,
  type Asked,
  busy,
  drawRequest,
  isForMarket,
  isRefusal,
  type Request,
  requestOf,
} from './trading-requests.ts';

/** A command, and what has become of it so far. */
export type Sent = {
  readonly request: Request;
  attempt: number;
  /** Copies that have not been answered and are not lost. */
  underWay: number;
  /** What the server said last, whether or not it was heard. */
  said: Answer | undefined;
  /** Whether that is about the last copy: of one whose process or commit was lost nobody knows. */
  isSaidLast: boolean;
  /** What was heard first. */
  heard: Answer | undefined;
  /** Heard while no copy was left that could still be done. */
  isFinal: boolean;
};

export type People = {
  readonly start: () => void;
  readonly isWaiting: () => boolean;
  readonly all: readonly Sent[];
  /** It came to a dead process. */
  readonly lose: (waiting: Waiting) => void;
  /** The process died with whatever it was holding. */
  readonly forget: () => void;
};

const patience = 160;

export function createPeople(
  { weather, random, schedule }: World,
  commands: number,
  deliver: (waiting: Waiting) => void,
): People {
  const all: Sent[] = [];
  /** Orders that wait, as far as people know. */
  const orderIds: string[] = [];
  const ownerOfOrder = new Map<string, number>();
  const outstanding = Array.from({ length: weather.clients }, (): Sent | undefined => undefined);
  const inside = new Map<Waiting, Sent>();
  let idle = 0;

  function next(client: number): void {
    outstanding[client] = undefined;
    if (all.length >= commands) return void (idle += 1);
    const count = all.length;
    const drawn = drawRequest(random, weather, { count, orderIds });
    const owner = ownerOf(drawn, count);
    const fresh = requestOf(drawn, `key-${count}-of-${client}`, owner);
    const old = random.chance(weather.keyReuse) ? oldKey(client, fresh) : undefined;
    const reused = old === undefined ? fresh : requestOf(drawn, old.key, old.owner);
    const isSaidBefore =
      old !== undefined &&
      all.some(({ request }) => request.key === reused.key && request.body === reused.body);
    const request = isSaidBefore ? fresh : reused;
    const sent: Sent = {
      request,
      attempt: 0,
      underWay: 0,
      said: undefined,
      isSaidLast: false,
      heard: undefined,
      isFinal: false,
    };
    all.push(sent);
    outstanding[client] = sent;
    send(client, sent);
  }

  /** Everybody begins with something; then anybody, but who cancels is mostly whose order it is. */
  function ownerOf(drawn: Asked, count: number): number {
    if (count < weather.owners * 2) return count >> 1;
    const owner = drawn.kind === 'cancel' ? ownerOfOrder.get(drawn.orderId) : undefined;
    return owner === undefined || random.chance(0.1) ? random.below(weather.owners) : owner;
  }

  /** A key that this client has used before, for something else of the same kind. */
  function oldKey(client: number, fresh: Request): Request | undefined {
    const mine = all.filter(
      ({ request }) => request.key.endsWith(`-${client}`) && isForMarket(request) === isForMarket(fresh),
    );
    return mine.length === 0 ? undefined : random.pick(mine).request;
  }

  function send(client: number, sent: Sent): void {
    sent.attempt += 1;
    for (let copy = random.chance(weather.doubling) ? 2 : 1; copy > 0; copy -= 1) {
      if (random.chance(weather.requestLoss)) continue;
      sent.underWay += 1;
      schedule.after(delay(), () => arrive(client, sent));
    }
  }

  /** Looks now and then; what has waited since the last look is asked again. */
  function watch(client: number, seen: Sent | undefined, attempt: number): void {
    schedule.after(patience + random.below(patience), () => {
      const sent = outstanding[client];
      if (sent === undefined) return;
      if (sent === seen && sent.attempt === attempt) send(client, sent);
      watch(client, sent, sent.attempt);
    });
  }

  /** The server was busy: asked again a little later, unless that has happened meanwhile. */
  function again(client: number, sent: Sent, attempt: number): void {
    schedule.after(1 + random.below(patience), () => {
      if (outstanding[client] === sent && sent.attempt === attempt) send(client, sent);
    });
  }

  function arrive(client: number, sent: Sent): void {
    const waiting: Waiting = {
      request: sent.request,
      reply(answer) {
        must(inside.delete(waiting), () => `${sent.request.key} is answered once`);
        sent.underWay -= 1;
        sent.isSaidLast = answer !== busy;
        if (answer !== busy) say(sent, answer);
        if (!random.chance(weather.answerLoss)) schedule.after(delay(), () => hear(client, sent, answer));
      },
    };
    inside.set(waiting, sent);
    deliver(waiting);
  }

  function hear(client: number, sent: Sent, answer: Answer): void {
    if (answer === busy) return again(client, sent, sent.attempt);
    if (outstanding[client] !== sent) return;
    sent.heard = answer;
    sent.isFinal = sent.underWay === 0 && sent.isSaidLast && sent.said === answer;
    if (sent.request.kind === 'order' && answer.startsWith('ok wait ')) {
      const id = answer.slice(answer.lastIndexOf(' ') + 1);
      orderIds.push(id);
      ownerOfOrder.set(id, sent.request.owner);
    }
    next(client);
  }

  /** A refusal leaves nothing and may become an answer; an answer never changes. */
  function say(sent: Sent, answer: Answer): void {
    const { said = answer } = sent;
    must(
      said === answer || isRefusal(said),
      () => `${sent.request.key} was "${said}" and is now "${answer}"`,
    );
    sent.said = answer;
  }

  function delay(): number {
    return 1 + random.below(weather.delayMax);
  }

  return {
    start() {
      for (let client = 0; client < weather.clients; client += 1) {
        next(client);
        watch(client, undefined, 0);
      }
    },
    isWaiting: () => idle < weather.clients,
    all,
    lose(waiting) {
      const sent = inside.get(waiting);
      if (sent !== undefined) sent.underWay -= 1;
      inside.delete(waiting);
    },
    forget() {
      for (const sent of inside.values()) {
        sent.underWay -= 1;
        sent.isSaidLast = false;
      }
      inside.clear();
    },
  };
}
