/** Lines of documents with their check digits (ICAO Doc 9303), for tests. */

export type LinedDocument = {
  readonly firstName: string;
  readonly lastName: string;
  /** YYMMDD, as all days. */
  readonly birthday: string;
  readonly expiry: string;
  /** Three letters, or fewer. */
  readonly region: string;
  readonly nationality?: string;
  readonly idNumber: string;
};

const weights = [7, 3, 1];

/** The check digit of a text of lines. */
export function mrzDigit(text: string): string {
  const values = text.split('').map((letter) => (letter === '<' ? 0 : Number.parseInt(letter, 36)));
  return String(values.reduce((sum, value, place) => sum + value * (weights[place % 3] ?? 0), 0) % 10);
}

const withDigit = (text: string) => `${text}${mrzDigit(text)}`;

function namesOf({ firstName, lastName }: LinedDocument, length: number): string {
  const plain = [lastName, firstName].map((name) => name.replaceAll(/[^A-Z]+/g, '<')).join('<<');
  return plain.slice(0, length).padEnd(length, '<');
}

/** The two lines of a passport (TD3). */
export function passportLines(document: LinedDocument): readonly [string, string] {
  const { birthday, expiry, region, nationality = region, idNumber } = document;
  const number = withDigit(idNumber.padEnd(9, '<'));
  const [born, until] = [withDigit(birthday), withDigit(expiry)];
  const personal = `${'<'.repeat(14)}0`;
  const whole = mrzDigit(`${number}${born}${until}${personal}`);
  return [
    `P<${region.padEnd(3, '<')}${namesOf(document, 39)}`,
    `${number}${nationality.padEnd(3, '<')}${born}F${until}${personal}${whole}`,
  ];
}

/** The three lines of an identity card (TD1). */
export function idCardLines(document: LinedDocument): readonly [string, string, string] {
  const { birthday, expiry, region, nationality = region, idNumber } = document;
  const number = `${withDigit(idNumber.padEnd(9, '<'))}${'<'.repeat(15)}`;
  const [born, until] = [withDigit(birthday), withDigit(expiry)];
  const rest = '<'.repeat(11);
  const whole = mrzDigit(`${number}${born}${until}${rest}`);
  return [
    `ID${region.padEnd(3, '<')}${number}`,
    `${born}F${until}${nationality.padEnd(3, '<')}${rest}${whole}`,
    namesOf(document, 30),
  ];
}

/** The two lines of a card in the larger format (TD2). */
export function largeCardLines(document: LinedDocument): readonly [string, string] {
  const { birthday, expiry, region, nationality = region, idNumber } = document;
  const number = withDigit(idNumber.padEnd(9, '<'));
  const [born, until] = [withDigit(birthday), withDigit(expiry)];
  const rest = '<'.repeat(7);
  const whole = mrzDigit(`${number}${born}${until}${rest}`);
  return [
    `I<${region.padEnd(3, '<')}${namesOf(document, 31)}`,
    `${number}${nationality.padEnd(3, '<')}${born}F${until}${rest}${whole}`,
  ];
}
