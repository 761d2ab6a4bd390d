/**
 * What the ledger decides about journals, in TypeScript: for worlds that have no database. The product asks the database; a
 * test holds the two together.
 */
import type { AccountKind } from '../src/account.ts';
import { InsufficientBalance, KeyReused, type LedgerError } from '../src/errors.ts';
import type { HashedJournal, Journal } from '../src/journal.ts';

/** An account as ledger.lock_accounts answers it: nobody else can change it until the database transaction ends. */
interface LockedAccount {
  readonly id: bigint;
  readonly assetId: number;
  readonly kind: AccountKind;
  readonly isFloored: boolean;
  readonly units: bigint;
}

export interface KnownJournal {
  readonly journalId: bigint;
  readonly hash: string;
}

/** What becomes of one submitted journal. */
type Decision =
  | { readonly do: 'apply'; readonly place: number } // the place-th journal of the batch statement, from 0
  | { readonly do: 'repeat'; readonly place: number } // the same request as that one
  | { readonly do: 'replay'; readonly journalId: bigint }
  | { readonly do: 'refuse'; readonly error: LedgerError }
  | { readonly do: 'alone' }; // unusual: ledger.post itself decides and names the reason

interface Plan {
  readonly decisions: readonly Decision[];
  readonly journals: readonly HashedJournal[];
}

/** How journals are recognised: scope and key, unambiguously joined. */
export function nameOf({ scope, key }: { readonly scope: string; readonly key: string }): string {
  return `${scope.length}:${scope}${key}`;
}

const legsMax = 8000;

/**
 * Decides a batch one journal after the other, exactly as ledger.post would in this order. Pure: `accounts` are the
 * locked balances before the batch, `known` the journals that exist under one of its keys.
 */
export function planBatch(
  batch: readonly HashedJournal[],
  known: ReadonlyMap<string, KnownJournal>,
  accounts: ReadonlyMap<bigint, LockedAccount>,
): Plan {
  const units = new Map<LockedAccount, bigint>();
  const places = new Map<string, number>();
  const journals: HashedJournal[] = [];
  let legs = 0;
  const decisions = batch.map((hashed): Decision => {
    const { journal } = hashed;
    const name = nameOf(journal);
    const before = known.get(name);
    if (before !== undefined) {
      if (before.hash !== hashed.hash) return { do: 'refuse', error: new KeyReused() };
      return { do: 'replay', journalId: before.journalId };
    }
    const place = places.get(name);
    if (place !== undefined) {
      if (journals[place]?.hash !== hashed.hash) return { do: 'refuse', error: new KeyReused() };
      return { do: 'repeat', place };
    }
    const changes = changesOf(journal, accounts);
    if (changes === undefined || legs + journal.postings.length > legsMax) return { do: 'alone' };
    for (const [account, change] of changes) {
      const after = (units.get(account) ?? account.units) + change;
      if (account.isFloored && after < 0n) return { do: 'refuse', error: new InsufficientBalance() };
    }
    for (const [account, change] of changes) {
      units.set(account, (units.get(account) ?? account.units) + change);
    }
    legs += journal.postings.length;
    places.set(name, journals.length);
    journals.push(hashed);
    return { do: 'apply', place: journals.length - 1 };
  });
  return { decisions, journals };
}

/** What a journal changes per account; undefined when it is anything but ordinary. */
function changesOf(
  { postings }: Journal,
  accounts: ReadonlyMap<bigint, LockedAccount>,
): Map<LockedAccount, bigint> | undefined {
  if (postings.length === 0 || postings.length > 512) return undefined;
  const changes = new Map<LockedAccount, bigint>();
  for (const posting of postings) {
    const from = accounts.get(posting.from);
    const to = accounts.get(posting.to);
    if (from === undefined || to === undefined || from === to || posting.units <= 0n) return undefined;
    if (from.assetId !== posting.assetId || to.assetId !== posting.assetId) return undefined;
    if (isUnusual(from) || isUnusual(to)) return undefined;
    changes.set(from, (changes.get(from) ?? 0n) - posting.units);
    changes.set(to, (changes.get(to) ?? 0n) + posting.units);
  }
  return changes;
}

/** Accounts with rules beyond the floor: held ones belong to holds, debt has a ceiling. */
function isUnusual({ kind }: LockedAccount): boolean {
  return kind === 'held' || kind === 'debt';
}
