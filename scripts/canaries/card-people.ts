/** Whoever gets a card, what they write to get it, and what is printed on cards. */
import { luhnDigit } from '@marigold/partners/luhn';
import { type CardSecrets, secretsOf } from '@marigold/partners/simulator/card-numbers';

import type { Canary, CanaryKind } from './canary.ts';
import { canariesOfSheet, type PersonSheet } from './people.ts';

export type CardSheet = {
  readonly productId: string;
  readonly amount: string;
  readonly person: PersonSheet;
  readonly latinName: string;
  readonly phone: string;
  readonly residence: { readonly city: string; readonly postal: string; readonly line: string };
  /** Of plastic alone. */
  readonly mail?: CardSheet['residence'] & { readonly recipient: string };
};

export const cardSheets = [
  {
    productId: 'master-virtual',
    amount: '10',
    person: {
      firstName: 'Ismène "Flint"',
      lastName: "O'Larkspur & Wren",
      birthday: '1987-05-16',
      idNumber: 'NW-70355/J 09',
      words: ['The juniper page is cut.', 'Refused beside the slate well.'],
    },
    latinName: "ISMENE O'LARKSPUR",
    phone: '+31687419032',
    residence: { city: "Zwaluw-'t Veer", postal: '7714 QZ', line: '9 <Bluebell> Mews & Court' },
  },
  {
    productId: 'master-physical',
    amount: '100',
    person: {
      firstName: 'Людмила-Агния',
      lastName: 'Вязовская/Кремень',
      birthday: '1992-10-03',
      idNumber: 'EE 48-1190/27 L',
      words: ['Лист в тени ольхи.', 'Refused under the chestnut lintel.'],
    },
    latinName: 'LYUDMILA VYAZOVSKAYA-K.',
    phone: '+31613958274',
    residence: { city: 'Görlitzwaard', postal: '3391-XK', line: '"Ольховая" 14 — кв. 7' },
    mail: {
      recipient: 'Кремень + Vyazovskaya',
      city: 'Sint-Odilia\u2019s Dam',
      postal: '8206/VW',
      line: 'Postbus “Amaryllis” 52%',
    },
  },
] as const satisfies readonly CardSheet[];

/** The words by which the code and the PIN of the `serial`th card are found: so few digits stand anywhere by chance. */
export function printWords(serial: number): CardSecrets {
  const { pan, cvv, pin } = secretsOf(serial);
  return { pan, cvv: `${cvv} heron ${serial}`, pin: `${pin} plover ${serial}` };
}

/** Cards of other companies, whose numbers somebody types where none belongs. */
export const typedNumbers = ['541275123456789', '37144963539843', '400055667788990'].map(
  (body) => body + luhnDigit(body),
);

export function canariesOfCard(name: string, { pan, cvv, pin }: CardSecrets): Canary[] {
  return [
    ...canariesOfNumber(name, pan, 'printed'),
    { name: `${name}: code`, text: cvv, kind: 'printed' },
    { name: `${name}: PIN`, text: pin, kind: 'printed' },
  ];
}

/** A number as it is typed and printed, and without its end, which its person may see. */
export function canariesOfNumber(
  name: string,
  number: string,
  kind: Extract<CanaryKind, 'printed' | 'typed'>,
): Canary[] {
  const groups = number.match(/\d{1,4}/g) ?? [];
  const front = groups.slice(0, 3);
  return [
    { name: `${name}: number`, text: number, kind },
    { name: `${name}: number by fours`, text: groups.join(' '), kind },
    { name: `${name}: number with dashes`, text: groups.join('-'), kind },
    { name: `${name}: number without its end`, text: front.join(''), kind },
    { name: `${name}: number without its end, by fours`, text: front.join(' '), kind },
    { name: `${name}: number without its end, with dashes`, text: front.join('-'), kind },
  ];
}

/** What people wrote to get their cards, and numbers that they typed elsewhere. */
export function canariesOfCardPeople(): Canary[] {
  const typed = typedNumbers.flatMap((number, place) =>
    canariesOfNumber(`typed card ${place + 1}`, number, 'typed'),
  );
  return [...(cardSheets as readonly CardSheet[]).flatMap(canariesOfApplication), ...typed];
}

function canariesOfApplication({ productId: who, ...sheet }: CardSheet): Canary[] {
  const { words: _, ...person } = sheet.person;
  return [
    ...canariesOfSheet(who, person, 'person'),
    { name: `${who}: name on the card`, text: sheet.latinName, kind: 'embossed' },
    { name: `${who}: phone`, text: sheet.phone, kind: 'person' },
    ...Object.entries(sheet.residence).map(([field, text]) => ({
      name: `${who}: residence, ${field}`,
      text,
      kind: 'person' as const,
    })),
    ...Object.entries(sheet.mail ?? {}).map(([field, text]) => ({
      name: `${who}: mail, ${field}`,
      text,
      kind: 'mailed' as const,
    })),
  ];
}
