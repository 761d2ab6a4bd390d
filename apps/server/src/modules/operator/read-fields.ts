/** Makes values of what was typed, by the kind of each field. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { lines } from '@marigold/contract/fields';
import type { OperationField, Kind, Values } from '@marigold/operations/fields';
import type { Look, Operation } from '@marigold/operations/operation';
import { fieldsOf } from '@marigold/operations/operation';
import { isAuthNo } from '@marigold/partners/auth-no';
import { kycLabels, ownItems } from '@marigold/partners/kyc-states';
import { listIdPattern } from '@marigold/partners/screening-port';

import { isId } from '../../platform/process/ids.ts';
import { isAboveZero } from '../market/operations.ts';
import type { Words } from './command.ts';

type Reader<K extends Kind> = {
  /** Undefined: it is none. */
  readonly read: (text: string, field: OperationField) => Values[K] | undefined;
  /** What is then said. */
  readonly no: (text: string, name: string, field: OperationField) => string;
};

/** Names are looked up by the deed, which says what it does not find. */
const anyText = { read: (text: string) => text, no: (text: string) => `"${text}" is nothing.` };

function idOf(no: string) {
  return { read: (text: string) => (isId(text) ? text : undefined), no: () => no };
}

function oneOf(words: readonly string[], what: string) {
  return {
    read: (text: string) => (words.includes(text) ? text : undefined),
    no: (text: string) => `"${text}" is no ${what}: ${words.join(', ')}.`,
  };
}

const mrzLines = /^\s*[A-Z0-9<]{30,44}(?:[\s,]+[A-Z0-9<]{30,44}){1,2}\s*$/;

/** A file leaves nothing of them in the history of a shell, and no other user of the machine sees it in a list of programs. */
function readMrzLines(text: string): readonly string[] | undefined {
  const typed = mrzLines.test(text) ? text : readText(text);
  return typed !== undefined && mrzLines.test(typed) ? typed.trim().split(/[\s,]+/) : undefined;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function whole(digitsMax: number, text: string): string | undefined {
  return /^\d+$/.test(text) && text.length <= digitsMax ? text : undefined;
}

const percentMax = 10;
/** A year. */
const hoursMax = 8760;

const readers: { readonly [K in Exclude<Kind, 'flag'>]: Reader<K> } = {
  payout: idOf('There is no such transfer or lane.'),
  deposit: idOf('There is no such deposit.'),
  case: idOf('There is no such case.'),
  identity: {
    read: (text) => (isAuthNo(text.toUpperCase()) ? text.toUpperCase() : undefined),
    no: (text) =>
      `"${text}" is no number of an identity: they are MK- and ten characters, of which the last checks the others.`,
  },
  surplus: idOf('There is no such surplus in suspense.'),
  binding: idOf('There is no such binding.'),
  application: idOf('There is no such application for a card.'),
  listed: {
    read: (text) => (listIdPattern.test(text) ? text : undefined),
    no: (text) => `"${text}" is no entry of a list: kyc-show names them.`,
  },
  kycItem: oneOf(ownItems, 'item of an identity'),
  kycLabel: oneOf(kycLabels, 'reason to ask for something again'),
  mrz: {
    read: readMrzLines,
    // What was typed is somebody's own: it is not printed.
    no: () =>
      'The lines are two or three of A-Z, 0-9 and <, with spaces between them, or a file that has them.',
  },
  operator: anyText,
  product: anyText,
  person: anyText,
  config: anyText,
  asset: anyText,
  chain: anyText,
  account: anyText,
  market: anyText,
  group: anyText,
  content: anyText,
  ticket: anyText,
  language: anyText,
  setting: anyText,
  title: anyText,
  json: anyText,
  choice: anyText,
  newMarket: {
    read: (text) => (/^[A-Z0-9]{2,10}_[A-Z0-9]{2,10}$/.test(text) ? text : undefined),
    no: () => 'A market is called by its assets: BTC_USDT.',
  },
  newGroup: {
    read: (text) => (/^[a-z0-9-]{2,20}$/.test(text) ? text : undefined),
    no: () => 'A group is called by 2 to 20 of a-z, 0-9 and -.',
  },
  label: {
    read: (text) => (/^[A-Za-z0-9][A-Za-z0-9 ./-]{0,59}$/.test(text) ? text : undefined),
    no: () => 'A carrier or a number of a parcel is 1 to 60 letters, digits, spaces and the signs . / -',
  },
  decimals: {
    read: (text) => (/^[0-8]$/.test(text) ? Number(text) : undefined),
    no: () => 'Decimals are numbers from 0 to 8.',
  },
  positive: {
    read: (text) => (isAboveZero(text) ? text : undefined),
    no: (text) => `"${text}" is no amount above zero.`,
  },
  percent: {
    read: (text) => (/^\d{1,2}(\.\d{1,4})?$/.test(text) && Number(text) <= percentMax ? text : undefined),
    no: () => 'Fees are percents from 0 to 10 with at most four decimals.',
  },
  missing: {
    read: (text) => (/^-[1-9]\d{0,39}$/.test(text) ? BigInt(text) : undefined),
    no: () => 'The amount is what is missing: a whole number of chain units below zero.',
  },
  hours: {
    read(text) {
      if (text === 'lifted') return text;
      const hours = whole(4, text);
      return hours !== undefined && Number(hours) >= 1 && Number(hours) <= hoursMax
        ? Number(hours)
        : undefined;
    },
    no: () => 'Hours are 1 to 8760, or "lifted" for as long as nobody lifts it.',
  },
  nonce: {
    read: (text) => (whole(18, text) === undefined ? undefined : BigInt(text)),
    no: () => 'The nonce is a number.',
  },
  block: {
    read: (text) => (whole(12, text) === undefined ? undefined : Number(text)),
    no: () => 'Blocks are numbers.',
  },
  transaction: {
    read: (text) => (/^0x[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
    no: () => 'That is no id of a transaction.',
  },
  lines: {
    read(text, { max = 0 }) {
      const typed = text.trim();
      return typed !== '' && lines(max).safeParse(typed).success ? typed : undefined;
    },
    no: (_text, name, { max = 0 }) =>
      `The ${name} is empty, longer than ${max} characters, or no plain text.`,
  },
  // Whether there is one, and where, its deed looks.
  newFile: {
    read: (text) => (text.trim() === '' ? undefined : resolve(text)),
    no: () => 'A file has a name.',
  },
  // On a command line it is the file that holds the text.
  markdown: {
    read: readText,
    no: (text) => `${text} cannot be read.`,
  },
};

/** The value of each field; or, of the first that is none, the sentence that says so. */
export function readFields(
  row: Operation | Look,
  words: Words,
): Readonly<Record<string, Values[Kind]>> | string {
  const input: Record<string, Values[Kind]> = {};
  for (const [name, field] of Object.entries(fieldsOf(row))) {
    const word = words[name];
    if (field.kind === 'flag') input[name] = word === true;
    else {
      const text = String(word);
      const reader = readers[field.kind];
      const value = reader.read(text, field);
      if (value === undefined) return reader.no(text, name, field);
      input[name] = value;
    }
  }
  return input;
}
