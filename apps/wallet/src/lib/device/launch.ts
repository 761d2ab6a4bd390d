/** What the first address of a visit says besides the page: an invitation and a native wrapper (spec 9, "Query string"). */
import { storage, storageKeys, type TextStorage } from './storage.ts';

const inviteCodePattern = /^[A-Z0-9]{6}$/;

/**
 * Keeps `invitecode` and `from=webview` of a query string (with or without its question mark). What is not there stays
 * as it was, so that an invitation survives until registration. `fromUrl` changes looks and channels, never a right.
 */
export function readLaunch(search: string, into: TextStorage = storage): void {
  const query = new URLSearchParams(search);
  const inviteCode = query.get('invitecode')?.trim().toUpperCase();
  if (inviteCode !== undefined && inviteCodePattern.test(inviteCode)) {
    into.setItem(storageKeys.inviteCode, inviteCode);
  }
  if (query.get('from') === 'webview') into.setItem(storageKeys.fromUrl, 'webview');
}

/** The invitation that brought this person here; undefined when none did. */
export function storedInviteCode(from: TextStorage = storage): string | undefined {
  const stored = from.getItem(storageKeys.inviteCode);
  return stored !== null && inviteCodePattern.test(stored) ? stored : undefined;
}

/** True where a visit said that it is inside of the native wrapper; whether one is there, says `isWrapped`. */
export function isWebview(from: TextStorage = storage): boolean {
  return from.getItem(storageKeys.fromUrl) === 'webview';
}
