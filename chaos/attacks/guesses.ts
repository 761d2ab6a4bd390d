/**
 * `npm run chaos -- --guesses`: thousands of tries at each secret of accounts, from thousands of addresses and by somebody who
 * waits until locks are over. The right one comes after five others, again and again: by then it has to be as good as a wrong
 * one. Meanwhile the owner logs in on the trusted device and pays.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { createRandom } from '../random.ts';
import { addressAt, type AttackOptions, type AttackResult, inLanes, secondsSince } from './attack.ts';
import {
  type Browser,
  callFrom,
  cookiesFrom,
  logInFrom,
  keepCookies,
  makeVictims,
  newBrowser,
  victimPassword,
  victimPayPassword,
} from './people.ts';
import type { Guesser, Mark, GuessOutcome, Round, Secret } from './secret.ts';
import { secretsOfFactors } from './secrets-of-factors.ts';
import { secretsOfPeople } from './secrets-of-people.ts';
import { secretsOfPrograms } from './secrets-of-programs.ts';
import { type Target, withTarget } from './target.ts';

const triesUsual = 10_000;
const marksMost = 40;
const triesOfAMarkLeast = 30;
const addresses = 2500;
/** After so many tries in a row the guesser waits until every lock is over. */
const triesBetweenWaits = 50;
/** What is looked at of one secret before it is closed. */
const looksMax = 5;
const timePassesEveryMs = 300;
const enteringLanes = 12;
const limitedMax = 200;

interface Counts {
  tries: number;
  lookedAt: number;
  successes: number;
  ownersLockedOut: number;
  silent: number;
}

export async function attackGuesses({
  repository,
  seed,
  size = triesUsual,
  say,
}: AttackOptions): Promise<AttackResult> {
  const settings = { LOCAL_CHAIN: '0', LIQUIDITY: '0', ROLES: 'api,jobs' };
  return await withTarget({ repository, settings, say }, async (target) => {
    const startedAt = performance.now();
    const secrets = [...secretsOfPeople, ...secretsOfFactors, ...secretsOfPrograms];
    say(
      `guesses: ${size} tries at each of ${secrets.length} secrets from ${addresses} addresses, seed ${seed}`,
    );
    const counts: Counts = { tries: 0, lookedAt: 0, successes: 0, ownersLockedOut: 0, silent: 0 };
    const used = new Set<string>();
    let triesEach = Infinity;
    for (const secret of secrets) {
      const before = counts.tries;
      await guessAt(target, secret, { seed, size, counts, used });
      triesEach = Math.min(triesEach, counts.tries - before);
      say(`${secret.name}: after ${secondsSince(startedAt)} s`);
    }
    const figures = { ...counts, triesEach, secrets: secrets.length, addresses: used.size };
    return { figures: { ...figures, seconds: secondsSince(startedAt) }, findings: target.findings };
  });
}

type Guessing = {
  readonly seed: number;
  readonly size: number;
  readonly counts: Counts;
  readonly used: Set<string>;
};

async function guessAt(
  target: Target,
  secret: Secret,
  { seed, size, counts, used }: Guessing,
): Promise<void> {
  const count = Math.max(1, Math.min(marksMost, Math.floor(size / triesOfAMarkLeast)));
  const marks = await makeMarks(target, count);
  let isOver = false;
  // Limits are no lock: they are always new, so that what is behind them is guessed at.
  const passing = (async () => {
    while (!isOver) {
      await target.letTimePass();
      await sleep(timePassesEveryMs);
    }
  })();
  let turn = 0;
  try {
    await inLanes(marks, count, async (mark, index) => {
      const nextAddress = (): string => {
        const address = addressAt((turn++ * 7) % addresses);
        used.add(address);
        return address;
      };
      const random = createRandom(seed, `${secret.name} ${index}`);
      const tries = Math.ceil(size / count);
      await guessMark({ target, mark, random, nextAddress }, secret, tries, counts);
    });
  } finally {
    isOver = true;
    await passing;
  }
}

/** Owners with money, each on a device that they trust. */
async function makeMarks(target: Target, count: number): Promise<readonly Mark[]> {
  const victims = await makeVictims(target, count);
  const [payee] = await makeVictims(target, 1);
  const marks: Mark[] = [];
  await inLanes(victims, enteringLanes, async (victim) => {
    const owner = newBrowser(victim.address);
    await logInFrom(target, victim, owner);
    const body = { username: victim.username, asset: 'USDT', amount: '200', requestId: randomUUID() };
    await target.client.json('POST', '/dev/faucet', body);
    marks.push({ victim, owner, payee: payee?.username ?? '' });
  });
  return marks;
}

/** All tries at one account, one after the other: the right one must not overtake those that close it. */
async function guessMark(guesser: Guesser, secret: Secret, tries: number, counts: Counts): Promise<void> {
  for (let done = 0; done < tries; done += triesBetweenWaits) {
    await guessUntilWait(guesser, secret, Math.min(triesBetweenWaits, tries - done), counts);
    if (secret.locksPayments !== true) await ownerWorks(guesser, secret, counts);
    await secret.waitOut(guesser);
    if (secret.locksPayments === true) await ownerWorks(guesser, secret, counts);
  }
}

/** After the first five the right one comes among the others. */
async function guessUntilWait(
  guesser: Guesser,
  secret: Secret,
  tries: number,
  counts: Counts,
): Promise<void> {
  const round = await beginRound(guesser, secret);
  if (round === undefined) return;
  const countedBefore = (await secret.counted?.(guesser)) ?? 0;
  let wrong = 0;
  for (let number = 1; number <= tries; number += 1) {
    const isRight = number > looksMax && number % 3 === 0;
    const outcome = await attemptOnce(guesser, round, (isRight ? round.right : undefined) ?? round.wrong);
    counts.tries += 1;
    if (outcome === 'wrong') wrong += 1;
    if (outcome !== 'right') continue;
    counts.successes += 1;
    guesser.target.findings.add('entered', `${secret.name}: try ${number} since the last wait is taken`);
  }
  counts.lookedAt += wrong;
  if (secret.counted === undefined) return;
  // What was looked at and is neither an event nor a count.
  const silent = Math.max(0, wrong - (await secret.counted(guesser)) + countedBefore);
  counts.silent += silent;
  if (silent > 0)
    guesser.target.findings.add(
      'unnoticed',
      `${secret.name}: ${silent} of ${wrong} wrong tries left nothing`,
    );
}

/** Undefined where the program does not even let somebody begin, as it always does. */
async function beginRound(guesser: Guesser, secret: Secret): Promise<Round | undefined> {
  try {
    return await secret.begin(guesser);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    guesser.target.findings.add('answer', `${secret.name}: ${words}`);
    return undefined;
  }
}

async function attemptOnce({ target }: Guesser, round: Round, typed: () => string): Promise<GuessOutcome> {
  let outcome = await round.attempt(typed());
  for (let time = 0; outcome === 'limited' && time < limitedMax; time += 1) {
    await target.letTimePass();
    outcome = await round.attempt(typed());
  }
  return outcome;
}

/** The owner comes with the password and the cookie of the device, is asked for no code, and pays a little. */
async function ownerWorks({ target, mark }: Guesser, { name }: Secret, counts: Counts): Promise<void> {
  const { victim, owner, payee } = mark;
  const { deviceId, address } = owner;
  const entering = { account: victim.username, password: victimPassword };
  const cookie = cookiesFrom(owner);
  const entered = await target.client.call('user/login', entering, { deviceId, address, cookie });
  const { token } = entered.data;
  const again: Browser = { ...owner };
  keepCookies(again, entered);
  if (typeof token !== 'string') return out(`is not let in: ${entered.code} ${JSON.stringify(entered.data)}`);
  again.token = token;
  const payment = { to: payee, currency: 'USDT', amount: '0.01', amountConfirm: '0.01' };
  const input = { ...payment, payPassword: victimPayPassword, requestId: randomUUID() };
  let paid = await callFrom(target, again, 'transfer/internal', input);
  for (let time = 0; time < limitedMax && mayAgain(paid); time += 1) {
    await target.letTimePass();
    paid = await callFrom(target, again, 'transfer/internal', input);
  }
  if (paid.code !== 200) out(`cannot pay: ${paid.code} ${JSON.stringify(paid.data)}`);

  function out(words: string): void {
    counts.ownersLockedOut += 1;
    target.findings.add('excluded', `${name}: the owner ${victim.username} ${words}`);
  }
}

/** A limit, or the sum of the payments of a day, which the next day has none of. */
function mayAgain({
  code,
  refusal,
}: {
  readonly code: number;
  readonly refusal: string | undefined;
}): boolean {
  return code === 429 || refusal === 'verification_required';
}
