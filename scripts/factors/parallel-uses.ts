/** One code of an authenticator, used by many at the same moment, in each of its uses. */
import type { TestApi } from '../../apps/server/testing/api.ts';
import { codeOfApp } from '../../apps/server/testing/authenticator.ts';
import { bindSeed, challengeFor, forgetGuesses, type Holder, payBy } from './authenticator.ts';

export const parallelUses = 50;

/** Makes everything ready for many uses, each of which takes six digits and answers whether it went through. */
type Use = (api: TestApi, holder: Holder) => Promise<readonly ((code: string) => Promise<boolean>)[]>;

/** Where a code of an authenticator is taken; a new use is one line here. */
const uses: Readonly<Record<string, Use>> = {
  'second verification': async (api, holder) => {
    const payee = await api.person();
    const ready: ((code: string) => Promise<boolean>)[] = [];
    for (let cents = 0; cents < parallelUses; cents += 1) {
      const payment = { to: payee.username, amount: `40.${String(cents + 10)}` };
      const challengeId = await challengeFor(api, holder, payment);
      ready.push(
        async (code) => (await payBy(api, holder, { ...payment, challengeId, code })).refusal === 'right',
      );
    }
    return ready;
  },
};

/** `successes` of all uses together: one of each is right. */
export async function useAtOnce(api: TestApi): Promise<{ uses: number; successes: number }> {
  let successes = 0;
  for (const [name, use] of Object.entries(uses)) {
    const holder = await bindSeed(api);
    const ready = await use(api, holder);
    const code = codeOfApp(holder.seed, api.clock.now());
    const answers = await Promise.all(ready.map(async (one) => await one(code)));
    const taken = answers.filter(Boolean).length;
    if (taken !== 1) console.error(`${name}: ${taken} of ${answers.length} uses of one code went through`);
    successes += taken;
    await forgetGuesses(api);
  }
  return { uses: Object.keys(uses).length, successes };
}
