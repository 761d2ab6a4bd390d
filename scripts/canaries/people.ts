/** People who do not exist, with signs in their names that every encoding writes differently. */
import type { Canary, CanaryKind } from './canary.ts';

export type PersonSheet = {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthday: string;
  readonly idNumber: string;
  /** What the company writes when it asks again, and when it refuses. */
  readonly words: readonly [string, string];
};

export const sheets = {
  approved: {
    firstName: 'Ælfgifu "Ruby"',
    lastName: "Qvarnström & O'Zephyr",
    birthday: '1971-02-23',
    idNumber: 'QX 7731904-A/5',
    words: ['Hold the amber <heron> level, please.', 'The quince stamp is missing.'],
  },
  again: {
    firstName: 'Жанна-Вивиана',
    lastName: 'Щукоградская',
    birthday: '1983-11-07',
    idNumber: 'ZR-58820-K 77',
    words: ['Der Fjord spiegelt: bitte ohne Blitz „zeigen“.', 'Nothing under the magnolia seal.'],
  },
  withdrawn: {
    firstName: '鷲尾龍之介',
    lastName: 'Wurzelbröd+Pfeffer',
    birthday: '1966-08-30',
    idNumber: 'H0-44917/T 21',
    words: ['Der Umschlag war leer wie ein Krug.', 'Withdrawn: the vellum sheet was copied \\ cut.'],
  },
  refused: {
    firstName: 'Ngozi~Tlaloc',
    lastName: 'Vandermeulebroucke',
    birthday: '1999-04-12',
    idNumber: 'B7/90213-XY 3',
    words: ['A gull stands before the lens.', 'Refused under the old marble clause.'],
  },
  silent: {
    firstName: 'Ysolde%20Bryony',
    lastName: 'Thistlewick=Crane',
    birthday: '1958-12-19',
    idNumber: 'KP 66 10283 W',
    words: ['We saw only the copper half.', 'Nobody came to the lantern desk.'],
  },
} as const satisfies Readonly<Record<string, PersonSheet>>;
export type SheetName = keyof typeof sheets;

/** Somebody who gives everything to the house; the bytes of their photos hold a value as well. */
export const ownSheet = {
  firstName: 'Wilhelmína "Opal"',
  lastName: "Zubrowka-O'Fennimore",
  birthday: '1977-03-21',
  idNumber: 'GG-20418/X 66',
  nickname: 'OPAL ZUBROWKA',
  occupation: 'Tunes <harps> & viols',
  contact: 'Knock twice at the walnut gate, please',
  description: 'The cedar money is from my aunt.',
  photo: 'a face before a marbled cobalt wall',
} as const;

/** Somebody whom only forged events and calls that make no sense tell of: nothing of it may stay. */
export const strangers = [
  {
    firstName: 'Oswin {Tarragon}',
    lastName: 'Pellucid-Harrow',
    birthday: '1949-06-03',
    idNumber: 'FV-31/00977 Q',
  },
  {
    firstName: 'Mirela\tQuillon',
    lastName: 'Saffronwood?Yew',
    birthday: '2001-10-29',
    idNumber: 'LL 90/4471-ZZ 8',
  },
] as const satisfies readonly Omit<PersonSheet, 'words'>[];

export function canariesOfPeople(): Canary[] {
  return [
    ...Object.entries(sheets).flatMap(([who, { words, ...sheet }]) => [
      ...canariesOfSheet(who, sheet, 'person'),
      ...words.map((text, place) => ({ name: `${who}: words ${place + 1}`, text, kind: 'words' as const })),
    ]),
    ...canariesOfSheet('own', ownSheet, 'person'),
    ...strangers.flatMap((sheet, place) => canariesOfSheet(`stranger ${place + 1}`, sheet, 'typed')),
  ];
}

/** What stands on a document, each as it is, and the number also without its signs. */
export function canariesOfSheet(
  who: string,
  sheet: Readonly<Record<string, string>> & { readonly idNumber: string },
  kind: CanaryKind,
): Canary[] {
  // The index of documents is made of this form.
  const compact = sheet.idNumber.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
  return [
    ...Object.entries(sheet).map(([field, text]) => ({ name: `${who}: ${field}`, text, kind })),
    { name: `${who}: number without its signs`, text: compact, kind },
  ];
}
