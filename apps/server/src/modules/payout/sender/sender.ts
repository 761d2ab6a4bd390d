/** Accounts that send. The next nonce stands in the row of the sender and is taken under its lock, never asked of a node. */
import type { ChainAccount } from '@marigold/chain/port';
import { ChainUnavailable } from '@marigold/chain/port';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../../platform/database/database.ts';
import type { Context } from '../context.ts';
import type { Sender, SenderKey } from './store.ts';
import {
  findSender,
  insertSender,
  listPayingAccounts,
  pauseRunning,
  selectSenderForUpdate,
} from './store.ts';

type Looking = Pick<Context, 'db' | 'chain' | 'code' | 'log' | 'clock'>;

/**
 * Whether an account may take new nonces. A chain that knows more of it than the database means a lost database or a
 * stolen key: the sender pauses, and a person decides. Throws ChainUnavailable.
 */
export async function isSenderOpen(
  { db, chain, code, log, clock }: Looking,
  account: ChainAccount,
): Promise<boolean> {
  const key = { chain: code, account };
  // Before our own row is read: what others of us send meanwhile can only make our number larger.
  const seen = await chain.nonce(account);
  const sender = (await findSender(db, key)) ?? (await openSender(db, key));
  if (sender.isPaused) return false;
  if (seen <= sender.next) return true;
  const reason = `the chain counts ${seen} transactions, we know of ${sender.next}`;
  await stopSender({ db, log, key, reason, now: clock() });
  return false;
}

/**
 * Looks at the senders that pay people whether or not anything waits to be signed: a database that was restored without a
 * word is found before anybody takes back what was paid since. A chain that is away is asked again in the next round.
 */
export async function watchSenders(looking: Looking): Promise<void> {
  const { db, code, log } = looking;
  try {
    for (const account of await listPayingAccounts(db, code)) await isSenderOpen(looking, account);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    log.info({ chain: code, reason: error.message }, 'the lanes could not be looked at just now');
  }
}

/** Makes the account a sender where it is none yet. */
export async function openSender(db: Database, key: SenderKey): Promise<Sender> {
  await insertSender(db, key);
  const sender = await findSender(db, key);
  assert(sender !== undefined, `the account ${key.account} has its lane`);
  return sender;
}

/** Locks a sender until the transaction ends: who holds it is alone with its nonces. Undefined while it is paused. */
export async function lockSender(
  db: Database,
  key: SenderKey,
): Promise<{ readonly next: bigint } | undefined> {
  const sender = await selectSenderForUpdate(db, key);
  return sender === undefined || sender.isPaused ? undefined : { next: sender.next };
}

/** Stops a sender by itself: nothing new is signed for it until a person resumes it. */
export async function stopSender(stop: {
  readonly db: Database;
  readonly log: Context['log'];
  readonly key: SenderKey;
  readonly reason: string;
  readonly now: number;
}): Promise<void> {
  const { db, log, key, reason, now } = stop;
  await pauseRunning(db, { ...key, reason, now });
  log.error({ ...key, reason }, 'a lane paused: nothing new is signed for it');
}
