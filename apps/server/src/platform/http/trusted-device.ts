/** Devices on which somebody proved to be themselves with more than a password, known by the device cookie. */
import { sql } from 'kysely';

import type { Database } from '../database/database.ts';
import { newToken, tokenHash } from '../process/ids.ts';
import type { Call } from './call.ts';
import { trustLifeMs } from './session.ts';

const cookieSyntax = /^[A-Za-z0-9_-]{43}$/;

/** SHA-256 of the device cookie that a call brings; undefined where it brings none. */
export function presentedDevice({ deviceCookie }: Pick<Call, 'deviceCookie'>): Buffer | undefined {
  return deviceCookie !== undefined && cookieSyntax.test(deviceCookie) ? tokenHash(deviceCookie) : undefined;
}

/** As `presentedDevice`; a client without the cookie gets one with the answer. */
export function deviceOf(call: Pick<Call, 'deviceCookie' | 'outgoing'>): Buffer {
  const presented = presentedDevice(call);
  if (presented !== undefined) return presented;
  call.outgoing.device ??= newToken();
  return tokenHash(call.outgoing.device);
}

type DeviceOfPerson = { readonly userId: string; readonly device: Buffer };

/** Trusted from now on, until it is forgotten or was not used for `trustLifeMs`. */
export async function trustDevice(
  db: Database,
  { userId, device, name, now }: DeviceOfPerson & { readonly name: string; readonly now: number },
): Promise<void> {
  const at = new Date(now);
  await sql`
    insert into app.trusted_device (user_id, device_hash, name, trusted_at, used_at)
    values (${userId}, ${device}, ${name}, ${at}, ${at})
    on conflict (user_id, device_hash) do update
      set name = excluded.name, trusted_at = excluded.trusted_at, used_at = excluded.used_at`.execute(db);
}

/** As trustDevice for the device that a session was opened on, where it had the cookie. */
export async function trustDeviceOfSession(db: Database, sessionId: string, now: number): Promise<void> {
  const at = new Date(now);
  await sql`
    insert into app.trusted_device (user_id, device_hash, name, trusted_at, used_at)
    select s.user_id, s.device_hash, d.name, ${at}, ${at}
    from app.session s join app.device d on d.user_id = s.user_id and d.id = s.device_id
    where s.id = ${sessionId} and s.device_hash is not null
    on conflict (user_id, device_hash) do update set used_at = excluded.used_at`.execute(db);
}

/**
 * Whether no code is needed there; it stays trusted as long again. `withinMs`: only where the last proof on it is not older
 * than that.
 */
export async function usesTrustedDevice(
  db: Database,
  { userId, device, now, withinMs }: DeviceOfPerson & { readonly now: number; readonly withinMs?: number },
): Promise<boolean> {
  const trustedAfter = withinMs === undefined ? '-infinity' : new Date(now - withinMs);
  const used = await sql`
    update app.trusted_device set used_at = ${new Date(now)}
    where user_id = ${userId} and device_hash = ${device} and used_at > ${new Date(now - trustLifeMs)}
      and trusted_at > ${trustedAfter}::timestamptz`.execute(db);
  return used.numAffectedRows === 1n;
}

/** The device that a session was opened on; undefined where it had no cookie. */
export async function findSessionDevice(db: Database, sessionId: string): Promise<Buffer | undefined> {
  const found = await sql<{ device_hash: Buffer | null }>`
    select device_hash from app.session where id = ${sessionId}`.execute(db);
  return found.rows[0]?.device_hash ?? undefined;
}

/** Without a change: whether somebody trusts this device. */
export async function isTrustedDevice(
  db: Database,
  { userId, device, now }: DeviceOfPerson & { readonly now: number },
): Promise<boolean> {
  const found = await sql`
    select from app.trusted_device
    where user_id = ${userId} and device_hash = ${device} and used_at > ${new Date(now - trustLifeMs)}`.execute(
    db,
  );
  return found.rows.length > 0;
}

/** The next log-in needs a code: on the device of one session, of all but one, or everywhere. */
export async function forgetDevices(
  db: Database,
  { userId, only, except }: { userId: string; only?: string; except?: string },
): Promise<void> {
  await sql`
    delete from app.trusted_device t
    where user_id = ${userId}
      and (${only ?? null}::uuid is null
        or device_hash = (select device_hash from app.session where id = ${only ?? null} and user_id = ${userId}))
      and (${except ?? null}::uuid is null
        or device_hash is distinct from (select device_hash from app.session where id = ${except ?? null}))`.execute(
    db,
  );
}
