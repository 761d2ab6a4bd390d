/** Passwords and codes: what people type, which five wrong tries close. */
import { randomUUID } from 'node:crypto';

import { callFrom, logInFrom, mailedCode, newBrowser, victimPassword, victimPayPassword } from './people.ts';
import {
  countIn,
  type Guesser,
  insistOn,
  otherDigits,
  outcomeOf,
  type Round,
  type Secret,
  strangersBrowser,
  ticketFor,
} from './secret.ts';

/** Longer than any lock of a secret. */
const longest = `interval '25 hours'`;
/** Longer than another code has to be waited for. */
const codeAgain = `interval '2 minutes'`;
/** Above what is paid without a code. */
const large = '50';

/** What is counted apart. */
type TriedKind = 'login' | 'payPassword' | 'second' | 'google' | 'recoveryCode';

/** Lets the time of a lock pass. */
export async function forgetLocks({ target, mark }: Guesser, ...kinds: readonly TriedKind[]): Promise<void> {
  const { id, username } = mark.victim;
  await target.query(
    `update app.attempt set locked_until = locked_until - ${longest}, window_at = window_at - ${longest},
       last_at = last_at - ${longest}
     where kind = any($1::text[]) and subject = any($2::text[]) and locked_until < 'infinity'`,
    [kinds, [id, `text:${username}`]],
  );
}

/** Wrong tries that the log of the account has. */
export async function eventsOf(guesser: Guesser, event: 'loginCodeFailed' | 'googleFailed'): Promise<number> {
  return await countIn(guesser, 'select count(*) from app.security_event where user_id = $1 and event = $2', [
    guesser.mark.victim.id,
    event,
  ]);
}

/** Wrong tries that are counted for the account. */
async function wrongTriesOf(
  { target, mark, ...rest }: Guesser,
  kind: 'login' | 'payPassword',
): Promise<number> {
  const { id, username } = mark.victim;
  return await countIn(
    { target, mark, ...rest },
    `select coalesce(sum(wrong_in_row), 0) from app.attempt where kind = $1 and subject = any($2::text[])`,
    [kind, [id, `text:${username}`]],
  );
}

const loginPassword: Secret = {
  name: 'login password',
  begin: async (guesser) => await Promise.resolve(loginRound(guesser)),
  waitOut: async (guesser) => await forgetLocks(guesser, 'login'),
  counted: async (guesser) => await wrongTriesOf(guesser, 'login'),
};

function loginRound(guesser: Guesser): Round {
  const { target, mark, random } = guesser;
  const { username: account } = mark.victim;
  return {
    right: () => victimPassword,
    wrong: () => `Wrong${random.below(1_000_000_000)}!`,
    async attempt(password) {
      const answer = await callFrom(target, strangersBrowser(guesser), 'user/login', { account, password });
      return outcomeOf(answer, 'account_or_password_incorrect');
    },
  };
}

/** Each round has a contact of its own, which nobody has yet; its owner is whoever reads its mail. */
const contactCode: Secret = {
  name: 'contact code',
  async begin(guesser) {
    const { target, random } = guesser;
    const email = `${random.uuid().replaceAll('-', '').slice(0, 20)}@marigold.example`;
    contacts.set(guesser, [...(contacts.get(guesser) ?? []), email]);
    const since = target.now();
    await insistOn(guesser, strangersBrowser(guesser), 'user/code/send', { scene: 'register', email });
    const right = await mailedCode(target, email, since);
    return {
      right: () => right,
      wrong: () => otherDigits(random, right),
      async attempt(code) {
        const username = `g${random.uuid().replaceAll('-', '').slice(0, 18)}`;
        const person = { username, email, password: victimPassword, confirm: victimPassword };
        const input = { ...person, code, requestId: randomUUID() };
        return outcomeOf(
          await callFrom(target, strangersBrowser(guesser), 'user/register', input),
          'code_incorrect',
        );
      },
    };
  },
  waitOut: async () => await Promise.resolve(),
  counted: async (guesser) =>
    await countIn(
      guesser,
      `select coalesce(sum(5 - tries_left), 0) from app.contact_code where target = any($1::text[])`,
      [contacts.get(guesser) ?? []],
    ),
};
/** The contacts that somebody guessed at. */
const contacts = new WeakMap<Guesser, readonly string[]>();

/** The guesser knows the password and stands on a device of his own. */
const loginCode: Secret = {
  name: 'login code',
  async begin(guesser) {
    const { target, mark, random } = guesser;
    const { email } = mark.victim;
    const thief = strangersBrowser(guesser);
    const ticket = await ticketFor(guesser, thief);
    const since = target.now();
    await insistOn(guesser, thief, 'user/login/send', { ticket, method: 'email' });
    const right = await mailedCode(target, email, since);
    return {
      right: () => right,
      wrong: () => otherDigits(random, right),
      async attempt(code) {
        const from = { ...thief, address: guesser.nextAddress() };
        return outcomeOf(
          await callFrom(target, from, 'user/login/second', { ticket, code }),
          'code_incorrect',
        );
      },
    };
  },
  waitOut: async (guesser) => await forgetLocks(guesser, 'second'),
  counted: async (guesser) => await eventsOf(guesser, 'loginCodeFailed'),
};

const recoveryCode: Secret = {
  name: 'recovery code',
  async begin(guesser) {
    const { target, mark, random } = guesser;
    const { username: account, email } = mark.victim;
    const thief = strangersBrowser(guesser);
    const { ticket } = await insistOn(guesser, thief, 'user/forget/find', { account });
    const since = target.now();
    await insistOn(guesser, thief, 'user/forget/send', { ticket, method: 'email' });
    const right = await mailedCode(target, email, since);
    return {
      right: () => right,
      wrong: () => otherDigits(random, right),
      async attempt(code) {
        const from = strangersBrowser(guesser);
        return outcomeOf(
          await callFrom(target, from, 'user/forget/verify', { ticket, code }),
          'code_incorrect',
        );
      },
    };
  },
  async waitOut({ target, mark }) {
    await target.query(`update app.recovery set sent_at = sent_at - ${codeAgain} where user_id = $1`, [
      mark.victim.id,
    ]);
  },
  counted: async (guesser) =>
    await countIn(
      guesser,
      'select coalesce(sum(5 - tries_left), 0) from app.recovery where user_id = $1 and code_hash is not null',
      [guesser.mark.victim.id],
    ),
};

/** The guesser has a session of the account, both halves of it. */
const payPassword: Secret = {
  name: 'payment password',
  locksPayments: true,
  async begin(guesser) {
    const { target, mark, random } = guesser;
    const thief = newBrowser(guesser.nextAddress());
    await logInFrom(target, mark.victim, thief);
    let turn = 0;
    return {
      right: () => victimPayPassword,
      wrong: () => otherDigits(random, victimPayPassword),
      async attempt(typed) {
        turn += 1;
        const from = { ...thief, address: guesser.nextAddress() };
        const payment = { to: mark.payee, currency: 'USDT', amount: '0.01', amountConfirm: '0.01' };
        const answer =
          turn % 10 === 0
            ? await callFrom(target, from, 'transfer/internal', {
                ...payment,
                payPassword: typed,
                requestId: randomUUID(),
              })
            : await callFrom(target, from, 'trade/confirm', { payPassword: typed });
        return outcomeOf(answer, 'payment_password_incorrect');
      },
    };
  },
  waitOut: async (guesser) => await forgetLocks(guesser, 'payPassword'),
  counted: async (guesser) => await wrongTriesOf(guesser, 'payPassword'),
};

/** The guesser has a session and the payment password, and wants to pay more than goes without a code. */
const verificationCode: Secret = {
  name: 'verification code',
  async begin(guesser) {
    const { target, mark, random } = guesser;
    const thief = newBrowser(guesser.nextAddress());
    await logInFrom(target, mark.victim, thief);
    const subject = { to: mark.payee, currency: 'USDT', amount: large };
    const since = target.now();
    const start = { kind: 'transfer/internal', subject, method: 'email' };
    const { challengeId } = await insistOn(guesser, thief, 'verify/start', start);
    const right = await mailedCode(target, mark.victim.email, since);
    const payment = { ...subject, amountConfirm: large, payPassword: victimPayPassword };
    return {
      right: () => right,
      wrong: () => otherDigits(random, right),
      async attempt(code) {
        const input = { ...payment, verify: { challengeId, code }, requestId: randomUUID() };
        const from = { ...thief, address: guesser.nextAddress() };
        return outcomeOf(await callFrom(target, from, 'transfer/internal', input), 'verification_incorrect');
      },
    };
  },
  async waitOut({ target, mark }) {
    await target.query(`update app.challenge set created_at = created_at - ${codeAgain} where user_id = $1`, [
      mark.victim.id,
    ]);
  },
  counted: async (guesser) =>
    await countIn(guesser, 'select coalesce(sum(5 - tries_left), 0) from app.challenge where user_id = $1', [
      guesser.mark.victim.id,
    ]),
};

export const secretsOfPeople: readonly Secret[] = [
  loginPassword,
  contactCode,
  loginCode,
  recoveryCode,
  payPassword,
  verificationCode,
];
