/**
 * Whether somebody stands on a list of sanctioned persons. The list is asked where the company is asked, outside of any
 * transaction; what it answered is stored with what follows from it. Hits wait for a person: nothing is cleared or refused
 * by a score, and nothing is approved without an answer.
 */
import type { FoundReview, ReadFields } from '@marigold/partners/identity-port';
import {
  heldFromScore,
  type ListHit,
  type ScreenedPerson,
  type ScreeningAnswer,
  type ScreeningList,
} from '@marigold/partners/screening-port';
import * as z from 'zod';

import type { Database } from '../../../platform/database/database.ts';
import { keyOfRecord } from '../record/fields.ts';
import type { KycRecordRow } from '../record/store.ts';
import type { Vault, WrappedKey } from '../record/vault.ts';
import type { HitRow } from './store.ts';
import { hasOpenHit, listHits, markScreened, markUnscreened, storeHit } from './store.ts';

/** What a list answered about what was read. `off`: nobody compares here. `unread`: there was nothing to compare. */
export type Screened = ScreeningAnswer | { readonly is: 'off' | 'unread' };

/** What that means for a record. */
export type ListComparison = 'clear' | 'hit' | 'unknown';

/** So many decisions about one entry are looked through. */
const decisionsMax = 100;

/** Asks about whatever could be approved by what was found about a record; `unread` approves nothing. */
export async function screenFound(
  list: ScreeningList | undefined,
  { review }: Pick<KycRecordRow, 'review'>,
  found: FoundReview | undefined,
): Promise<Screened> {
  if (list === undefined) return { is: 'off' };
  if (review === 'approved' || review === 'final') return { is: 'unread' };
  // Persons may approve what is held where they know what was read.
  const mayBeApproved = found?.phase === 'held' || found?.outcome === 'passed';
  if (!mayBeApproved || found.read === null) return { is: 'unread' };
  return await list.screen(screenedPersonOf(found.read));
}

/** Both orders of the names: documents and lists differ in which one comes first. */
export function screenedPersonOf({ firstName, lastName, birthday, nationality }: ReadFields): ScreenedPerson {
  const names = [
    ...new Set([`${firstName} ${lastName}`, `${lastName} ${firstName}`].map((name) => name.trim())),
  ];
  return { names, birthday, nationality };
}

type Comparing = { readonly db: Database; readonly vault: Vault; readonly now: number };

/** Stores what a list answered about these fields of a record that the caller has locked. */
export async function compareRecord(
  { db, vault, now }: Comparing,
  record: KycRecordRow,
  { read, screened }: { readonly read: ReadFields; readonly screened: Screened },
): Promise<ListComparison> {
  if (screened.is === 'off') return 'clear';
  const key = keyOfRecord(record);
  if (screened.is !== 'done' || key === undefined) {
    if (record.review !== 'approved') await markUnscreened(db, record.id);
    return 'unknown';
  }
  const { listVersion, hits } = screened;
  await markScreened(db, { id: record.id, version: listVersion, now });
  const about = JSON.stringify(screenedPersonOf(read));
  for (const hit of hits) {
    if (hit.score < heldFromScore || (await isCleared({ db, vault }, { record, key, hit, about }))) continue;
    const { listId, score } = hit;
    const sealed = sealHit({ vault, key }, record.id, hit, about);
    await storeHit(db, { recordId: record.id, listId, listVersion, score, sealed, now });
  }
  return (await hasOpenHit(db, record.id)) ? 'hit' : 'clear';
}

/** A person has seen that this one and that entry are two: for as long as what was read of this one is the same. */
async function isCleared(
  { db, vault }: Pick<Comparing, 'db' | 'vault'>,
  facts: {
    readonly record: KycRecordRow;
    readonly key: WrappedKey;
    readonly hit: ListHit;
    readonly about: string;
  },
): Promise<boolean> {
  const { record, key, hit, about } = facts;
  const rows = await listHits(db, { recordId: record.id, listId: hit.listId, most: decisionsMax });
  return rows.some(
    (row) => row.decision === 'clear' && openHit({ vault, key }, record.id, row)?.about === about,
  );
}

const sealedHit = z.strictObject({ name: z.string(), source: z.string(), about: z.string() });

type Sealing = { readonly vault: Vault; readonly key: WrappedKey };

function sealHit({ vault, key }: Sealing, recordId: string, hit: ListHit, about: string): Buffer {
  const { name, source, listId } = hit;
  const text = JSON.stringify(sealedHit.parse({ name, source, about }));
  return vault.seal(key, { recordId, part: `hit:${listId}` }, text);
}

/** The entry of a hit: its name, its list, and who was compared with it. Undefined: it was erased with its record. */
export function openHit(
  { vault, key }: Sealing,
  recordId: string,
  { listId, sealed }: Pick<HitRow, 'listId' | 'sealed'>,
): z.infer<typeof sealedHit> | undefined {
  if (sealed === null) return undefined;
  return sealedHit.parse(JSON.parse(vault.open(key, { recordId, part: `hit:${listId}` }, sealed)));
}
