/** What operators do with markets: rows of data with their audit rows, and cancels through whoever runs the books. */
import { Refusal } from '@marigold/contract/endpoint';

import { appendEvent } from '../modules/audit/event.ts';
import {
  hasFees,
  insertMarket,
  lockRule,
  updateRule,
  updateState,
  upsertFee,
} from '../modules/market/store.ts';
import { updateTradeGroup } from '../modules/person/store.ts';
import { findPersonId } from '../modules/person/views.ts';
import type { Exchange } from '../modules/trade/port.ts';
import { findFault } from '../modules/trade/rules.ts';
import { hasOpenOrders } from '../modules/trade/views.ts';
import type { Database } from '../platform/database/database.ts';
import { queryable, sqlState } from '../platform/database/database.ts';
import { TransportError } from '../platform/http/transport-error.ts';
import { newId } from '../platform/process/ids.ts';
import type { Outcome } from './commands.ts';
import { actorOf, firstStranger, refused } from './commands.ts';
import type { AskKey } from './keys.ts';
import type { MarketCommand } from './market-arguments.ts';
import { showMarkets } from './market-status.ts';

export type MarketCommandDependencies = {
  /** With the owner's login. */
  readonly db: Database;
  readonly ask: AskKey;
  readonly now: number;
  /** Reaches whoever runs the books. */
  readonly withExchange: <Result>(
    use: (exchange: Pick<Exchange, 'cancelAll'>) => Promise<Result>,
  ) => Promise<Result>;
};

type Given = MarketCommandDependencies & { readonly command: MarketCommand };

export async function runMarketCommand(
  dependencies: MarketCommandDependencies,
  command: MarketCommand,
): Promise<Outcome> {
  const { db, ask } = dependencies;
  const persons = [command.by, command.second].filter((name) => name !== undefined);
  const stranger = await firstStranger(queryable(db), persons, ask);
  if (stranger !== undefined) return refused(stranger);
  try {
    return await carryOut({ ...dependencies, command });
  } catch (error) {
    if (error instanceof Unfit) return refused(`Nothing changed: ${error.message}.`);
    // What the tables themselves do not take.
    if (/^(23|22)/.test(sqlState(error) ?? ''))
      return refused(`Nothing changed: ${error instanceof Error ? error.message : String(error)}.`);
    throw error;
  }
}

/** Carries a "no" out of a transaction so that it rolls back. */
class Unfit extends Error {}

async function carryOut(given: Given): Promise<Outcome> {
  const { db, command, now } = given;
  switch (command.name) {
    case 'market list':
      return await showMarkets(db, now);
    case 'market create':
      return await createMarket(given);
    case 'market enable':
      return await setState(given, 'enabled');
    case 'market hide':
      return await setState(given, 'hidden');
    case 'market lock':
      return await setState(given, 'locked');
    case 'market disable':
      return await setState(given, 'disabled');
    case 'market rule':
      return await setRule(given);
    case 'market fee':
      return await setFee(given);
    case 'market group':
      return await setGroup(given);
    case 'market cancel-orders':
      return await cancelOrders(given);
  }
}

async function createMarket({ db, command, now }: Given): Promise<Outcome> {
  const [symbol = '', priceDecimals = '', amountDecimals = '', ...amounts] = command.words;
  const [base, quote] = /^([A-Z0-9]{2,10})_([A-Z0-9]{2,10})$/.exec(symbol)?.slice(1) ?? [];
  if (base === undefined || quote === undefined)
    return refused('A market is called by its assets: BTC_USDT.');
  if (!/^[0-8]$/.test(priceDecimals) || !/^[0-8]$/.test(amountDecimals))
    return refused('Decimals are numbers from 0 to 8.');
  const wrong = amounts.find((amount) => !isAboveZero(amount));
  if (wrong !== undefined) return refused(`"${wrong}" is no amount above zero.`);
  const [tick = '', lot = '', totalMin = '', totalMax = ''] = amounts;
  const decimals = { priceDecimals: Number(priceDecimals), amountDecimals: Number(amountDecimals) };
  await db.transaction().execute(async (inside) => {
    const market = { symbol, base, quote, ...decimals, tick, lot, totalMin, totalMax };
    await insertMarket(inside, market, now);
    await refuseUncountable(inside, symbol);
    await tell(inside, command, 'market.created', `market:${symbol}`);
  });
  return { isDone: true, lines: [`${symbol} is there, disabled; "market enable" opens it.`] };
}

/** Whoever runs the books reads all markets at once: a row that cannot be counted would be trouble for every one of them. */
async function refuseUncountable(db: Database, symbol: string): Promise<void> {
  const fault = await findFault(db, symbol);
  if (fault !== undefined) throw new Unfit(`the books could not count with it (${fault})`);
}

async function setState(
  { db, command, now }: Given,
  state: 'enabled' | 'hidden' | 'locked' | 'disabled',
): Promise<Outcome> {
  const [symbol = ''] = command.words;
  const isThere = await db.transaction().execute(async (inside) => {
    if (!(await updateState(inside, symbol, { state, now }))) return false;
    await tell(inside, command, `market.${state}`, `market:${symbol}`);
    return true;
  });
  return isThere
    ? { isDone: true, lines: [`${symbol} is ${state}; its owner acts on it within seconds.`] }
    : refused(`There is no market ${symbol}.`);
}

const columns: Readonly<Record<string, { readonly column: string; readonly isWhole?: true }>> = {
  tick: { column: 'tick' },
  lot: { column: 'lot' },
  'min-total': { column: 'total_min' },
  'max-total': { column: 'total_max' },
  band: { column: 'band_percent' },
  give: { column: 'give_percent' },
  'loss-percent': { column: 'loss_percent' },
  'loss-usd': { column: 'loss_usd' },
  slippage: { column: 'slippage_percent' },
  'open-orders': { column: 'open_orders_max', isWhole: true },
  position: { column: 'position', isWhole: true },
};

async function setRule({ db, command, now }: Given): Promise<Outcome> {
  const [symbol = '', rule = '', value = ''] = command.words;
  const { column, isWhole } = columns[rule] ?? { column: '' };
  if (column === '' || !isAboveZero(value)) return refused(`"${value}" is no value above zero.`);
  if (isWhole === true && !/^\d{1,4}$/.test(value)) return refused(`"${value}" is no whole number.`);
  return await db.transaction().execute(async (inside) => {
    const market = await lockRule(inside, { symbol, column }, hasOpenOrders);
    if (market === undefined) return refused(`There is no market ${symbol}.`);
    // What stands in a book is a multiple of the old step.
    if ((rule === 'tick' || rule === 'lot') && (market.state !== 'disabled' || market.open))
      return refused(`The ${rule} of ${symbol} changes only while it is disabled and nothing is open there.`);
    await updateRule(inside, { symbol, column, value, now });
    await refuseUncountable(inside, symbol);
    await tell(inside, command, 'market.rule', `market:${symbol}`, { before: market.before });
    return { isDone: true, lines: [`${symbol}: ${rule} is ${value}, it was ${market.before}.`] };
  });
}

async function setFee({ db, command }: Given): Promise<Outcome> {
  const [group = '', place = '', maker = '', taker = ''] = command.words;
  const [makerPpm, takerPpm] = [ppmOf(maker), ppmOf(taker)];
  if (!/^[a-z0-9-]{2,20}$/.test(group)) return refused('A group is called by 2 to 20 of a-z, 0-9 and -.');
  if (makerPpm === undefined || takerPpm === undefined)
    return refused('Fees are percents from 0 to 10 with at most four decimals.');
  const symbol = place === 'all' ? null : place;
  await db.transaction().execute(async (inside) => {
    await upsertFee(inside, { group, symbol, makerPpm, takerPpm });
    await tell(inside, command, 'market.fee', `fee:${group}/${place}`);
  });
  return { isDone: true, lines: [`${group} pays ${maker} and ${taker} percent from the next order on.`] };
}

async function setGroup({ db, command }: Given): Promise<Outcome> {
  const [username = '', group = ''] = command.words;
  return await db.transaction().execute(async (inside) => {
    if (!(await hasFees(inside, group))) return refused(`No fees are set for a group "${group}".`);
    const id = await updateTradeGroup(inside, username, group);
    if (id === undefined) return refused(`There is nobody called ${username}.`);
    await tell(inside, command, 'market.group', `person:${id}`);
    return { isDone: true, lines: [`${username} is in ${group}; open orders keep their fee.`] };
  });
}

async function cancelOrders({ db, command, withExchange }: Given): Promise<Outcome> {
  const [symbol = '', username = ''] = command.words;
  const userId = await findPersonId(db, username);
  if (userId === undefined) return refused(`There is nobody called ${username}.`);
  const said = await withExchange(async (exchange) => {
    try {
      // An operator's request keeps no key: asked twice, the second finds nothing open.
      const key = {
        scope: 'operator',
        requestId: newId(),
        path: 'trade/cancel/all',
        digest: '00'.repeat(32),
      };
      return await exchange.cancelAll({ key, userId, symbol, reason: 'operator' });
    } catch (error) {
      if (error instanceof TransportError) return undefined;
      throw error;
    }
  });
  if (said === undefined) return refused(`Nobody runs ${symbol} just now; try again in a moment.`);
  if (said instanceof Refusal) return refused(`Nothing was cancelled: ${said.code}.`);
  await tell(db, command, 'orders.cancelled', `person:${userId}`, { symbol, count: said.count });
  return { isDone: true, lines: [`${said.count} orders of ${username} in ${symbol} were cancelled.`] };
}

async function tell(
  db: Database,
  { by, second, reason, words }: MarketCommand,
  action: string,
  subject: string,
  more: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  await appendEvent(queryable(db), {
    actor: actorOf(by),
    action,
    subject,
    reason,
    detail: { second: second ?? null, words: words.join(' '), ...more },
  });
}

function isAboveZero(text: string): boolean {
  return /^\d{1,15}(\.\d{1,8})?$/.test(text) && /[1-9]/.test(text);
}

const percentDecimals = 4;
const ppmMax = 100_000;

/** Percent as millionths: 0.1 is 1000. */
function ppmOf(percent: string): number | undefined {
  if (!/^\d{1,2}(\.\d{1,4})?$/.test(percent)) return undefined;
  const [whole = '0', decimals = ''] = percent.split('.');
  const ppm = Number(whole + decimals.padEnd(percentDecimals, '0'));
  return ppm <= ppmMax ? ppm : undefined;
}
