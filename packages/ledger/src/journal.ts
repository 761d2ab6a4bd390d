import { hash } from 'node:crypto';

import { assert } from '@marigold/money/assert';
import type { Bare } from '@marigold/money/brand';

import { withNamedErrors } from './errors.ts';
import { one, type Queryable } from './queryable.ts';

/** One leg: `units` (above zero, in the asset's own ledger units, and nobody else's) of one asset move from one account to another. */
export interface Posting {
  readonly from: bigint;
  readonly to: bigint;
  readonly assetId: number;
  readonly units: Bare<bigint>;
}

/** Names a request once and for all: the same scope and key with the same content is answered, never done again. */
export interface JournalKey {
  /** Who asks, 1 to 80 characters: `user:<id>`, `demo`, `market:BTC_USDT`. */
  readonly scope: string;
  /** 8 to 80 characters, made by the asker before the first attempt. */
  readonly key: string;
  /** What happened in business words, `[A-Za-z][A-Za-z0-9._-]*`, at most 40 characters. */
  readonly kind: string;
  /** The business row behind it (a transfer's id), at most 200 characters, or null. */
  readonly reference: string | null;
}

/** One atomic business fact of 1 to 512 postings. */
export interface Journal extends JournalKey {
  readonly postings: readonly Posting[];
}

/** A journal and its request hash in hex, which is computed before the database is asked. */
export interface HashedJournal {
  readonly journal: Journal;
  readonly hash: string;
}

/** Proves that this process still holds a lease: see takeLease. */
export interface LeaseProof {
  readonly name: string;
  readonly epoch: bigint;
}

export interface PostResult {
  readonly journalId: bigint;
  /** `replayed`: the same request was applied before and nothing moved now. */
  readonly outcome: 'applied' | 'replayed';
}

const insertPosting = `select journal_id, outcome from ledger.post($1::text, $2::text, $3::bytea, $4::text, $5::text,
  $6::bigint[], $7::bigint[], $8::smallint[], $9::numeric[], $10::text, $11::bigint)`;

/**
 * Applies a journal once. Throws InsufficientBalance, KeyReused, Halted, Fenced or RefusedByLedger (errors.ts); the
 * database transaction is aborted then. Make it the one money statement of its transaction: locks stay ordered.
 */
export async function post(db: Queryable, journal: Journal, lease?: LeaseProof): Promise<PostResult> {
  const { postings } = journal;
  return await answer(db, insertPosting, [
    ...keyed(journal, bodyOf(journal)),
    postings.map(({ from }) => from),
    postings.map(({ to }) => to),
    postings.map(({ assetId }) => assetId),
    postings.map(({ units }) => units),
    lease?.name ?? null,
    lease?.epoch ?? null,
  ]);
}

/** What the request hash of a journal covers, beside kind and reference. */
export function bodyOf({ postings }: Journal): unknown[] {
  return postings.map(({ from, to, assetId, units }) => [from, to, assetId, units]);
}

/** The five leading values of every journal function: scope, key, hash, kind, reference. */
export function keyed(key: JournalKey, body: unknown[]): [string, string, Buffer, string, string | null] {
  return [key.scope, key.key, requestHash(key, body), key.kind, key.reference];
}

/** SHA-256 of the canonical request: a JSON list with every bigint written as a string, so 10 and "10" stay different. */
export function requestHash({ kind, reference }: JournalKey, body: unknown[]): Buffer {
  return hash('sha256', JSON.stringify([kind, reference, plain(body)]), 'buffer');
}

/** As requestHash of a whole journal, in hex. Its text is written at once: a batch has hundreds. */
export function journalHash({ kind, reference, postings }: Journal): string {
  const legs = postings.map(({ from, to, assetId, units }) => `["${from}n","${to}n",${assetId},"${units}n"]`);
  const text = `[${JSON.stringify(kind)},${JSON.stringify(reference)},[${legs.join(',')}]]`;
  return hash('sha256', text, 'hex');
}

/** Made before the text is written: a replacer would be called for every value, and took most of the time of a journal. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  return Array.isArray(value) ? value.map(plain) : value;
}

/** Runs a function that answers (journal_id, outcome) and gives its failures their names. */
export async function answer(db: Queryable, text: string, values: unknown[]): Promise<PostResult> {
  const row = await withNamedErrors(() =>
    one<{ journal_id: bigint | string; outcome: PostResult['outcome'] }>(db, text, values),
  );
  const { outcome } = row;
  assert(outcome === 'applied' || outcome === 'replayed', 'a journal is applied now or was before');
  return { journalId: BigInt(row.journal_id), outcome };
}

/** The journal of something whose own rows say that it is new: had it been applied before, nothing would have moved now. */
export function newJournal({ journalId, outcome }: PostResult): bigint {
  assert(outcome === 'applied', `journal ${journalId} moves now what it is written for`);
  return journalId;
}
