import type { PhoneLink } from '../../../domain/kyc/kyc-phone.ts';
import { randomSecret } from '../../../lib/device/ids.ts';
/** The link that this phone was opened by, for as long as this tab lives: a page that is loaded anew goes on with it. */
import { isRecord, readJson, tabStorage } from '../../../lib/device/storage.ts';
import { readSecret } from '../../../lib/route/fragment-secret.ts';

const linkKey = 'kycPhone';

/** Of the address, with a key that this phone draws for it; else the one of before. Undefined: none, or one cut off. */
export function takePhoneLink(fragment: string): PhoneLink | undefined {
  const before = linkBefore();
  const found = readSecret(fragment);
  if (found.kind === 'broken') return undefined;
  if (found.kind === 'none' || found.secret === before?.link) return before;
  const link = { link: found.secret, key: randomSecret() };
  tabStorage.setItem(linkKey, JSON.stringify(link));
  return link;
}

export function forgetPhoneLink(): void {
  tabStorage.removeItem(linkKey);
}

function linkBefore(): PhoneLink | undefined {
  const found = readJson(tabStorage, linkKey);
  if (!isRecord(found)) return undefined;
  const { link, key } = found;
  return typeof link === 'string' && typeof key === 'string' ? { link, key } : undefined;
}
