/** People and the line between them and the server: one command at a time, asked again with its key until answered. */
import { must } from './trading-audit.ts';
import type { WaitingRequest, EngineWorld } from './trading-life.ts';
import {
  type RequestAnswer,
  type RequestSpec,
  busy,
  drawRequest,
  isForMarket,
  isRefusal,
  type Request,
  specRequest,
} from './trading-requests.ts';

/** A command, and what has become of it so far. */
export type SentRequest = {
  readonly request: Request;
  attempt: number;
  /** Copies that have not been answered and are not lost. */
  underWay: number;
  /** What the server said last, whether or not it was heard. */
  reply: RequestAnswer | undefined;
  /** Whether that is about the last copy: of one whose process or commit was lost nobody knows. */
  isLastAnswered: boolean;
  /** What was heard first. */
  heard: RequestAnswer | undefined;
  /** Heard while no copy was left that could still be done. */
  isFinal: boolean;
};

export type TradingPeople = {
  readonly start: () => void;
  readonly isWaiting: () => boolean;
  readonly all: readonly SentRequest[];
  /** It came to a dead process. */
  readonly lose: (waiting: WaitingRequest) => void;
  /** The process died with whatever it was holding. */
  readonly forget: () => void;
};

const patience = 160;

type PeopleState = Pick<EngineWorld, 'weather' | 'random' | 'schedule'> & {
  /** How many commands there will be. */
  readonly commands: number;
  readonly deliver: (waiting: WaitingRequest) => void;
  readonly all: SentRequest[];
  /** Orders that wait, as far as people know. */
  readonly orderIds: string[];
  readonly ownerOfOrder: Map<string, number>;
  /** What each client waits for. */
  readonly outstanding: (SentRequest | undefined)[];
  /** What the server holds. */
  readonly inside: Map<WaitingRequest, SentRequest>;
  /** Clients that have nothing left to ask. */
  idle: number;
};

export function createTradingPeople(
  { weather, random, schedule }: EngineWorld,
  commands: number,
  deliver: (waiting: WaitingRequest) => void,
): TradingPeople {
  const people: PeopleState = {
    weather,
    random,
    schedule,
    commands,
    deliver,
    all: [],
    orderIds: [],
    ownerOfOrder: new Map(),
    outstanding: Array.from({ length: weather.clients }, (): SentRequest | undefined => undefined),
    inside: new Map(),
    idle: 0,
  };
  const { all, inside } = people;
  return {
    start() {
      for (let client = 0; client < weather.clients; client += 1) {
        next(people, client);
        watch(people, client, undefined, 0);
      }
    },
    isWaiting: () => people.idle < weather.clients,
    all,
    lose(waiting) {
      const sent = inside.get(waiting);
      if (sent !== undefined) sent.underWay -= 1;
      inside.delete(waiting);
    },
    forget() {
      for (const sent of inside.values()) {
        sent.underWay -= 1;
        sent.isLastAnswered = false;
      }
      inside.clear();
    },
  };
}

function next(people: PeopleState, client: number): void {
  const { all, outstanding } = people;
  outstanding[client] = undefined;
  if (all.length >= people.commands) return void (people.idle += 1);
  const sent: SentRequest = {
    request: invent(people, client),
    attempt: 0,
    underWay: 0,
    reply: undefined,
    isLastAnswered: false,
    heard: undefined,
    isFinal: false,
  };
  all.push(sent);
  outstanding[client] = sent;
  send(people, client, sent);
}

/** Something new, now and then under a key that the client has used before; what it has asked already it does not ask so again. */
function invent(people: PeopleState, client: number): Request {
  const { all, orderIds, random, weather } = people;
  const count = all.length;
  const drawn = drawRequest(random, weather, { count, orderIds });
  const owner = ownerOf(people, drawn, count);
  const fresh = specRequest(drawn, `key-${count}-of-${client}`, owner);
  const old = random.chance(weather.keyReuse) ? oldKey(people, client, fresh) : undefined;
  const reused = old === undefined ? fresh : specRequest(drawn, old.key, old.owner);
  const isAnsweredBefore =
    old !== undefined &&
    all.some(({ request }) => request.key === reused.key && request.body === reused.body);
  return isAnsweredBefore ? fresh : reused;
}

/** Everybody begins with something; then anybody, but who cancels is mostly whose order it is. */
function ownerOf({ weather, random, ownerOfOrder }: PeopleState, drawn: RequestSpec, count: number): number {
  if (count < weather.owners * 2) return count >> 1;
  const owner = drawn.kind === 'cancel' ? ownerOfOrder.get(drawn.orderId) : undefined;
  return owner === undefined || random.chance(0.1) ? random.below(weather.owners) : owner;
}

/** A key that this client has used before, for something else of the same kind. */
function oldKey({ all, random }: PeopleState, client: number, fresh: Request): Request | undefined {
  const mine = all.filter(
    ({ request }) => request.key.endsWith(`-${client}`) && isForMarket(request) === isForMarket(fresh),
  );
  return mine.length === 0 ? undefined : random.pick(mine).request;
}

function send(people: PeopleState, client: number, sent: SentRequest): void {
  const { random, weather, schedule } = people;
  sent.attempt += 1;
  for (let copy = random.chance(weather.doubling) ? 2 : 1; copy > 0; copy -= 1) {
    if (random.chance(weather.requestLoss)) continue;
    sent.underWay += 1;
    schedule.after(delay(people), () => arrive(people, client, sent));
  }
}

/** Looks now and then; what has waited since the last look is asked again. */
function watch(people: PeopleState, client: number, seen: SentRequest | undefined, attempt: number): void {
  const { random, schedule, outstanding } = people;
  schedule.after(patience + random.below(patience), () => {
    const sent = outstanding[client];
    if (sent === undefined) return;
    if (sent === seen && sent.attempt === attempt) send(people, client, sent);
    watch(people, client, sent, sent.attempt);
  });
}

/** The server was busy: asked again a little later, unless that has happened meanwhile. */
function again(people: PeopleState, client: number, sent: SentRequest, attempt: number): void {
  const { random, schedule, outstanding } = people;
  schedule.after(1 + random.below(patience), () => {
    if (outstanding[client] === sent && sent.attempt === attempt) send(people, client, sent);
  });
}

function arrive(people: PeopleState, client: number, sent: SentRequest): void {
  const { inside, random, schedule, weather } = people;
  const waiting: WaitingRequest = {
    request: sent.request,
    reply(answer) {
      must(inside.delete(waiting), () => `${sent.request.key} is answered once`);
      sent.underWay -= 1;
      sent.isLastAnswered = answer !== busy;
      if (answer !== busy) say(sent, answer);
      if (!random.chance(weather.answerLoss))
        schedule.after(delay(people), () => hear(people, client, sent, answer));
    },
  };
  inside.set(waiting, sent);
  people.deliver(waiting);
}

function hear(people: PeopleState, client: number, sent: SentRequest, answer: RequestAnswer): void {
  if (answer === busy) return again(people, client, sent, sent.attempt);
  if (people.outstanding[client] !== sent) return;
  sent.heard = answer;
  sent.isFinal = sent.underWay === 0 && sent.isLastAnswered && sent.reply === answer;
  if (sent.request.kind === 'order' && answer.startsWith('ok wait ')) {
    const id = answer.slice(answer.lastIndexOf(' ') + 1);
    people.orderIds.push(id);
    people.ownerOfOrder.set(id, sent.request.owner);
  }
  next(people, client);
}

/** A refusal leaves nothing and may become an answer; an answer never changes. */
function say(sent: SentRequest, answer: RequestAnswer): void {
  const { reply = answer } = sent;
  must(
    reply === answer || isRefusal(reply),
    () => `${sent.request.key} was "${reply}" and is now "${answer}"`,
  );
  sent.reply = answer;
}

function delay({ random, weather }: PeopleState): number {
  return 1 + random.below(weather.delayMax);
}
