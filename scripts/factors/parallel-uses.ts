/** One code of an authenticator, used by many at the same moment, in each of its uses and in two of them at once. */
import { minuteMs } from '@marigold/money/spans';

import { goodPassword, type TestApi, type TestPerson } from '../../apps/server/testing/api.ts';
import { codeOfApp } from '../../apps/server/testing/authenticator.ts';
import { bindSeed, challengeFor, forgetGuesses, type Holder, payBy } from './authenticator.ts';

export const parallelUses = 50;

/** Takes six digits and answers whether it went through. */
type OneUse = (code: string) => Promise<boolean>;
/** Makes everything ready for so many uses. */
type Use = (api: TestApi, holder: Holder, count: number) => Promise<readonly OneUse[]>;

async function readyPayments(api: TestApi, holder: Holder, count: number): Promise<OneUse[]> {
  const payee = await api.person();
  const ready: OneUse[] = [];
  for (let cents = 0; cents < count; cents += 1) {
    const payment = { to: payee.username, amount: `40.${String(cents + 10)}` };
    const challengeId = await challengeFor(api, holder, payment);
    ready.push(
      async (code) => (await payBy(api, holder, { ...payment, challengeId, code })).refusal === 'right',
    );
  }
  return ready;
}

/** Each on a device of its own. */
async function readyLogins(api: TestApi, { person }: Holder, count: number): Promise<OneUse[]> {
  const ready: OneUse[] = [];
  for (let number = 0; number < count; number += 1) {
    const deviceId = `factors-device-${number}`;
    const entering = { account: person.username, password: goodPassword };
    const entered = await api.call('user/login', entering, { deviceId });
    if (!entered.ok || 'token' in entered.data)
      throw new Error(`no code is asked for: ${JSON.stringify(entered)}`);
    const { ticket } = entered.data.need;
    ready.push(async (code) => {
      const shown = { ticket, code, method: 'google' } as const;
      return (await api.call('user/login/second', shown, { deviceId })).ok;
    });
  }
  return ready;
}

/** One challenge, because a newer one for the same voids it. */
async function readyUnbindings(api: TestApi, { person }: Holder, count: number): Promise<OneUse[]> {
  const { token } = person;
  const started = await api.call('verify/start', { kind: 'user/google/unbind', method: 'google' }, { token });
  if (!started.ok) throw new Error(`no challenge: ${JSON.stringify(started)}`);
  const { challengeId } = started.data;
  const unbind: OneUse = async (code) => {
    const input = { loginPassword: goodPassword, verify: { challengeId, code } };
    return (await api.call('user/google/unbind', input, { token })).ok;
  };
  return Array.from({ length: count }, () => unbind);
}

/** Of as many recoveries as one contact is sent codes for. */
async function readyResets(api: TestApi, { person }: Holder, count: number): Promise<OneUse[]> {
  const tickets: string[] = [];
  for (let number = 0; number < recoveries; number += 1) tickets.push(await provenRecovery(api, person));
  return Array.from({ length: count }, (_, number): OneUse => async (google) => {
    const ticket = tickets[number % recoveries] ?? '';
    const password = `Marigold${number}?x`;
    return (await api.call('user/forget/reset', { ticket, password, confirm: password, google })).ok;
  });
}

/** A recovery whose mailed code was right, so that only the authenticator is missing. */
async function provenRecovery(api: TestApi, { username: account, email }: TestPerson): Promise<string> {
  const found = await api.call('user/forget/find', { account });
  if (!found.ok) throw new Error(found.msg);
  const { ticket } = found.data;
  api.clock.move(minuteMs);
  await api.call('user/forget/send', { ticket, method: 'email' });
  const code = /\b(\d{6})\b/.exec(await api.lastMail(email))?.[1] ?? '';
  const verified = await api.call('user/forget/verify', { ticket, code });
  if (!verified.ok) throw new Error(`not proven: ${JSON.stringify(verified)}`);
  return verified.data.ticket;
}

/** Below the six codes an hour of one contact. */
const recoveries = 5;

/** Where a code of an authenticator is taken; a new use is one line here. */
const uses: Readonly<Record<string, Use>> = {
  'second verification': readyPayments,
  'log-in': readyLogins,
  unbinding: readyUnbindings,
  'forgotten password': readyResets,
  // The same code in two places is still one code.
  'log-in and second verification': async (api, holder, count) => [
    ...(await readyLogins(api, holder, count / 2)),
    ...(await readyPayments(api, holder, count / 2)),
  ],
};

/** `successes` of all uses together: one of each is right. */
export async function useAtOnce(api: TestApi): Promise<{ uses: number; successes: number }> {
  let successes = 0;
  for (const [name, use] of Object.entries(uses)) {
    const holder = await bindSeed(api);
    const ready = await use(api, holder, parallelUses);
    const code = codeOfApp(holder.seed, api.clock.now());
    const answers = await Promise.all(ready.map(async (one) => await one(code)));
    const taken = answers.filter(Boolean).length;
    if (taken !== 1) console.error(`${name}: ${taken} of ${answers.length} uses of one code went through`);
    successes += taken;
    await forgetGuesses(api);
  }
  return { uses: Object.keys(uses).length, successes };
}
