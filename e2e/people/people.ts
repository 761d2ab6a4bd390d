/** People who have an account already when a journey begins: made by calls, which costs no screen. */
import { randomInt, randomUUID } from 'node:crypto';

import type { Contract, Path } from '@marigold/contract/contract';
import type { WireFields, WireOutput } from '@marigold/contract/endpoint';
import type { BrowserContext } from '@playwright/test';

import { codeIn, type SharedApp } from '../program/app.ts';
import { expectSlow } from '../window/expect-slow.ts';
import { startedAt } from '../window/started.ts';
import type { Visit } from '../window/visit.ts';
import { type Caller, callApi, cookiesOf } from './calls.ts';
import { type JourneyIdentity, newIdentity, type JourneyPerson } from './person.ts';

export type StorageState = Exclude<Awaited<ReturnType<BrowserContext['storageState']>>, string>;

export interface JourneyAccount extends JourneyIdentity {
  /** A call as this person, on the device that they registered with. Throws what is refused. */
  readonly call: <P extends Path>(
    path: P,
    fields: WireFields<Contract[P]>,
  ) => Promise<WireOutput<Contract[P]>>;
  /** What the browser of that device keeps. */
  readonly storage: StorageState;
}

/** Somebody new with an account, and with a payment password unless they are to have none. */
export async function makeAccount(app: SharedApp, { pays = true } = {}): Promise<JourneyAccount> {
  const identity = newIdentity();
  const { username, email, password, payPassword } = identity;
  const device: Caller = { url: app.url, deviceId: randomUUID(), network: someNetwork() };
  await callApi(device, 'user/code/send', { scene: 'register', email });
  const code = codeIn(await app.mail(email));
  const registered = await callApi(device, 'user/register', {
    username,
    email,
    password,
    code,
    confirm: password,
    language: 'en',
  });
  const { token = '' } = registered;
  const caller = { ...device, token };
  if (pays) {
    const set = { loginPassword: password, newPassword: payPassword, confirm: payPassword };
    await callApi(caller, 'user/paypwd/set', set);
  }
  // As the browser would have it by now: a page that is for whoever has a payment password asks this first.
  const user = await callApi(caller, 'user/info', {});
  return {
    ...identity,
    call: async (path, fields) => await callApi(caller, path, fields),
    storage: storageOf(app.url, caller, { userInfo: JSON.stringify(user) }),
  };
}

/** Somebody new with an account and no payment password, in a window that shows their home. */
export async function newPerson(app: SharedApp, visit: Visit): Promise<JourneyPerson & JourneyAccount> {
  return await enter(await makeAccount(app, { pays: false }), visit);
}

/** Somebody new who can pay, in a window that shows their home. */
export async function newPayer(app: SharedApp, visit: Visit): Promise<JourneyPerson & JourneyAccount> {
  return await enter(await makeAccount(app), visit);
}

/** Gives a window to somebody, on the device that they registered with; ends on their home. */
export async function enter(account: JourneyAccount, visit: Visit): Promise<JourneyPerson & JourneyAccount> {
  await visit.context.setStorageState(account.storage);
  await visit.page.goto('/');
  await expectSlow(visit.page).toHaveTitle('Home · Marigold');
  return { ...account, ...visit };
}

const weekSeconds = 7 * 24 * 60 * 60;

/** Makes a window one on the device that somebody registered with: it is trusted, and a log-in there needs no code. */
export async function onOwnDevice({ storage }: JourneyAccount, { context }: Visit): Promise<void> {
  await context.addCookies(storage.cookies.filter(({ name }) => name.endsWith('marigold-device')));
}

/** An address that nobody else calls from: limits of an address are about strangers, not about many tests on one machine. */
function someNetwork(): string {
  return ['10', ...Array.from({ length: 3 }, () => randomInt(1, 255))].join('.');
}

function storageOf(
  url: string,
  caller: Caller & { readonly token: string },
  items: Readonly<Record<string, string>>,
): StorageState {
  const { origins } = startedAt(url);
  const { deviceId, token } = caller;
  const cookies = cookiesOf(caller).map(([name, value]) => ({
    name,
    value,
    domain: new URL(url).hostname,
    path: '/',
    expires: Date.now() / 1000 + weekSeconds,
    httpOnly: true,
    secure: false,
    sameSite: 'Strict' as const,
  }));
  const added = Object.entries({ ...items, deviceId, token }).map(([name, value]) => ({ name, value }));
  return {
    cookies,
    origins: origins.map(({ origin, localStorage }) => ({
      origin,
      localStorage: [...localStorage, ...added],
    })),
  };
}
