/** A secret that is guessed at: what a guesser has before the first try, what a try is, and what the program wrote of it. */
import type { Reply } from '../client.ts';
import type { Random } from '../random.ts';
import { type Browser, callFrom, newBrowser, type Victim, victimPassword } from './people.ts';
import type { Target } from './target.ts';

/** `wrong`: looked at; `closed`: refused without a look, as a right one would be; `limited`: to be tried again. */
export type GuessOutcome = 'right' | 'wrong' | 'closed' | 'limited';

/** One account that is guessed at, with whoever owns it. */
export interface Mark {
  readonly victim: Victim;
  /** On a trusted device. */
  readonly owner: Browser;
  /** Somebody of the house of the thief, who gets what is paid. */
  readonly payee: string;
}

export interface Guesser {
  readonly target: Target;
  readonly mark: Mark;
  readonly random: Random;
  /** The next address: no two tries in a row come from one. */
  readonly nextAddress: () => string;
}

/** What is guessed between two waits. */
export interface Round {
  /** What would be taken at this moment; undefined where only a program can make it, and it is not given away. */
  readonly right: (() => string) | undefined;
  readonly wrong: () => string;
  readonly attempt: (typed: string) => Promise<GuessOutcome>;
}

export interface Secret {
  readonly name: string;
  /** Begins anew once the locks of the rounds before are over: new codes, new tickets. */
  readonly begin: (guesser: Guesser) => Promise<Round>;
  /** Lets the time pass for which wrong tries lock this secret, as somebody patient would; SQL, because it may be a day. */
  readonly waitOut: (guesser: Guesser) => Promise<void>;
  /** Wrong tries that are written down, as events or as counts; undefined where a try says nothing about an account. */
  readonly counted?: (guesser: Guesser) => Promise<number>;
  /** A lock of this one is a lock for everybody who has a session: its owner pays again when it is over. */
  readonly locksPayments?: true;
}

/** Reads an answer: which refusals mean that it was looked at; everything else that is refused was not. */
export function outcomeOf({ code, refusal }: Reply, wrong: string): GuessOutcome {
  if (code === 200) return 'right';
  if (code === 429 || code === 503 || refusal === 'code_limit' || refusal === 'code_too_soon')
    return 'limited';
  return refusal === wrong ? 'wrong' : 'closed';
}

/** A call that must be answered; what it answers. Throws for a refusal. */
export async function insistOn(
  { target }: Pick<Guesser, 'target'>,
  browser: Browser,
  path: string,
  data: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const triesMax = 50;
  let answer = await callFrom(target, browser, path, data);
  for (let time = 1; time < triesMax && outcomeOf(answer, '') === 'limited'; time += 1) {
    await target.letTimePass();
    answer = await callFrom(target, browser, path, data);
  }
  if (answer.code !== 200) throw new Error(`${path} answers ${answer.code} ${JSON.stringify(answer.data)}`);
  return answer.data;
}

/** What a log-in asks for beside the right password. */
export interface LoginNeed {
  readonly ticket: string;
  /** What a browser asks for a touch with, where the account has a passkey. */
  readonly passkey?: { readonly challenge: string };
}

/** The right password on a device that is not trusted. Throws where nothing more is asked for. */
async function needFor(guesser: Guesser, browser: Browser): Promise<LoginNeed> {
  const data = { account: guesser.mark.victim.username, password: victimPassword };
  const { need } = await insistOn(guesser, browser, 'user/login', data);
  if (need === undefined) throw new Error('a device that nobody trusts needs no code');
  return need as LoginNeed;
}

/** The ticket of such a log-in. Throws as well where nothing more is asked for. */
export async function ticketFor(guesser: Guesser, browser: Browser): Promise<string> {
  return (await needFor(guesser, browser)).ticket;
}

export function strangersBrowser({ nextAddress }: Guesser): Browser {
  return newBrowser(nextAddress());
}

/** A log-in that waits, and the browser that it waits for. */
export interface Waiting extends LoginNeed {
  readonly from: Browser;
}

/**
 * Log-ins with the right password, one after the other: a new one, on a device that nobody has seen, where the one before has
 * no try left, as somebody patient begins.
 */
export async function createLogins(guesser: Guesser, triesEach: number): Promise<() => Promise<Waiting>> {
  const begin = async (): Promise<Waiting> => {
    const from = strangersBrowser(guesser);
    return { ...(await needFor(guesser, from)), from };
  };
  let [waiting, left] = [await begin(), triesEach];
  return async () => {
    if (left === 0) [waiting, left] = [await begin(), triesEach];
    left -= 1;
    return { ...waiting, from: { ...waiting.from, address: guesser.nextAddress() } };
  };
}

/** Six digits that are not these. */
export function otherDigits(random: Random, right: string): string {
  const digits = String(random.below(1_000_000)).padStart(6, '0');
  return digits === right ? otherDigits(random, right) : digits;
}

/** The first number of a query; 0 where there is none. */
export async function countIn({ target }: Guesser, sql: string, values: unknown[]): Promise<number> {
  const [row] = await target.query(sql, values);
  return Number(Object.values(row ?? {})[0] ?? 0);
}
