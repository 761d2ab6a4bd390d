/** The field types of the contract. Each names one kind of value; tests/hostile.ts knows valid and invalid inputs for each. */
import { verifyMethods } from '@marigold/guard/factors';
import * as z from 'zod';

import { nameMax } from './limits.ts';

/** Money on the wire: a plain decimal string. The number of decimals is checked against the asset by the service. */
export const decimal = z
  .string()
  .max(40)
  .regex(/^(0|[1-9]\d{0,19})(\.\d{1,18})?$/);

/** Money that may be below zero (a change, a posting seen from one account). */
export const signedDecimal = z.string().regex(/^-?(0|[1-9]\d{0,37})(\.\d{1,18})?$/);

/** The code of an asset (USDT, BTC, EUR). */
export const assetCode = z.string().regex(/^[A-Z0-9]{2,10}$/);

/** A market by its assets: what is traded, and what it is paid with (BTC_USDT). */
export const pair = z.string().regex(/^[A-Z0-9]{2,10}_[A-Z0-9]{2,10}$/);

/** The code of a chain (eth). */
export const chainCode = z.string().regex(/^[a-z0-9]{2,16}$/);

/** An address on a chain as typed or scanned; what is wrong with it is a refusal with its own text. */
export const addressText = z
  .string()
  .min(1)
  .max(128)
  .refine((text) => text.isWellFormed() && !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text));

/** An object's id: UUIDv7. */
export const id = z.uuid();

/** Epoch milliseconds. */
export const time = z.int().min(0).max(8_640_000_000_000_000);

/** Spec 5: 4-20 letters or digits. Case is kept for display and ignored for identity. */
export const username = z.string().regex(/^[A-Za-z0-9]{4,20}$/);

/** An e-mail address as the server takes it (RFC length, any top-level domain; the 2-4 letter rule is the client's list check). */
export const email = z
  .string()
  .max(254)
  .regex(
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/,
  );

/** A phone number in E.164 form. */
export const phone = z.string().regex(/^\+[1-9]\d{6,14}$/);

/** A name, phone or e-mail as typed into the log-in form. */
export const account = z
  .string()
  .min(4)
  .max(254)
  .regex(/^[\x21-\x7e]+$/);

/** A person to pay inside Marigold as typed: username, phone, e-mail or internal code. */
export const payeeText = z
  .string()
  .min(4)
  .max(254)
  .regex(/^[\x21-\x7e]+$/);

/** A login password as typed; the rule for new ones is a refusal with its own text, not a malformed call. */
export const password = z.string().min(1).max(128);

/** Spec 5: 8-20 characters with a digit, an upper-case letter, a lower-case letter and a special character. */
export const newPassword = z.string().min(1).max(128);

/** The payment password: six digits. */
export const payPassword = z.string().regex(/^\d{6}$/);

/** A one-time code: six digits. */
export const code = z.string().regex(/^\d{6}$/);

/** Free text on one line: no control characters, no bidirectional overrides, no lone surrogates. */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed() && !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text));

/** What something is called: one line that is not blank. */
export const name = line(nameMax).refine((text) => text.trim() !== '');

/** Free text of several lines: new lines and tabs, no other control characters, no bidirectional overrides. */
export const lines = (max: number) =>
  z
    .string()
    .max(max)
    .refine(
      (text) =>
        text.isWellFormed() &&
        !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text.replace(/[\n\t]/g, '')),
    );

export const language = z.enum(['en', 'zh-Hans', 'zh-Hant', 'ja', 'ru']);

/** The fiat currencies of display (domain.md B.12). */
export const fiat = z.enum(['USD', 'HKD', 'CNY', 'EUR', 'JPY', 'RUB']);

export const inviteCode = z.string().regex(/^[A-Z0-9]{6}$/);

/** A region: ISO 3166 alpha-2. Whether it exists is asked by the service. */
export const region = z.string().regex(/^[A-Z]{2}$/);

/** The IANA name of a time zone. One that nobody knows counts as UTC. */
export const timeZone = z
  .string()
  .max(60)
  .regex(/^[A-Za-z0-9_+/-]+$/);

/** The opaque ticket of a flow without a session: 256 random bits. */
export const ticket = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** A work puzzle or the answer to one: a JSON text that only its maker reads. */
export const puzzle = lines(2000);

/** The name of a piece of content: an agreement, a help page, an announcement. */
export const contentId = z.string().regex(/^[a-z][a-z0-9-]{1,60}$/);

/** The number of a KYC record: nine drawn characters and one that checks them. Whether it is one is asked by the service. */
export const authNo = z.string().regex(/^MK-[0-9A-HJKMNP-TV-Z]{10}$/);

/** A calendar day that exists, YYYY-MM-DD, from 1900 to 2199. */
export const calendarDay = z
  .string()
  .regex(/^(19|20|21)\d\d-\d\d-\d\d$/)
  .refine((text) => new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text);

/** A first or last name as a document has it. */
export const personName = line(60).refine((text) => text.trim() !== '');

/** A name as cards and passports print it. */
export const latinName = z.string().regex(/^[A-Z][A-Z .'-]{1,25}$/);

/** A product of the card shop. */
export const cardProductId = z.string().regex(/^[a-z]{2,20}(-[a-z]{2,20})?$/);

/** The last four digits of a card. */
export const last4 = z.string().regex(/^\d{4}$/);

/** A postal code as a country writes it. */
export const postalCode = line(16).refine((text) => text.trim() !== '');

/** Street and house, or a town. */
export const addressLine = line(120).refine((text) => text.trim() !== '');

/** The number of an identity document as printed on it. */
export const idNumber = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 /-]{3,29}$/);

/** A row of a pick list. */
export const choiceCode = z.string().regex(/^[a-z][a-zA-Z0-9]{1,30}$/);

/** A company outside, by its own short name here. */
export const partnerId = z.string().regex(/^[a-z]{2,20}$/);

/** How a code reaches its owner. */
export const contactMethod = z.enum(['email', 'sms']);

/** How a second verification is made. */
export const verifyMethod = z.enum(verifyMethods);

/** A recovery code as typed: twelve letters and digits, in groups or not. */
export const recoveryCode = z
  .string()
  .min(12)
  .max(20)
  .regex(/^[A-Za-z0-9 -]+$/);

/** Bytes as base64url without padding. */
const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/);

/** A secret of 256 random bits, as whoever drew it writes it. */
export const randomKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** What a browser answers with for a passkey: the fields of AuthenticationResponseJSON that say something. */
export const passkeyAnswer = z.strictObject({
  id: base64url(1364),
  clientDataJSON: base64url(2000),
  authenticatorData: base64url(4000),
  signature: base64url(4000),
  userHandle: base64url(100).optional(),
});

/** What a browser answers with when it made a passkey: the fields of RegistrationResponseJSON that say something. */
export const newPasskey = z.strictObject({
  id: base64url(1364),
  clientDataJSON: base64url(2000),
  attestationObject: base64url(8000),
  transports: z
    .array(z.string().regex(/^[a-z-]{1,20}$/))
    .max(8)
    .optional(),
});

/** PublicKeyCredentialRequestOptionsJSON: what an authenticator is asked for. `timeout` in milliseconds. */
export const passkeyRequest = z.strictObject({
  challenge: base64url(43),
  rpId: z.string().max(253),
  /** Empty: whichever the person has for this site. */
  allowCredentials: z
    .array(
      z.strictObject({
        id: base64url(1364),
        type: z.literal('public-key'),
        transports: z.array(z.string()).max(8),
      }),
    )
    .max(10),
  userVerification: z.literal('required'),
  timeout: z.int(),
});

/** PublicKeyCredentialCreationOptionsJSON: what an authenticator is to make. `timeout` in milliseconds. */
export const passkeyCreation = z.strictObject({
  challenge: base64url(43),
  rp: z.strictObject({ id: z.string().max(253), name: z.string() }),
  user: z.strictObject({ id: base64url(43), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })).max(10),
  /** What the person has already. */
  excludeCredentials: passkeyRequest.shape.allowCredentials,
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  timeout: z.int(),
});

/** The proof of a second verification beside an operation: the digits that were sent or read off, or a passkey's answer. */
export const verify = z.union([
  z.strictObject({ challengeId: id, code }),
  z.strictObject({ challengeId: id, passkey: passkeyAnswer }),
]);

/** Where a page of a list begins, as the previous page gave it. */
export const cursor = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[A-Za-z0-9_.-]+$/);
export const size = z.int().min(1).max(100);

/** Input of a list: `{cursor?, size?}` plus filters. */
export const page = { cursor: cursor.optional(), size: size.optional() };

/** Output of a list: keyset, no totals. */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ list: z.array(row).max(100), next: z.string().nullable() });
}
