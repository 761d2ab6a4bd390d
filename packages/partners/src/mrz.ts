/**
 * The lines at the bottom of a passport or on the back of an identity card (ICAO Doc 9303): TD1, TD2 and TD3. Their check
 * digits cover no name, so names that were misread pass them and have to be compared apart.
 */
import { type Details, type FieldName, parse, type ParseResult } from 'mrz';

import { shortRegion } from './region-codes.ts';

export type MrzFields = {
  readonly firstName: string;
  readonly lastName: string;
  /** YYYY-MM-DD, as all days. */
  readonly birthday: string;
  /** Two letters where there are any, such as `XXA` where there are none. */
  readonly nationality: string;
  readonly idType: 'idCard' | 'passport';
  readonly idNumber: string;
  readonly issuingRegion: string;
  /** Null: the document does not expire. */
  readonly expiry: string | null;
};

/** `wrong` names what does not fit: of lines that were read check digits, else what could not be read. */
export type MrzReading =
  | { readonly isRead: true; readonly fields: MrzFields; readonly wrong: readonly string[] }
  | { readonly isRead: false; readonly wrong: readonly string[] };

/** Codes of documents that are none of ISO 3166. */
const regionsOfDocuments: Readonly<Record<string, string>> = {
  D: 'DE',
  GBD: 'GB',
  GBN: 'GB',
  GBO: 'GB',
  GBP: 'GB',
  GBS: 'GB',
  RKS: 'XK',
};

const linesMax = 3;
/** A document is good for less than so many years. */
const goodForYears = 50;
const filled = /^[A-Z0-9<]+$/;

/** `now`, epoch milliseconds: lines have two digits of a year. Never throws. */
export function readMrz(lines: readonly string[], now: number): MrzReading {
  if (lines.length > linesMax || !lines.every((line) => filled.test(line)))
    return { isRead: false, wrong: ['lines'] };
  let parsed: ParseResult;
  try {
    parsed = parse(lines);
  } catch {
    // Another number of lines, or of characters.
    return { isRead: false, wrong: ['lines'] };
  }
  if (parsed.format !== 'TD1' && parsed.format !== 'TD2' && parsed.format !== 'TD3')
    return { isRead: false, wrong: ['format'] };
  const { details } = parsed;
  const fields = fieldsOf(details, now);
  if ('missing' in fields) return { isRead: false, wrong: fields.missing };
  return { isRead: true, fields, wrong: details.filter(isWrongDigit).map(({ field }) => field ?? 'lines') };
}

function isWrongDigit({ field, valid }: Details): boolean {
  return !valid && field !== null && field.endsWith('CheckDigit');
}

function fieldsOf(
  details: readonly Details[],
  now: number,
): MrzFields | { readonly missing: readonly string[] } {
  const textOf = (name: FieldName): string | undefined => {
    const found = details.find(({ field }) => field === name);
    return found?.valid === true ? (found.value ?? undefined) : undefined;
  };
  const [code, nationality, issuingState] = [
    textOf('documentCode'),
    textOf('nationality'),
    textOf('issuingState'),
  ];
  // Whoever has one name alone has it as a last name.
  const [firstName, lastName] = [textOf('firstName'), textOf('lastName') || undefined];
  const idNumber = textOf('documentNumber') || undefined;
  const birthday = birthdayOf(textOf('birthDate'), now);
  const expiry = expiryOf(textOf('expirationDate'), now);
  if (
    code === undefined ||
    nationality === undefined ||
    issuingState === undefined ||
    firstName === undefined ||
    lastName === undefined ||
    idNumber === undefined ||
    birthday === undefined ||
    expiry === undefined
  ) {
    const all = { code, nationality, issuingState, firstName, lastName, idNumber, birthday, expiry };
    return { missing: Object.entries(all).flatMap(([name, value]) => (value === undefined ? name : [])) };
  }
  return {
    firstName,
    lastName,
    birthday,
    nationality: regionOf(nationality),
    idType: code.startsWith('P') ? 'passport' : 'idCard',
    idNumber,
    issuingRegion: regionOf(issuingState),
    expiry,
  };
}

function regionOf(code: string): string {
  return regionsOfDocuments[code] ?? shortRegion(code);
}

/** The last such day that is over. */
function birthdayOf(digits: string | undefined, now: number): string | undefined {
  const today = new Date(now).toISOString().slice(0, 10);
  const day = dayOf(digits, 2000);
  return day !== undefined && day <= today ? day : dayOf(digits, 1900);
}

/** The one such day that is not decades away. */
function expiryOf(digits: string | undefined, now: number): string | null | undefined {
  if (digits === '<<<<<<') return null;
  const last = new Date(now).getUTCFullYear() + goodForYears;
  const year = Number(digits?.slice(0, 2));
  return dayOf(digits, last - ((last - year) % 100) - year);
}

/** Undefined: no such day. */
function dayOf(digits: string | undefined, century: number): string | undefined {
  if (digits === undefined || !/^\d{6}$/.test(digits)) return undefined;
  const year = century + Number(digits.slice(0, 2));
  const day = `${year}-${digits.slice(2, 4)}-${digits.slice(4)}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : day;
}
