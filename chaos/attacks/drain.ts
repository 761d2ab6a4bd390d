/**
 * `npm run chaos -- --drain`: for each reason of the table of freezes somebody with money, and a thief with the session, both
 * passwords and the mailbox, who tries whatever the frozen areas stop: at once, in the middle, and until the last millisecond.
 * Nothing moves, and the first try after the end works.
 */
import { randomUUID } from 'node:crypto';

import { type FreezeReason, freezeReasons } from '@marigold/guard/freezes';

import { createAuthenticator } from '../../apps/server/testing/soft-authenticator.ts';
import type { Reply } from '../client.ts';
import { type AttackOptions, type AttackResult, inLanes, secondsSince } from './attack.ts';
import { robByTrades } from './bad-trades.ts';
import {
  allowance,
  areasWithoutCalls,
  chainAmount,
  type DrainCall,
  exportTo,
  frozenBy,
  type Loot,
  triesIn,
  widerLimits,
} from './drain-calls.ts';
import {
  areasOf,
  endAt,
  type Freezing,
  hasEnd,
  lift,
  openFreezing,
  passPart,
  readVictim,
} from './freezing.ts';
import { identitiesFor } from './identities.ts';
import {
  type Browser,
  callFrom,
  cookiesFrom,
  logInFrom,
  mailedCode,
  makeVictims,
  newBrowser,
  type Victim,
  victimPayPassword,
} from './people.ts';
import { type AttackMarket, readAttackMarkets, servePrices } from './prices.ts';
import { type Target, withTarget } from './target.ts';

const lanes = 5;
const riches = { USDT: '10000', BTC: '0.2', ETH: '4', TRX: '40000', USDC: '10000' } as const;
const momentsBefore = [0, 0.5, 0.9999] as const;
/** The last tries come one after the other until this is over. */
const lastMs = 1500;
const worksWithinMs = 10_000;
/** security.md 7.1 and decision 44: what bad trades may take of somebody's worth in a day, beside the fees. */
const openLossPercentMax = 5;

interface Counts {
  areas: number;
  tries: number;
  moved: number;
  worksAfter: number;
  openLossPercent: number;
}

interface World {
  readonly target: Target;
  readonly freezing: Freezing;
  readonly markets: readonly AttackMarket[];
  /** Who gets what the thief sends, and offers what the thief takes: one browser in each market. */
  readonly accomplice: Victim;
  readonly accomplices: ReadonlyMap<string, Browser>;
  readonly counts: Counts;
}

export async function attackDrain({ repository, seed, say }: AttackOptions): Promise<AttackResult> {
  const prices = await servePrices();
  const settings = { LOCAL_CHAIN: '0', LIQUIDITY: '0', ...prices.settings };
  try {
    return await withTarget({ repository, settings, say }, async (target) => {
      const startedAt = performance.now();
      say(`drain: ${freezeReasons.length} reasons, seed ${seed}`);
      for (const area of areasWithoutCalls())
        say(`${area}: no call names its refusal yet; user/info alone shows it`);
      const freezing = await openFreezing(target);
      try {
        const counts: Counts = { areas: 0, tries: 0, moved: 0, worksAfter: 0, openLossPercent: 0 };
        const world = await createWorldOfThieves(target, freezing, counts);
        const victims = await makeVictims(target, freezeReasons.length);
        const reasons = freezeReasons.map((reason, index) => ({ reason, victim: victims[index] }));
        await inLanes(reasons, lanes, async ({ reason, victim }) => {
          if (victim === undefined) throw new Error('Broken: a victim for each reason was made');
          await drainOne(world, victim, reason);
          say(`${reason}: after ${secondsSince(startedAt)} s`);
        });
        const figures = { reasons: reasons.length, ...counts, seconds: secondsSince(startedAt) };
        return { figures, findings: target.findings };
      } finally {
        await freezing.close();
      }
    });
  } finally {
    prices.close();
  }
}

async function createWorldOfThieves(target: Target, freezing: Freezing, counts: Counts): Promise<World> {
  await openChain(target);
  const markets = await readAttackMarkets(target);
  const people = await makeVictims(target, markets.length, { isDemo: true });
  const accomplices = new Map<string, Browser>();
  await Promise.all(
    people.map(async (person, index) => {
      const browser = newBrowser(person.address);
      await logInFrom(target, person, browser);
      await enrich(target, person);
      await expect200(target, browser, 'trade/confirm', { payPassword: victimPayPassword });
      accomplices.set(markets[index]?.symbol ?? '', browser);
    }),
  );
  const [accomplice] = people;
  if (accomplice === undefined) throw new Error('Broken: there are markets');
  return { target, freezing, markets, accomplice, accomplices, counts };
}

/** A chain that was read once: an order over it waits to be sent, which is all that is asked here. */
async function openChain({ query }: Target): Promise<void> {
  await query(`insert into app.chain_cursor (chain, network_id, genesis, height, hash, finalized_height, read_at)
    values ('eth', 31337, '0x00', 100, '0x01', 0, now()) on conflict do nothing`);
}

async function enrich({ client }: Target, { username }: Victim): Promise<void> {
  for (const [asset, amount] of Object.entries(riches)) {
    const body = { username, asset, amount, requestId: randomUUID() };
    const { status } = await client.json('POST', '/dev/faucet', body);
    if (status !== 200) throw new Error(`the faucet answers ${status}`);
  }
}

async function drainOne(world: World, victim: Victim, reason: FreezeReason): Promise<void> {
  const { target, freezing, counts } = world;
  const owner = newBrowser(victim.address);
  await logInFrom(target, victim, owner);
  await enrich(target, victim);
  await expect200(target, owner, 'trade/confirm', { payPassword: victimPayPassword });
  const thief: Browser = {
    ...owner,
    address: `172.16.0.${(freezeReasons as readonly string[]).indexOf(reason)}`,
  };
  // Codes from before the freeze: none is sent for what is refused anyway.
  const loot = await readLoot(world, victim, thief);
  await freezing.freeze(victim, reason);
  const areas = areasOf(reason);
  await countVisibleAreas(world, thief, reason);
  if (areas.has('payout') && !areas.has('trade')) {
    await robOpenTrade(world, { victim, thief, reason });
    // The last of the trades may have spent what the calls below pay with.
    await enrich(target, victim);
  }
  const raid: Raid = { world, victim, thief, reason, calls: triesIn(areas), loot, done: new Set() };
  const before = await readVictim(target, victim);
  for (const part of momentsBefore) {
    await passPart(target, victim, part);
    await target.letTimePass();
    for (const call of raid.calls) await refusedTry(raid, call);
  }
  if (hasEnd(reason)) await untilTheEnd(raid, before);
  else await liftIt(raid, before);
  if (await worksNow(raid)) counts.worksAfter += 1;
}

interface Raid {
  readonly world: World;
  readonly victim: Victim;
  readonly thief: Browser;
  readonly reason: FreezeReason;
  readonly calls: readonly DrainCall[];
  readonly loot: Loot;
  /** The try that met the end went through. */
  readonly done: Set<DrainCall>;
}

/** Each area of the reason is shown to its owner, with its end. */
async function countVisibleAreas(
  { target, counts }: World,
  thief: Browser,
  reason: FreezeReason,
): Promise<void> {
  const info = await expect200(target, thief, 'user/info', {});
  const visible = info.data['freezes'] as readonly { area: string; reason: string; until: number | null }[];
  for (const area of areasOf(reason)) {
    const one = visible.find((freeze) => freeze.area === area && freeze.reason === reason);
    if (one === undefined) target.findings.add('unnoticed', `user/info does not show ${reason} in ${area}`);
    else counts.areas += 1;
  }
}

/** What the reason leaves open may be used, and takes no more than bad trades may take without any freeze. */
async function robOpenTrade(
  { target, accomplices, markets, counts }: World,
  { victim, thief, reason }: Pick<Raid, 'victim' | 'thief' | 'reason'>,
): Promise<void> {
  // Not with `trade/allow`, which waits with the payouts.
  const { percent, placed } = await robByTrades(target, { victim, thief }, accomplices, markets);
  counts.openLossPercent = Math.max(counts.openLossPercent, percent);
  if (placed === 0) target.findings.add('answer', `${reason}: no order was placed though trade is open`);
  if (percent > openLossPercentMax)
    target.findings.add('moved', `${reason}: bad trades took ${percent} % of what was there`);
}

async function readLoot(world: World, victim: Victim, thief: Browser): Promise<Loot> {
  const { target, accomplice, markets } = world;
  const verify: Record<string, { challengeId: string; code: string }> = {};
  const subjects = {
    'bill/export/email': { emails: [exportTo] },
    'trade/allow': allowance,
    'user/paypwd/reset': undefined,
    'user/google/bind': undefined,
    'user/limit/set': widerLimits,
    'user/passkey/add': undefined,
  };
  for (const [kind, subject] of Object.entries(subjects)) {
    await target.letTimePass();
    // The minute between two codes.
    await target.query(
      `update app.challenge set created_at = created_at - interval '2 minutes' where user_id = $1`,
      [victim.id],
    );
    const since = target.now();
    const input = { kind, method: 'email', ...(subject === undefined ? {} : { subject }) };
    const started = await expect200(target, thief, 'verify/start', input);
    const code = await mailedCode(target, victim.email, since);
    verify[kind] = { challengeId: String(started.data['challengeId']), code };
  }
  const { username } = victim;
  const offered = await expect200(target, thief, 'user/google/new', {});
  const begun = await expect200(target, thief, 'user/passkey/add/begin', {});
  const options = begun.data['options'] as { challenge: string };
  const key = createAuthenticator(target.client.origin.replace('127.0.0.1', 'localhost'));
  return {
    username,
    accomplice: accomplice.username,
    quoteId: await quote(target, victim),
    identity: await identitiesFor(target, { owner: victim, asker: accomplice }),
    verify,
    seed: String(offered.data['secret']),
    passkey: { ticket: String(begun.data['ticket']), passkey: key.make(options) },
    markets,
    now: target.now(),
  };
}

/** Terms as transfer/quote makes them, which needs a node; the order on them needs none. */
async function quote({ query, now }: Target, { id }: Victim): Promise<string> {
  const quoteId = randomUUID();
  await query(
    `insert into app.payout_quote (id, user_id, chain, asset, account, units, fee_units, created_at, expires_at)
     select $1::uuid, $2, 'eth', 'USDT', decode(md5($1::uuid::text) || '00000000', 'hex'),
       ($3::numeric * power(10::numeric, l.scale))::bigint, power(10::numeric, l.scale)::bigint,
       to_timestamp($4::float8 / 1000), to_timestamp($4::float8 / 1000) + interval '14 minutes'
     from app.asset a join ledger.asset l on l.id = a.ledger_id where a.code = 'USDT'`,
    [quoteId, id, chainAmount, now()],
  );
  return quoteId;
}

async function attempt({ world, thief, loot }: Raid, { path, input, isVisitors }: DrainCall): Promise<Reply> {
  const { target } = world;
  if (isVisitors !== true) return await callFrom(target, thief, path, input(loot));
  const { deviceId, address } = thief;
  return await target.client.call(path, input(loot), { deviceId, address, cookie: cookiesFrom(thief) });
}

/** A try inside of the freeze: anything but the refusal of its area is a finding. */
async function refusedTry(raid: Raid, call: DrainCall): Promise<void> {
  judgeInside(raid, call, await attempt(raid, call));
}

function judgeInside({ world, reason }: Raid, { area, name }: DrainCall, answer: Reply): void {
  const { counts, target } = world;
  // Too fast to be looked at: no try at the freeze.
  if (answer.code === 429) return;
  counts.tries += 1;
  if (answer.code === 422 && answer.refusal === frozenBy[area]) return;
  if (answer.code === 200) counts.moved += 1;
  const kind = answer.code === 200 ? 'moved' : 'answer';
  const words = answer.code === 200 ? 'goes through' : `answers ${answer.code} ${answer.refusal ?? ''}`;
  target.findings.add(kind, `${reason}: ${name} ${words}`);
}

/** Tries without a pause until the freeze is over; what was answered before must have been refused. */
async function untilTheEnd(raid: Raid, before: string): Promise<void> {
  const { target } = raid.world;
  const until = target.now() + lastMs;
  await endAt(target, raid.victim, until);
  // Ends: the clock reaches the end of the freeze.
  while (target.now() < until) {
    await target.letTimePass();
    for (const call of raid.calls) {
      const holdings = await readVictim(target, raid.victim);
      if (target.now() < until && holdings !== before) return changed(raid);
      const answer = await attempt(raid, call);
      if (target.now() >= until) {
        if (answer.code === 200) raid.done.add(call);
        return;
      }
      judgeInside(raid, call, answer);
    }
  }
}

async function liftIt(raid: Raid, before: string): Promise<void> {
  const { target } = raid.world;
  if ((await readVictim(target, raid.victim)) !== before) changed(raid);
  await lift(target, raid.victim);
}

function changed({ world, reason }: Raid): void {
  world.counts.moved += 1;
  world.target.findings.add(
    'moved',
    `${reason}: what the owner has or knows is another inside of the freeze`,
  );
}

/** Everything goes through now, one after the other. */
async function worksNow(raid: Raid): Promise<boolean> {
  const { target } = raid.world;
  let isWorking = true;
  for (const call of raid.calls.filter((one) => !raid.done.has(one))) {
    const deadline = performance.now() + worksWithinMs;
    let answer = await attempt(raid, call);
    const isOpen = ({ code, refusal }: Reply) =>
      code === 200 || (call.voidedAfter !== undefined && refusal === call.voidedAfter);
    while (!isOpen(answer) && performance.now() < deadline) {
      await target.letTimePass();
      answer = await attempt(raid, call);
    }
    if (isOpen(answer)) continue;
    isWorking = false;
    target.findings.add(
      'excluded',
      `${raid.reason}: ${call.name} answers ${answer.code} ${answer.refusal ?? ''} after the end`,
    );
  }
  return isWorking;
}

async function expect200(
  target: Target,
  browser: Browser,
  path: string,
  data: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  const answer = await callFrom(target, browser, path, data);
  if (answer.code !== 200) throw new Error(`${path} answers ${answer.code} ${JSON.stringify(answer.data)}`);
  return answer;
}
