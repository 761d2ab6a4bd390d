/**
 * `npm run chaos -- --sessions`: a bearer without its other half is nobody, on every row of the contract; and of thousands of
 * sessions under a program that is killed again and again no honest owner is ever sent out, while every copy that is used
 * beside its original ends the session.
 */
import { randomUUID } from 'node:crypto';

import { contract } from '@marigold/contract/contract';
import { minuteMs } from '@marigold/money/spans';

import { createRandom, type Random } from '../random.ts';
import { addressAt, type AttackOptions, type AttackResult, inLanes, secondsSince } from './attack.ts';
import { createFamily, type HalfFamily, takeTurn, useCalmly } from './family.ts';
import { type Browser, callFrom, cookiesFrom, logInFrom, makeVictims, newBrowser } from './people.ts';
import { type Target, withTarget } from './target.ts';

const familiesUsual = 2000;
/** A renewal goes out in nearly each of them: the clock moves on with the kill in its middle. */
const rounds = 12;
/** More than the 15 minutes after which a half is renewed. */
const betweenMs = 16 * minuteMs;
const lanes = 48;
const walkersFrom = 150 * 65_536;

/** Every kill moves the clock of the next life, so that what was answered before it was long ago. */
export async function attackSessions(options: AttackOptions): Promise<AttackResult> {
  const { repository, seed, size = familiesUsual, say } = options;
  const settings = { LOCAL_CHAIN: '0', LIQUIDITY: '0', ROLES: 'api,jobs' };
  return await withTarget({ repository, settings, say }, async (target) => {
    const startedAt = performance.now();
    say(`sessions: ${size} families, ${rounds} rounds, seed ${seed}`);
    const random = createRandom(seed, 'sessions');
    const walked = await walk(target, random);
    const families = await begin(target, size, random);
    say(`they are in after ${secondsSince(startedAt)} s`);
    const kills = await rage(target, families, random, options.endsAtFirst === true);
    if (options.endsAtFirst !== true || target.findings.total() === 0) await settle(target, families, random);
    const caught = await judgeFamilies(target, families);
    const { findings } = target;
    const stolen = families.filter(({ isStolen }) => isStolen).length;
    return {
      figures: {
        families: families.length,
        honestOut: findings.count('excluded'),
        caught,
        stolen,
        robbed: families.filter(({ thief }) => thief !== undefined).length,
        doubtful: families.filter(({ isStolen, isPerhapsStolen }) => isPerhapsStolen && !isStolen).length,
        renewals: families.reduce((sum, { renewals }) => sum + renewals, 0),
        kills,
        ...walked,
        seconds: secondsSince(startedAt),
      },
      findings,
    };
  });
}

/** Each of them is a thief who has less than both halves of a session. */
const lacking: Readonly<
  Record<string, (whole: Browser, other: Browser) => { token?: string; cookie: string }>
> = {
  'a bearer alone': ({ token = '' }) => ({ token, cookie: '' }),
  'a half alone': ({ half = '' }) => ({ cookie: half }),
  'both cookies alone': (whole) => ({ cookie: cookiesFrom(whole) }),
  'a copy of the storage': ({ token = '' }, { device = '' }) => ({ token, cookie: device }),
  'a bearer with the half of another session': ({ token = '' }, { half = '' }) => ({ token, cookie: half }),
  'a bearer and its device cookie': ({ token = '', device = '' }) => ({ token, cookie: device }),
};

/** Every row of the contract that is for a person. Whoever has both halves comes further: else the walk would say nothing. */
async function walk(target: Target, random: Random): Promise<{ rows: number; opened: number }> {
  const [owner, other] = await makeVictims(target, 2, { isDemo: true });
  if (owner === undefined || other === undefined) throw new Error('Broken: two people were made');
  const [whole, foreign] = [newBrowser(owner.address), newBrowser(other.address)];
  await logInFrom(target, owner, whole);
  await logInFrom(target, other, foreign);
  const rows = Object.values(contract).filter(({ access }) => access === 'user');
  let opened = 0;
  let walkedCount = 0;
  for (const { path, idempotent } of rows) {
    const data = idempotent ? { requestId: randomUUID() } : {};
    for (const [name, lack] of Object.entries(lacking)) {
      walkedCount += 1;
      const address = addressAt(walkersFrom + walkedCount);
      // The storage has the text that a client calls its device by; cookies come without it.
      const deviceId = name.startsWith('a copy')
        ? whole.deviceId
        : `thief-${random.below(1_000_000_000)}-000`;
      const presented = lack(whole, foreign);
      const answer = await target.client.call(path, data, { deviceId, address, ...presented });
      if (answer.code === 401) continue;
      opened += 1;
      target.findings.add('entered', `${path} answers ${name} ${answer.code}`);
    }
    const { code } = await callFrom(target, whole, path, data);
    if (code === 401) target.findings.add('excluded', `${path} answers both halves 401`);
  }
  return { rows: rows.length, opened };
}

async function begin(target: Target, count: number, random: Random): Promise<HalfFamily[]> {
  // Known to everybody: their log-ins need no code, and two thousand mails would prove nothing here.
  const victims = await makeVictims(target, count, { isDemo: true });
  const families: HalfFamily[] = [];
  await inLanes(victims, lanes, async (victim) => {
    const owner = newBrowser(victim.address);
    await logInFrom(target, victim, owner);
    families.push(createFamily(victim, owner, { random, isRobbed: families.length % 2 === 0, rounds }));
  });
  return families;
}

/** In each round everybody has a turn, and somewhere in it the program dies. Answers how often. */
async function rage(
  target: Target,
  families: readonly HalfFamily[],
  random: Random,
  endsAtFirst: boolean,
): Promise<number> {
  let kills = 0;
  for (let round = 0; round < rounds; round += 1) {
    if (endsAtFirst && target.findings.total() > 0) return kills;
    const diesAt = new Map<number, number>([[random.below(families.length), betweenMs]]);
    // Now and then twice, the second time without a minute between: calls that were cut off come again at once.
    if (random.chance(0.3)) diesAt.set(random.below(families.length), 0);
    let dying = Promise.resolve();
    await inLanes(random.shuffled(families), lanes, async (family, index) => {
      const moveMs = diesAt.get(index);
      if (moveMs !== undefined) {
        kills += 1;
        dying = dying.then(async () => await target.kill(moveMs));
      }
      await takeTurn(family, round, { target, random, number: families.indexOf(family) });
    });
    await dying;
  }
  return kills;
}

/**
 * Owner, thief and owner again, a quarter of an hour between them and every call answered: whatever the loss of answers left
 * open is decided. Somebody who copied a session and never came is nobody's concern; here every thief comes.
 */
async function settle(target: Target, families: readonly HalfFamily[], random: Random): Promise<void> {
  for (const side of ['owner', 'thief', 'owner'] as const) {
    await target.kill(betweenMs);
    await inLanes(families, lanes, async (family, number) => {
      await useCalmly(family, side, 2, { target, random, number });
    });
  }
}

/** What the account of each family has: its session over, frozen, written down, and its owner notified, each once. */
async function judgeFamilies({ query, findings }: Target, families: readonly HalfFamily[]): Promise<number> {
  const rows = await query(
    `select p.username, exists (select from app.session s where s.user_id = p.id and s.revoked_at is not null) as ended,
       (select count(distinct area) from app.freeze f where f.user_id = p.id and f.reason = 'sessionCopied'
         and f.lifted_at is null and f.until = 'infinity' and area in ('payout', 'trade', 'card')) as frozen,
       (select count(*) from app.security_event e where e.user_id = p.id and e.event = 'sessionCopied') as written,
       (select count(*) from app.notice n where n.user_id = p.id and n.kind = 'sessionCopied') as notified
     from app.person p where p.id = any($1::uuid[])`,
    [families.map(({ victim }) => victim.id)],
  );
  const seen = new Map(rows.map(({ username, ...facts }) => [username, Object.values(facts).join(' ')]));
  let caught = 0;
  for (const { victim, isStolen, isPerhapsStolen } of families) {
    const facts = seen.get(victim.username) ?? '';
    const isCaught = facts === 't 3 1 1';
    if (isStolen && isCaught) caught += 1;
    else if (isStolen) findings.add('unnoticed', `${victim.username} was copied and used: ${facts}`);
    else if (facts !== 'f 0 0 0' && !isPerhapsStolen)
      findings.add('excluded', `${victim.username} was not copied and has ${facts}`);
  }
  return caught;
}
