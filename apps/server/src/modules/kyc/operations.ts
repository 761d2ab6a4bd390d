/** What persons of the house do about identities. */
import type { OperationRefusal } from '@marigold/operations/operation';
import type * as rows from '@marigold/operations/rows/kyc';

import type { Database } from '../../platform/database/database.ts';
import type { Deed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import type { IdentityKeeping } from '../../platform/process/identity-keys.ts';
import type { PictureReader } from '../file/service.ts';
import { decideForOwner, isOver } from './bind/answer.ts';
import { statusAgain } from './bind/bindable.ts';
import { type BindingRow, listOpenOf, lockBinding } from './bind/store.ts';
import { giveBackCheck } from './clock.ts';
import { isExpired } from './expiry/expiry.ts';
import { createHouseDeeds, type HouseDeeds, type OpenedCheck, openCheck } from './house/deeds.ts';
import { decideHouseReview } from './house/store.ts';
import { findHold, type LegalHold, liftHold, insertHold } from './keeping/store.ts';
import { endOfTerm } from './keeping/term.ts';
import { changeRecord } from './record/change.ts';
import { keyOfRecord, maskedDocument, maskNameOf, openFields } from './record/fields.ts';
import { beginHolding, endHolding, holds, lockHolder } from './record/holding.ts';
import { houseVault } from './record/house-vault.ts';
import { createPictureDeed, type PictureDeed } from './record/picture-deed.ts';
import { type KycRecordRow, listItems, listSteps, lockRecordByNumber } from './record/store.ts';
import type { Vault } from './record/vault.ts';
import { approve, approvedLookMs, hasLevel2, isOwn, refuse } from './review/end.ts';
import { scheduleLook } from './review/store.ts';
import { openHit } from './screening/compare.ts';
import { hitDeed, type HitOutcome } from './screening/decide.ts';
import { compareSoon } from './screening/rescreen.ts';
import { hasOpenHit, type HitRow, listHits } from './screening/store.ts';
import { type DisclosureRow, listDisclosures } from './store.ts';

/** The last so many of each are printed. */
const listedMax = 50;

/** An identity as a person of the house sees it. */
export type OpenedIdentity = {
  readonly record: Pick<
    KycRecordRow,
    | 'userId'
    | 'purpose'
    | 'status'
    | 'use'
    | 'review'
    | 'reason'
    | 'provider'
    | 'attempts'
    | 'expiresOn'
    | 'erasedAt'
    | 'screenedVersion'
    | 'screenedAt'
  >;
  /** Masked; null: nothing was read, or it was erased. */
  readonly name: string | null;
  readonly document: ReturnType<typeof maskedDocument> | null;
  readonly items: readonly { readonly item: string; readonly state: string; readonly label: string | null }[];
  readonly steps: readonly { readonly review: string; readonly at: number }[];
  readonly disclosures: readonly DisclosureRow[];
  /** Null while it is in use. */
  readonly keptUntil: number | null;
  readonly hold: LegalHold | null;
  readonly hits: readonly OpenedHit[];
  /** Who wants to use it and waits for an answer. */
  readonly bindings: readonly Pick<BindingRow, 'id' | 'userId' | 'use' | 'createdAt' | 'expiresAt'>[];
  /** Null: the house does not check it, or not any more. */
  readonly house: OpenedCheck | null;
};

/** An entry of a list that somebody is like. Its name is as public as the list. */
export type OpenedHit = Omit<HitRow, 'id' | 'sealed'> & {
  /** Null: the record was erased. */
  readonly entry: { readonly name: string; readonly source: string } | null;
};

export type KycDeeds = HouseDeeds & {
  readonly show: Deed<typeof rows.showKyc, OpenedIdentity>;
  readonly picture: PictureDeed;
  readonly refund: Deed<typeof rows.refundKyc>;
  readonly judge: Deed<typeof rows.judgeKyc, { readonly isApproved: boolean }>;
  readonly disable: Deed<typeof rows.disableKyc>;
  readonly enable: Deed<typeof rows.enableKyc, { readonly level: number }>;
  readonly hold: Deed<typeof rows.holdKyc>;
  readonly hit: typeof hitDeed;
  readonly bind: typeof bindDeed;
};

export type { HitOutcome };
export type { HouseDecided, HouseProgress, OpenedCheck, ReadLines, TypedByPerson } from './house/deeds.ts';

/** The audit log names an identity by its number alone. */
function subjectOf(record: string): string {
  return `identity:${record}`;
}

export type KycDeedParts = {
  readonly secretKey: () => string;
  readonly keeping: IdentityKeeping;
  /** Whether people are compared with a list here. */
  readonly screens: () => boolean;
  /** Where pictures lie, for whoever opens one. */
  readonly pictures: () => PictureReader;
};

export function createKycDeeds({ secretKey, keeping, screens, pictures }: KycDeedParts): KycDeeds {
  const { keys, years } = keeping;
  const vaultOf = () => houseVault(secretKey(), keys);
  return {
    show: {
      async act(db, { record: authNo }, { by, now }) {
        // The owner's login does for other deeds of one person; of this one the log says who it was.
        if (by === 'nobody') return new RefusedDeed('nameless');
        const record = await lockRecordByNumber(db, authNo);
        if (record === undefined) return new RefusedDeed('not_found');
        const facts = await openIdentity(db, { vault: vaultOf(), years, now }, record);
        return { subject: subjectOf(authNo), facts };
      },
    },
    picture: createPictureDeed({ vault: vaultOf, pictures }),
    refund: refundDeed,
    ...createHouseDeeds(vaultOf),
    judge: {
      async act(db, { record: authNo, verdict }, { by, now }) {
        const record = await lockRecordByNumber(db, authNo);
        if (record === undefined) return new RefusedDeed('not_found');
        if (record.review !== 'held') return new RefusedDeed('wrong_state');
        const isApproved = verdict === 'pass';
        if (isApproved) {
          const no = await approveHeld({ db, vault: vaultOf(), now, screens: screens() }, record);
          if (no !== undefined) return new RefusedDeed(no);
        } else await refuse({ db, now }, record, { reason: 'refused', attempts: record.attempts });
        // What the house checks is over there too, by what two of its persons decided.
        await decideHouseReview(db, {
          recordId: record.id,
          outcome: isApproved ? 'passed' : 'final',
          by,
          at: Math.max(now, record.decidedAt ?? 0),
        });
        await scheduleLook(db, {
          id: record.id,
          lookAt: isApproved ? now + approvedLookMs : null,
          looks: 0,
        });
        return { subject: subjectOf(authNo), facts: { isApproved } };
      },
    },
    disable: disableDeed,
    enable: enableDeed,
    hold: holdDeed,
    hit: hitDeed,
    bind: bindDeed,
  };
}

async function openIdentity(
  db: Database,
  { vault, years, now }: { readonly vault: Vault; readonly years: number; readonly now: number },
  record: KycRecordRow,
): Promise<OpenedIdentity> {
  const { id } = record;
  const read = openFields(vault, record);
  const items = await listItems(db, id);
  const bindings = await listOpenOf(db, { recordId: id, now, most: listedMax });
  return {
    record,
    name: read === undefined ? null : maskNameOf(read),
    document: read === undefined ? null : maskedDocument(read),
    items: items.map(({ item, state, label }) => ({ item, state, label })),
    steps: await listSteps(db, id, listedMax),
    disclosures: await listDisclosures(db, id, listedMax),
    keptUntil: endOfTerm(record, years),
    hold: (await findHold(db, id)) ?? null,
    house: (await openCheck(db, record)) ?? null,
    hits: (await listHits(db, { recordId: id, most: listedMax })).map((row) =>
      openedHitOf(vault, record, row),
    ),
    bindings,
  };
}

function openedHitOf(vault: Vault, record: KycRecordRow, row: HitRow): OpenedHit {
  const { id: _, sealed: __, ...hit } = row;
  const key = keyOfRecord(record);
  const opened = key === undefined ? undefined : openHit({ vault, key }, record.id, row);
  return { ...hit, entry: opened === undefined ? null : { name: opened.name, source: opened.source } };
}

/**
 * Persons stand in for the company where it was unsure, not for what nobody has seen, not for who has the document, and
 * not for a list: what it says is decided hit by hit.
 */
async function approveHeld(
  applying: {
    readonly db: Database;
    readonly vault: Vault;
    readonly now: number;
    readonly screens: boolean;
  },
  record: KycRecordRow,
): Promise<Exclude<OperationRefusal<typeof rows.judgeKyc>, 'not_found' | 'wrong_state'> | undefined> {
  const { db, vault, now } = applying;
  const read = openFields(vault, record);
  if (read === undefined || !(await hasLevel2(db, record.id))) return 'incomplete';
  const { expiry: expiresOn } = read;
  if (isExpired({ expiresOn }, now)) return 'expired';
  if (record.purpose === 'system' && !(await isOwn(applying, record, read))) return 'duplicate_identity';
  if (await hasOpenHit(db, record.id)) return 'open_hit';
  if (applying.screens && record.screenedAt === null) return 'unscreened';
  await approve({ db, now }, record, { expiresOn });
  return undefined;
}

const refundDeed: KycDeeds['refund'] = {
  async act(db, { record: authNo }, { now }) {
    const record = await lockRecordByNumber(db, authNo);
    if (record === undefined) return new RefusedDeed('not_found');
    const { id, orderId } = record;
    const isBack = await giveBackCheck(db, { id, orderId, reason: 'operator', now });
    return isBack ? { subject: subjectOf(authNo) } : new RefusedDeed('wrong_state');
  },
};

const disableDeed: KycDeeds['disable'] = {
  async act(db, { record: authNo }, { now }) {
    const record = await lockRecordByNumber(db, authNo);
    if (record === undefined) return new RefusedDeed('not_found');
    if (!holds(record)) return new RefusedDeed('wrong_state');
    await endHolding(db, record, { reason: 'operator', now });
    return { subject: subjectOf(authNo) };
  },
};

const enableDeed: KycDeeds['enable'] = {
  async act(db, { record: authNo }, { now }) {
    const record = await lockRecordByNumber(db, authNo);
    if (record === undefined) return new RefusedDeed('not_found');
    const { review, status, reason } = record;
    const mayHold = review === 'approved' && status === 'disabled';
    if (!mayHold || (reason !== 'operator' && reason !== 'expired')) return new RefusedDeed('wrong_state');
    if (isExpired(record, now)) return new RefusedDeed('expired');
    if (record.erasedAt !== null) return new RefusedDeed('erased');
    if (await hasOpenHit(db, record.id)) return new RefusedDeed('open_hit');
    await lockHolder(db, record);
    await changeRecord(db, record, { status: statusAgain(record), reason: null, now });
    const level = await beginHolding(db, record, { by: 'support', now });
    // What the company said of it meanwhile is read at once.
    await scheduleLook(db, { id: record.id, lookAt: now, looks: 0 });
    await compareSoon(db);
    return { subject: subjectOf(authNo), facts: { level } };
  },
};

/** In the place of its owner. */
const bindDeed: Deed<typeof rows.judgeBinding> = {
  async act(db, { record: authNo, binding: id, decision }, { now }) {
    const record = await lockRecordByNumber(db, authNo);
    if (record === undefined) return new RefusedDeed('not_found');
    const binding = await lockBinding(db, id);
    if (binding?.recordId !== record.id || isOver(binding, now) !== undefined)
      return new RefusedDeed('no_binding');
    const no = await decideForOwner(db, { record, binding }, { accept: decision === 'accept', now });
    if (no !== undefined) return new RefusedDeed('wrong_state');
    return { subject: subjectOf(authNo), detail: { binding: id } };
  },
};

const holdDeed: KycDeeds['hold'] = {
  async act(db, { record: authNo, hold }, { by, second, reason, now }) {
    const record = await lockRecordByNumber(db, authNo);
    if (record === undefined) return new RefusedDeed('not_found');
    if (record.erasedAt !== null) return new RefusedDeed('erased');
    const isPlaced = (await findHold(db, record.id)) !== undefined;
    if (isPlaced === (hold === 'on')) return new RefusedDeed('wrong_state');
    const decision = { recordId: record.id, by, second, reason, now };
    await (hold === 'on' ? insertHold(db, decision) : liftHold(db, decision));
    return { subject: subjectOf(authNo) };
  },
};
