/**
 * Many people at once: rows as registration leaves them, because a log-in and not a registration is what is attacked. Both
 * of their passwords are hashed at the least cost, or ten thousand log-ins would measure argon2 and nothing else.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Reply } from '../client.ts';
import { readMailedCode } from '../people.ts';
import { addressAt } from './attack.ts';
import type { Target } from './target.ts';

export const victimPassword = 'Marigold7!';
export const victimPayPassword = '258036';
/** Of the two, as the program hashes them under the secret key of a target, at m=8, t=1. */
const passwordHash =
  '$argon2id$v=19$m=8,t=1,p=1$qUmEAvsndWzYRxzcR54ZQw$CW77ygGpoQNN8vGQYra2aJXc8UKkMFPthpYA3fuAWv4';
const payPasswordHash =
  '$argon2id$v=19$m=8,t=1,p=1$b0MEceVXNpPCYPq9FAH74Q$e7Nc9wAWqK8P14/5LWFH8yCYT/Cc1KKT2lMprY4mli0';

/** Below those of everybody else. */
const ownersFrom = 200 * 65_536;
let made = 0;

const busyMs = 200;
const busyMax = 100;

export interface Victim {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  /** Where the owner calls from, unlike everybody else. */
  readonly address: string;
}

/** Somebody's browser: the storage that scripts read, and the cookies that they do not. */
export interface Browser {
  readonly deviceId: string;
  readonly address: string;
  token?: string;
  /** `marigold=…` */
  half?: string;
  /** `marigold-device=…` */
  device?: string;
}

/** `isDemo`: known to everybody, so that no device of theirs is asked for a code. */
export async function makeVictims(
  target: Target,
  count: number,
  { isDemo = false }: { readonly isDemo?: boolean } = {},
): Promise<readonly Victim[]> {
  const from = made;
  made += count;
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  const victims = numbers.map((number) => ({
    id: randomUUID(),
    username: `victim${String(number).padStart(6, '0')}`,
    email: `victim${String(number).padStart(6, '0')}@marigold.example`,
    address: addressAt(ownersFrom + number),
  }));
  await target.query(
    `insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, is_demo, created_at)
     select id, name, name, (100000000 + number)::text, name || '@marigold.example', $3,
       'V' || lpad(number::text, 5, '0'), 'en', $4, to_timestamp($5::float8 / 1000) - interval '40 days'
     from unnest($1::uuid[], $2::text[], $6::int[]) made(id, name, number)`,
    [
      victims.map(({ id }) => id),
      victims.map(({ username }) => username),
      passwordHash,
      isDemo,
      target.now(),
      numbers,
    ],
  );
  await target.query(
    `insert into app.payment_password (user_id, hash, changed_at)
     select id, $2, to_timestamp($3::float8 / 1000) - interval '40 days' from unnest($1::uuid[]) made(id)`,
    [victims.map(({ id }) => id), payPasswordHash, target.now()],
  );
  return victims;
}

export function newBrowser(
  address: string,
  deviceId: string = `browser-${randomUUID().slice(0, 18)}`,
): Browser {
  return { address, deviceId };
}

/** What a browser sends with a call. */
export function cookiesFrom({ half, device }: Pick<Browser, 'half' | 'device'>): string {
  return [half, device].filter((cookie) => cookie !== undefined).join('; ');
}

/** What a browser keeps of an answer. */
export function keepCookies(browser: Browser, { cookies }: Pick<Reply, 'cookies'>): void {
  for (const line of cookies) {
    const [cookie = ''] = line.split(';');
    if (cookie.startsWith('marigold-device=')) browser.device = cookie;
    else if (cookie === 'marigold=') delete browser.half;
    else if (cookie.startsWith('marigold=')) browser.half = cookie;
  }
}

/** One call from a browser, which keeps what it is given. Throws NoReply. */
export async function callFrom(
  { client }: Pick<Target, 'client'>,
  browser: Browser,
  path: string,
  data: Readonly<Record<string, unknown>> = {},
  how: { readonly hangUpAfterMs?: number; readonly address?: string } = {},
): Promise<Reply> {
  const { token, deviceId, address } = browser;
  const answer = await client.call(path, data, {
    token,
    deviceId,
    address,
    cookie: cookiesFrom(browser),
    ...how,
  });
  keepCookies(browser, answer);
  const { token: given } = answer.data;
  if (typeof given === 'string') browser.token = given;
  return answer;
}

/** Enters by both passwords of the log-in: the password and, where the device is not trusted, the code of the mail. */
export async function logInFrom(target: Target, victim: Victim, browser: Browser): Promise<void> {
  const first = await callWhenFree(target, browser, 'user/login', {
    account: victim.username,
    password: victimPassword,
  });
  if (first.code === 200 && browser.token !== undefined) return;
  const { ticket } = (first.data['need'] ?? {}) as { ticket?: string };
  if (ticket === undefined) throw new Error(`${victim.username} does not enter: ${JSON.stringify(first)}`);
  const since = target.now();
  const sent = await callWhenFree(target, browser, 'user/login/send', { ticket, method: 'email' });
  if (sent.code !== 200) throw new Error(`${victim.username} gets no code: ${JSON.stringify(sent)}`);
  const code = await mailedCode(target, victim.email, since);
  const second = await callWhenFree(target, browser, 'user/login/second', { ticket, code });
  if (second.code !== 200) throw new Error(`${victim.username} does not enter: ${JSON.stringify(second)}`);
}

/** A call that is made again where the program has too much to do, as it asks for: its answer is of the call itself. */
async function callWhenFree(
  target: Pick<Target, 'client'>,
  browser: Browser,
  path: string,
  data: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  let answer = await callFrom(target, browser, path, data);
  for (let time = 0; time < busyMax && answer.code === 503; time += 1) {
    await sleep(busyMs);
    answer = await callFrom(target, browser, path, data);
  }
  return answer;
}

/** The code of the newest mail to somebody since a moment of the program's clock. Throws when none comes. */
export async function mailedCode(
  { client }: Pick<Target, 'client'>,
  to: string,
  since: number,
): Promise<string> {
  const code = await readMailedCode(client, to, since);
  if (code === undefined) throw new Error(`no mail to ${to}`);
  return code;
}
