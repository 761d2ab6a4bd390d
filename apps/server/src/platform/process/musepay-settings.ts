/** The settings of our account at MusePay: all of them or none. */
import { resolve } from 'node:path';

/** Our account at MusePay (docs/operating.md "Cards"). */
export type MusepayAccount = {
  readonly url: string;
  readonly partnerId: string;
  /** Absolute paths of PEM files: ours, which signs requests, and theirs, which knows their events. */
  readonly privateKeyFile: string;
  readonly publicKeyFile: string;
  /** Of the mail addresses that holders have there. */
  readonly mailDomain: string;
};

/** What makes an account, beside where it is. */
const musepayNames = [
  'MUSEPAY_PARTNER_ID',
  'MUSEPAY_PRIVATE_KEY_FILE',
  'MUSEPAY_PUBLIC_KEY_FILE',
  'MUSEPAY_MAIL_DOMAIN',
] as const;

type Given = Readonly<Partial<Record<(typeof musepayNames)[number], string | undefined>>>;

/** Undefined unless all of it is set. */
export function musepayOf(data: Given & { readonly MUSEPAY_URL: string }): MusepayAccount | undefined {
  const { MUSEPAY_URL: url, MUSEPAY_PARTNER_ID: partnerId, MUSEPAY_MAIL_DOMAIN: mailDomain } = data;
  const { MUSEPAY_PRIVATE_KEY_FILE: privateKey, MUSEPAY_PUBLIC_KEY_FILE: publicKey } = data;
  if (!partnerId || !privateKey || !publicKey || !mailDomain) return undefined;
  return {
    url: url.replace(/\/+$/, ''),
    partnerId,
    privateKeyFile: resolve(privateKey),
    publicKeyFile: resolve(publicKey),
    mailDomain,
  };
}

/** A part of it alone is of no use to anybody. */
export function musepayProblems(given: Given): string[] {
  const missing = musepayNames.filter((name) => given[name] === undefined);
  const isWhole = missing.length === 0 || missing.length === musepayNames.length;
  return isWhole ? [] : [`${musepayNames.join(', ')} go together; ${missing.join(', ')} missing.`];
}
