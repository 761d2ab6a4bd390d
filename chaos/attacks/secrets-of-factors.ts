/** What an account has bound beside its contacts: the digits of an authenticator, codes on paper, a passkey. */
import { randomBytes, randomUUID } from 'node:crypto';

import { codeAt } from '../../apps/server/testing/authenticator-code.ts';
import { createAuthenticator, type SoftAuthenticator } from '../../apps/server/testing/soft-authenticator.ts';
import { type Browser, callFrom, mailedCode, victimPassword, victimPayPassword } from './people.ts';
import {
  createLogins,
  type Guesser,
  insistOn,
  type Mark,
  type LoginNeed,
  otherDigits,
  outcomeOf,
  type Secret,
} from './secret.ts';
import { eventsOf, forgetLocks } from './secrets-of-people.ts';

/** Below the five of a ticket: the ticket's own count must not be what stops a guesser. */
const triesOfATicket = 4;
/** Above what is paid without a second verification. */
const large = '50';

interface Bound {
  /** Of the authenticator, in base 32. */
  readonly secret: string;
  /** On paper, but for one that was used. */
  readonly codes: readonly string[];
}

/** Each secret has accounts of its own, and each account binds once. */
const bound = new WeakMap<Mark, Bound>();
const keys = new WeakMap<Mark, SoftAuthenticator>();

async function boundOf(guesser: Guesser): Promise<Bound> {
  const { target, mark } = guesser;
  const before = bound.get(mark);
  if (before !== undefined) return before;
  const offered = await insistOn(guesser, mark.owner, 'user/google/new', {});
  const secret = String(offered['secret']);
  const answer = await insistOn(guesser, mark.owner, 'user/google/bind', {
    loginPassword: victimPassword,
    code: codeAt(secret, target.now()),
    verify: await mailedProof(guesser, 'user/google/bind'),
    requestId: randomUUID(),
  });
  await hoursLater(guesser);
  const codes = answer['codes'] as readonly string[];
  await entersBy(guesser, () => ({ recoveryCode: codes.at(-1) }));
  const made = { secret, codes: codes.slice(0, -1) };
  bound.set(mark, made);
  return made;
}

async function keyOf(guesser: Guesser): Promise<SoftAuthenticator> {
  const { mark } = guesser;
  const before = keys.get(mark);
  if (before !== undefined) return before;
  const { ticket, options } = await insistOn(guesser, mark.owner, 'user/passkey/add/begin', {});
  const { challenge, rp } = options as { challenge: string; rp: { id: string } };
  const key = createAuthenticator(siteOf(guesser, rp.id));
  await insistOn(guesser, mark.owner, 'user/passkey/add', {
    ticket,
    name: 'Phone',
    passkey: key.make({ challenge }),
    loginPassword: victimPassword,
    verify: await mailedProof(guesser, 'user/passkey/add'),
    requestId: randomUUID(),
  });
  await hoursLater(guesser);
  await entersBy(guesser, ({ passkey: request }) => ({ passkey: key.answer(request ?? { challenge: '' }) }));
  keys.set(mark, key);
  return key;
}

/** Its owner enters by it on a new device: what the guesser tries is wrong in what it says, and not in how. */
async function entersBy(
  guesser: Guesser,
  proof: (need: LoginNeed) => Readonly<Record<string, unknown>>,
): Promise<void> {
  const nextLogin = await createLogins(guesser, 1);
  const login = await nextLogin();
  await insistOn(guesser, login.from, 'user/login/second', { ticket: login.ticket, ...proof(login) });
}

/** The origin that a browser of the target's people has. */
function siteOf({ target }: Guesser, host: string): string {
  const url = new URL(target.client.origin);
  url.hostname = host;
  return url.origin;
}

/** What the mailbox brings for a change of a credential. */
async function mailedProof(
  guesser: Guesser,
  kind: string,
): Promise<{ readonly challengeId: string; readonly code: string }> {
  const { target, mark } = guesser;
  const since = target.now();
  const started = await insistOn(guesser, mark.owner, 'verify/start', { kind, method: 'email' });
  const code = await mailedCode(target, mark.victim.email, since);
  return { challengeId: String(started['challengeId']), code };
}

/** A binding holds payouts up and used a code of its moment: both are over. */
async function hoursLater({ target, mark }: Guesser): Promise<void> {
  await target.query(`update app.google set last_step = 0 where user_id = $1`, [mark.victim.id]);
  await target.query(
    `update app.freeze set since = since - interval '7 hours', until = until - interval '7 hours'
     where user_id = $1 and until < 'infinity'`,
    [mark.victim.id],
  );
}

/** The guesser has both passwords: the code opens a session on a new device, and pays what is large. */
const authenticatorCode: Secret = {
  name: 'code of an authenticator',
  async begin(guesser) {
    const { target, random, mark } = guesser;
    const { secret } = await boundOf(guesser);
    const nextLogin = await createLogins(guesser, triesOfATicket);
    const pay = await createPaying(guesser, mark.owner);
    const right = () => codeAt(secret, target.now());
    let turn = 0;
    return {
      right,
      wrong: () => otherDigits(random, right()),
      async attempt(code) {
        turn += 1;
        if (turn % 2 === 0) return await pay(code);
        const { ticket, from } = await nextLogin();
        const data = { ticket, method: 'google', code };
        return outcomeOf(await callFrom(target, from, 'user/login/second', data), 'code_incorrect');
      },
    };
  },
  waitOut: async (guesser) => await forgetLocks(guesser, 'google', 'second'),
  counted: async (guesser) => await eventsOf(guesser, 'googleFailed'),
};

/** Payments by somebody who copied the whole storage of the owner; a new challenge for each try, which asks for nothing. */
async function createPaying(
  guesser: Guesser,
  copied: Browser,
): Promise<(code: string) => Promise<ReturnType<typeof outcomeOf>>> {
  const { target, mark } = guesser;
  const subject = { to: mark.payee, currency: 'USDT', amount: large };
  const start = { kind: 'transfer/internal', subject, method: 'google' };
  return await Promise.resolve(async (code: string) => {
    const thief: Browser = { ...copied, address: guesser.nextAddress() };
    const started = await callFrom(target, thief, 'verify/start', start);
    if (started.code !== 200) return outcomeOf(started, '');
    const verify = { challengeId: started.data['challengeId'], code };
    const payment = { ...subject, amountConfirm: large, payPassword: victimPayPassword };
    const input = { ...payment, verify, requestId: randomUUID() };
    return outcomeOf(await callFrom(target, thief, 'transfer/internal', input), 'verification_incorrect');
  });
}

const codeOnPaper: Secret = {
  name: 'code on paper',
  async begin(guesser) {
    const { target, random } = guesser;
    const { codes } = await boundOf(guesser);
    const [right = ''] = codes;
    const nextLogin = await createLogins(guesser, triesOfATicket);
    return {
      right: () => right,
      wrong: () => otherPaper(random.uuid()),
      async attempt(typed) {
        const { ticket, from } = await nextLogin();
        const data = { ticket, recoveryCode: typed };
        return outcomeOf(await callFrom(target, from, 'user/login/second', data), 'code_incorrect');
      },
    };
  },
  waitOut: async (guesser) => await forgetLocks(guesser, 'recoveryCode', 'second'),
  counted: async (guesser) => await eventsOf(guesser, 'googleFailed'),
};

/** Twelve letters, in their groups, that no paper has but by a chance of one to 2^48. */
function otherPaper(uuid: string): string {
  const letters = uuid.replaceAll('-', '').slice(0, 12).toUpperCase();
  return letters.replaceAll(/(.{4})(?!$)/g, '$1-');
}

interface Forging {
  readonly key: SoftAuthenticator;
  /** Of the guesser. */
  readonly foreign: SoftAuthenticator;
  readonly challenge: string;
}

/** Answers to the challenge of a log-in, each wrong in one thing alone. */
const forgeries = {
  anotherKey: ({ foreign, challenge }: Forging) => foreign.answer({ challenge }),
  anotherChallenge: ({ key }: Forging) => key.answer({ challenge: randomBytes(32).toString('base64url') }),
  anotherSite: ({ key, challenge }: Forging) =>
    key.answer({ challenge }, { origin: 'https://wallet.example', rpId: 'wallet.example' }),
  nobodyRecognised: ({ key, challenge }: Forging) => key.answer({ challenge }, { isVerified: false }),
  changedSignature: ({ key, challenge }: Forging) => {
    const answer = key.answer({ challenge });
    const signature = Buffer.from(answer.signature, 'base64url');
    signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
    return { ...answer, signature: signature.toString('base64url') };
  },
};
type Forgery = keyof typeof forgeries;

/** The guesser has the password and knows the name of the key, as any answer of it shows, but not the key. */
const passkey: Secret = {
  name: 'passkey',
  async begin(guesser) {
    const { target, random } = guesser;
    const key = await keyOf(guesser);
    const nextLogin = await createLogins(guesser, triesOfATicket);
    const foreign = createAuthenticator(siteOf(guesser, 'localhost'));
    const name = key.credential.toString('base64url');
    return {
      right: undefined,
      wrong: () => random.pick(Object.keys(forgeries)),
      async attempt(forgery) {
        const { ticket, passkey: request, from } = await nextLogin();
        const challenge = request?.challenge ?? '';
        const answer = forgeries[forgery as Forgery]({ key, foreign, challenge });
        const data = { ticket, passkey: { ...answer, id: name } };
        return outcomeOf(await callFrom(target, from, 'user/login/second', data), 'code_incorrect');
      },
    };
  },
  waitOut: async (guesser) => await forgetLocks(guesser, 'second'),
  counted: async (guesser) => await eventsOf(guesser, 'loginCodeFailed'),
};

export const secretsOfFactors: readonly Secret[] = [authenticatorCode, codeOnPaper, passkey];
