/** Cookies of tests: the newest half of any session, and the device cookie that each device of a test was given. */
import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import type { Database } from '../src/platform/database/database.ts';
import { createCookies } from '../src/platform/http/cookies.ts';
import { createSessionHalves } from '../src/platform/http/session-half.ts';
import type { SessionDependencies, SessionFacts } from '../src/platform/http/session.ts';

/** Keys digests and peppers passwords. */
export const testSecretKey = 'a secret key for tests, 32 bytes or more';
export const testHalves = createSessionHalves(testSecretKey);
export const testCookies = createCookies({ isSecure: false, isFramed: false });

/** The header `Cookie` that a browser with this session would send; nothing for a bearer that we do not know. */
export async function cookieOf(db: Database, token: string): Promise<string | undefined> {
  const hash = createHash('sha256').update(token).digest();
  const found = await sql<{ id: string; number: number }>`
    select id, half_number as number from app.session where token_hash = ${hash}`.execute(db);
  const row = found.rows[0];
  return row === undefined || row.number === 0
    ? undefined
    : `marigold=${testHalves.make(row.id, row.number)}`;
}

/** The device cookies of a test's devices, by the names of the devices. */
export type DeviceCookies = {
  /** With its name, as a request brings it; undefined before one was given. */
  readonly of: (deviceId: string) => string | undefined;
  readonly keep: (deviceId: string, setCookies: readonly string[] | undefined) => void;
};

export function createDeviceCookies(): DeviceCookies {
  const given = new Map<string, string>();
  return {
    of: (deviceId) => given.get(deviceId),
    keep(deviceId, setCookies = []) {
      for (const line of setCookies) {
        const [cookie = ''] = line.split(';');
        if (cookie.startsWith('marigold-device=')) given.set(deviceId, cookie);
      }
    },
  };
}

/** What sessions of a test's own gateway or stream stand on: nothing follows from a copied half. */
export function testSessions(facts: SessionFacts): SessionDependencies {
  const nothing = async (): Promise<void> => undefined;
  return { facts, halves: testHalves, onCopied: nothing, onFirstHalf: nothing };
}
