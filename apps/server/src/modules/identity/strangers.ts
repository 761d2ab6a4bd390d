/**
 * What strangers may guess beside the locks: by one typed name, from one address and from its network. Whoever is on a
 * device that they signed in on before is none, so that nobody who guesses keeps them out.
 */
import type { Database } from '../../platform/database/database.ts';
import { TransportError } from '../../platform/http/transport-error.ts';
import { networkKey, wideNetworkOf } from '../../platform/process/caller-address.ts';
import type { TryRule } from './rules.ts';
import { strangerBounds } from './rules.ts';
import { countBounded, giveTryBack, removeTries } from './store.ts';

/** The subjects under which a stranger is counted, in the order in which their rows are locked. */
export type Stranger = {
  readonly kind: TryRule['kind'];
  readonly name: string;
  readonly address: string;
  readonly network: string;
};

/** Undefined: no stranger, or a secret that strangers are not asked for. `subject` is that of login.ts. */
export function strangerOf({ kind }: TryRule, subject: string, address: string): Stranger | undefined {
  if (kind !== 'login' || !subject.startsWith('text:')) return undefined;
  return {
    kind,
    name: boundOfName(subject),
    address: `address:${networkKey(address)}`,
    network: `network:${wideNetworkOf(address) ?? address}`,
  };
}

/** The subject that counts the tries of an hour by a typed name, which is the subject of its locks. */
export function boundOfName(subject: string): string {
  return `hour:${subject}`;
}

type Named =
  | { readonly kind: 'locked'; readonly until: number }
  | { readonly kind: 'taken'; readonly left: number; readonly endsAt: number };

/**
 * Counts a try, or answers until when its name is locked. Throws 429 where the address or the network has none left; the
 * transaction it is thrown out of counts nothing.
 */
export async function takeStranger(
  db: Database,
  stranger: Stranger | undefined,
  now: number,
): Promise<Named> {
  if (stranger === undefined) return { kind: 'taken', left: Infinity, endsAt: now };
  const { kind, name } = stranger;
  const named = await countBounded(db, { kind, subject: name }, { ...strangerBounds.name, now });
  if (named.failures === undefined) return { kind: 'locked', until: named.endsAt };
  for (const whose of ['address', 'network'] as const) {
    const bound = { ...strangerBounds[whose], now };
    const { failures, endsAt } = await countBounded(db, { kind, subject: stranger[whose] }, bound);
    if (failures === undefined)
      throw new TransportError(429, 'rate_limited', { seconds: Math.ceil((endsAt - now) / 1000) });
  }
  return { kind: 'taken', left: strangerBounds.name.tries - named.failures, endsAt: named.endsAt };
}

/** The try was not made, or nothing was learnt by it. */
export async function giveStrangerBack(db: Database, stranger: Stranger | undefined): Promise<void> {
  if (stranger === undefined) return;
  const { kind, name, address, network } = stranger;
  for (const subject of [name, address, network]) await giveTryBack(db, { kind, subject });
}

/** The try was right: its name has all tries again, the address what it had before. */
export async function forgetStranger(db: Database, stranger: Stranger | undefined): Promise<void> {
  if (stranger === undefined) return;
  await giveStrangerBack(db, stranger);
  await removeTries(db, { kind: stranger.kind, subject: stranger.name });
}
