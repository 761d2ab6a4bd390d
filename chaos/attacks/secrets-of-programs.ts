/** Halves, device cookies and tickets: what programs make and nobody types, so that nothing has to be counted. */
import { randomBytes, randomUUID } from 'node:crypto';

import { type Browser, callFrom, mailedCode, newBrowser, victimPassword } from './people.ts';
import { insistOn, outcomeOf, type Secret, strangersBrowser, ticketFor } from './secret.ts';

const nothing = async (): Promise<void> => await Promise.resolve();

function madeUp(): string {
  return randomBytes(32).toString('base64url');
}

/** The guesser has the bearer: a script read it out of the storage. */
const sessionHalf: Secret = {
  name: 'session half',
  async begin(guesser) {
    const { target, mark, random } = guesser;
    const { token = '', half = '', deviceId } = mark.owner;
    const [number = '1', proof = ''] = half.slice('marigold='.length).split('.');
    const guesses = [
      () => `${number}.${madeUp()}`,
      () => `${Number(number) + 1 + random.below(9)}.${proof}`,
      () => `${number}.${proof.slice(0, -1)}${proof.endsWith('A') ? 'Q' : 'A'}`,
      () => `${number}.${Array.from(proof).toReversed().join('')}`,
    ];
    return await Promise.resolve({
      right: undefined,
      wrong: () => random.pick(guesses)(),
      async attempt(typed) {
        const thief: Browser = { token, deviceId, address: guesser.nextAddress(), half: `marigold=${typed}` };
        return outcomeOf(await callFrom(target, thief, 'user/info'), 'unauthorised');
      },
    });
  },
  waitOut: nothing,
};

/** The guesser has the password and wants to be taken for a trusted device: whoever is asked for a code got nowhere. */
const deviceCookie: Secret = {
  name: 'device cookie',
  async begin(guesser) {
    const { target, mark } = guesser;
    const account = mark.victim.username;
    return await Promise.resolve({
      right: undefined,
      wrong: madeUp,
      async attempt(typed) {
        const thief = { ...strangersBrowser(guesser), device: `marigold-device=${typed}` };
        const answer = await callFrom(target, thief, 'user/login', { account, password: victimPassword });
        if (answer.code === 200 && answer.data['need'] !== undefined) return 'wrong';
        return outcomeOf(answer, 'account_or_password_incorrect');
      },
    });
  },
  waitOut: nothing,
};

/** Tickets that nobody gave, and one that was given to another device, with the right code for it. */
const ticket: Secret = {
  name: 'ticket',
  async begin(guesser) {
    const { target, mark } = guesser;
    const { email } = mark.victim;
    const begun = newBrowser(guesser.nextAddress());
    const given = await ticketFor(guesser, begun);
    const since = target.now();
    await insistOn(guesser, begun, 'user/login/send', { ticket: given, method: 'email' });
    const code = await mailedCode(target, email, since);
    let turn = 0;
    return {
      right: () => given,
      wrong: madeUp,
      async attempt(typed) {
        turn += 1;
        // A device cookie of his own, as any browser has.
        const thief = { ...strangersBrowser(guesser), device: `marigold-device=${madeUp()}` };
        const [path, data] = useOf(turn, typed, code);
        return outcomeOf(await callFrom(target, thief, path, data), 'login_expired');
      },
    };
  },
  waitOut: nothing,
};

function useOf(turn: number, typed: string, code: string): [string, Readonly<Record<string, unknown>>] {
  const password = { password: 'Another7!', confirm: 'Another7!' };
  const uses: [string, Readonly<Record<string, unknown>>][] = [
    ['user/login/second', { ticket: typed, code }],
    ['user/login/send', { ticket: typed, method: 'email' }],
    ['user/forget/verify', { ticket: typed, code }],
    ['user/forget/send', { ticket: typed, method: 'email' }],
    ['user/forget/reset', { ticket: typed, ...password, requestId: randomUUID() }],
  ];
  return uses[turn % uses.length] ?? ['user/login/second', { ticket: typed, code }];
}

/** What the link of a security notice has: whoever guesses one locks a stranger's account. */
const notMeTicket: Secret = {
  name: 'ticket of a notice',
  async begin(guesser) {
    const { target } = guesser;
    return await Promise.resolve({
      right: undefined,
      wrong: madeUp,
      async attempt(typed) {
        const input = { ticket: typed, requestId: randomUUID() };
        return outcomeOf(
          await callFrom(target, strangersBrowser(guesser), 'user/notme', input),
          'ticket_expired',
        );
      },
    });
  },
  waitOut: nothing,
};

export const secretsOfPrograms: readonly Secret[] = [sessionHalf, deviceCookie, ticket, notMeTicket];
