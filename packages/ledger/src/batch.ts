import { type AccountKind, accountKinds } from './account.ts';
import {
  type Decision,
  type HashedJournal,
  type KnownJournal,
  type LockedAccount,
  nameOf,
  type Plan,
  planBatch,
} from './batch-plan.ts';
import { Fenced, Halted, ledgerError } from './errors.ts';
import { type Journal, journalHash, type LeaseProof, post, type PostResult } from './journal.ts';
import { insertBatch, numbers } from './post-many.ts';
import type { Queryable } from './queryable.ts';

/** One connection of its own, for as long as a batch lasts. */
export interface BatchConnection {
  readonly db: Queryable;
  /** Gives the connection back; `isBroken` says it must be closed instead. */
  release(isBroken: boolean): void;
}

export interface BatchOptions {
  connect(): Promise<BatchConnection>;
  /** The lease under which this writer is the only one; undefined for a writer that shares its accounts. */
  readonly lease?: () => LeaseProof;
  /** Most journals of one database transaction, 1 to 2000. */
  readonly journalsMax?: number;
}

export interface BatchWriter {
  /** As `post`, and with its errors; answers after the group's commit. Outages reject: ask again with the same key. */
  submit(journal: Journal): Promise<PostResult>;
  /** Resolves when everything submitted was answered. Nothing may be submitted afterwards. */
  close(): Promise<void>;
}

interface Waiting extends HashedJournal {
  readonly resolve: (result: PostResult) => void;
  readonly reject: (error: unknown) => void;
}

const journalsMaxDefault = 500;
const waitingMax = 50_000;
/** While one group commits, the next full one is looked up and waits for its locks. */
const lanesMax = 2;

/**
 * A group-commit writer: what arrives while one group commits becomes the next group, so one fsync and one pass over
 * the hot rows serve many journals. Each keeps its own key, hash and answer. Decisions are made in bigint under row
 * locks; the database checks every one of them again, and a surprise falls back to `post` one by one.
 */
export function createBatchWriter(options: BatchOptions): BatchWriter {
  const journalsMax = options.journalsMax ?? journalsMaxDefault;
  const queue: Waiting[] = [];
  const lanes = new Set<Promise<void>>();
  let isClosed = false;

  async function drain(): Promise<void> {
    // The group forms at the end of this turn, so that what is submitted together is committed together.
    await Promise.resolve();
    while (queue.length > 0) await settle(queue.splice(0, journalsMax), options);
  }

  function startLane(): void {
    const isWorthwhile = lanes.size === 0 || (lanes.size < lanesMax && queue.length >= journalsMax);
    if (!isWorthwhile) return;
    const lane = drain().finally(() => lanes.delete(lane));
    lanes.add(lane);
  }

  return {
    submit(journal) {
      if (isClosed) return Promise.reject(new Error('The batch writer is closed.'));
      if (queue.length >= waitingMax) return Promise.reject(new Error('Too many journals are waiting.'));
      return new Promise((resolve, reject) => {
        queue.push({ journal, hash: journalHash(journal), resolve, reject });
        startLane();
      });
    },
    async close() {
      isClosed = true;
      while (lanes.size > 0) await Promise.all(lanes);
    },
  };
}

/** Commits one group and answers everyone in it; never throws. */
async function settle(group: readonly Waiting[], options: BatchOptions): Promise<void> {
  let connection: BatchConnection | undefined;
  try {
    connection = await options.connect();
    const { db } = connection;
    const lease = options.lease?.();
    let left = group;
    const committed = await commitGroup(db, group, lease);
    if (committed !== undefined) {
      const { plan, ids } = committed;
      left = group.filter((_waiting, index) => plan.decisions[index]?.do === 'alone');
      group.forEach((waiting, index) => reply(waiting, plan.decisions[index], ids));
    }
    for (const waiting of left) {
      await post(db, waiting.journal, lease).then(waiting.resolve, waiting.reject);
    }
    connection.release(false);
  } catch (error) {
    connection?.release(true);
    for (const { reject } of group) reject(error);
  }
}

/** Writes the group in one database transaction; undefined when the database refused it as a whole. */
async function commitGroup(
  db: Queryable,
  group: readonly Waiting[],
  lease: LeaseProof | undefined,
): Promise<{ plan: Plan; ids: readonly bigint[] } | undefined> {
  try {
    await db.query('begin', []);
    const known = await knownJournals(db, group);
    const plan = planBatch(group, known, await lockAccounts(db, group));
    const ids = plan.journals.length === 0 ? [] : await insertBatch(db, plan.journals, lease);
    await db.query('commit', []);
    return { plan, ids };
  } catch (error) {
    await db.query('rollback', []);
    const meaning = ledgerError(error);
    // These hold for every journal of the group, and whatever is no refusal is an outage: the asker tries again.
    if (meaning instanceof Halted || meaning instanceof Fenced || meaning === error) throw meaning;
    return undefined;
  }
}

function reply({ resolve, reject }: Waiting, decision: Decision | undefined, ids: readonly bigint[]): void {
  if (decision === undefined || decision.do === 'alone') return;
  if (decision.do === 'refuse') return reject(decision.error);
  if (decision.do === 'replay') return resolve({ journalId: decision.journalId, outcome: 'replayed' });
  const journalId = ids[decision.place];
  if (journalId === undefined) return reject(new Error('Broken: the batch answered fewer ids than journals'));
  resolve({ journalId, outcome: decision.do === 'apply' ? 'applied' : 'replayed' });
}

async function knownJournals(
  db: Queryable,
  group: readonly HashedJournal[],
): Promise<Map<string, KnownJournal>> {
  const { rows } = await db.query<{ id: string; scope: string; key: string; request_hash: string }>(
    `select j.id::text, j.scope, j.key, encode(j.request_hash, 'hex') as request_hash
     from unnest($1::text[], $2::text[]) asked(scope, key)
     join ledger.journal j on j.scope = asked.scope and j.key = asked.key`,
    [group.map(({ journal }) => journal.scope), group.map(({ journal }) => journal.key)],
  );
  return new Map(rows.map((row) => [nameOf(row), { journalId: BigInt(row.id), hash: row.request_hash }]));
}

async function lockAccounts(
  db: Queryable,
  group: readonly HashedJournal[],
): Promise<Map<bigint, LockedAccount>> {
  const ids = new Set<bigint>();
  for (const { journal } of group) for (const { from, to } of journal.postings) ids.add(from).add(to);
  const { rows } = await db.query<{
    id: string;
    asset_id: number;
    kind: AccountKind;
    floor_zero: boolean;
    units: string;
  }>(
    `select id::text, asset_id, kind, floor_zero, balance::text as units
     from ledger.lock_accounts($1::bigint[])`,
    [numbers([...ids])],
  );
  return new Map(
    rows.map((row): [bigint, LockedAccount] => {
      if (!accountKinds.includes(row.kind)) throw new Error(`Broken: an account of the kind ${row.kind}`);
      const id = BigInt(row.id);
      const account = { id, assetId: row.asset_id, kind: row.kind, isFloored: row.floor_zero };
      return [id, { ...account, units: BigInt(row.units) }];
    }),
  );
}
