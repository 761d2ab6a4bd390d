/**
 * The world of trading: people place and cancel orders, bring and take money, over a line that loses, doubles and reorders;
 * the process and the database die whenever they like. Book and money are the product's own; after every command each
 * promise is looked at. No database and no clock: a history takes two milliseconds and its seed tells it again.
 */
import { createRandom } from '../../chaos/random.ts';
import { createAudit, must } from './trading-audit.ts';
import { createBank } from './trading-bank.ts';
import { createDatabase, type TradingDatabase } from './trading-database.ts';
import { createEngine, type SimEngine } from './trading-engine.ts';
import type { EngineWorld } from './trading-life.ts';
import { createTradingPeople } from './trading-people.ts';
import { isForMarket } from './trading-requests.ts';
import { createSchedule } from './trading-schedule.ts';
import { checkStory, digestOf } from './trading-story.ts';
import { drawWeather } from './trading-weather.ts';

/** What happened in one history. */
export type TradingHistory = {
  readonly commands: number;
  readonly fills: number;
  readonly deaths: number;
  readonly undone: number;
};

export const commandsPerSeed = 200;
/** Every so many seeds one is lived twice. */
const twiceEvery = 50;
/** A history that takes longer has come to a standstill. */
const stepsMax = 400 * commandsPerSeed;
const awayMax = 60;

/** Lives one history; throws what is not true in it. */
export function liveTrading(seed: number): TradingHistory {
  const { history, database } = live(seed);
  if (seed % twiceEvery === 0)
    must(digestOf(live(seed).database) === digestOf(database), 'the same seed tells the same story');
  return history;
}

function live(seed: number): { readonly history: TradingHistory; readonly database: TradingDatabase } {
  const random = createRandom(seed, 'trading');
  const weather = drawWeather(random);
  const schedule = createSchedule();
  const database = createDatabase(weather, random, schedule);
  const audit = createAudit(weather);
  let orders = 0;
  const newOrderId = (): string => `order-${(orders += 1)}`;
  const world: EngineWorld = { weather, random, schedule, database, audit, newOrderId };
  const bank = createBank(world);
  const lives: SimEngine[] = [createEngine(world)];
  let isUp = true;
  let deaths = 0;

  const people = createTradingPeople(world, commandsPerSeed, (waiting) => {
    if (!isUp) return people.lose(waiting);
    if (isForMarket(waiting.request)) lives.at(-1)?.arrive(waiting);
    else bank.arrive(waiting);
  });

  function die(): void {
    isUp = false;
    deaths += 1;
    lives.at(-1)?.kill();
    bank.kill();
    people.forget();
    schedule.after(1 + random.below(awayMax), rise);
  }

  /** What the dead one was writing is written or gone before the next one reads. */
  function rise(): void {
    database.begin((isThere) => {
      if (!isThere) return schedule.after(1, rise);
      lives.push(createEngine(world));
      isUp = true;
      database.rollback();
    });
  }

  /** Strikes again and again, as long as anybody is out there. */
  function storm(rest: number, strike: () => void): void {
    if (rest === 0) return;
    schedule.after(1 + random.below(rest), () => {
      if (!people.isWaiting()) return;
      strike();
      storm(rest, strike);
    });
  }

  people.start();
  storm(weather.engineRest, () => isUp && die());
  storm(weather.databaseRest, () => database.crash());
  for (let steps = 0; people.isWaiting(); steps += 1) {
    must(schedule.step(), 'somebody waits for ever');
    must(steps < stepsMax, 'nothing gets on any more');
  }
  while (schedule.step());
  const last = lives.at(-1);
  must(last !== undefined && isUp, 'the engine is up in the end');
  audit.opened(last.clearing(), database.state);
  checkStory(database, people.all);
  const sum = (pick: (counts: SimEngine['counts']) => number): number =>
    lives.reduce((all, { counts }) => all + pick(counts), 0);
  const history = {
    commands: people.all.length,
    fills: sum(({ fills }) => fills),
    deaths,
    undone: sum(({ undone }) => undone),
  };
  return { history, database };
}
