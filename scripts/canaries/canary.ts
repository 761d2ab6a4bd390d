/** A value that must be nowhere, and every form in which it would be found. */
export type Canary = {
  /** What it is and whose, for whoever reads that it was found. */
  readonly name: string;
  readonly text: string;
  /** What kind of thing it is: a place may be meant for one kind. */
  readonly kind: CanaryKind;
};

/**
 * `person`: read off a document. `words`: what a company wrote to its person. `page`: the address of the company's page.
 * `key`: what opens something. `wrapped`: the key of a record as it lies in its row. `typed`: sent by somebody who should
 * not have. `printed`: stands on a card, and its company alone knows it. `embossed`: the name on a card. `mailed`: where a
 * card goes and to whom.
 */
export type CanaryKind =
  | 'person'
  | 'words'
  | 'page'
  | 'key'
  | 'wrapped'
  | 'typed'
  | 'printed'
  | 'embossed'
  | 'mailed';

type Form = { readonly name: string; readonly needle: string; readonly isFolded: boolean };

/** Shorter than this a form would be found by chance. */
const needleMin = 6;

/** The value as it would stand in a text, an address, a page, JSON, SQL, CSV or bytes. */
export function encodingsOf(text: string): Form[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replaceAll(/[^ -~]/g, (sign) => escapeUnit(sign));
  const texts: readonly (readonly [string, string])[] = [
    ['plain, in any case', text],
    ['decomposed', text.normalize('NFD')],
    ['JSON', json],
    ['JSON in JSON', JSON.stringify(json).slice(1, -1)],
    ['JSON in ASCII', ascii],
    ['quoted', text.replaceAll('"', '""')],
    ['HTML', htmlOf(text)],
    ['URL', encodeURIComponent(text)],
    ['form', new URLSearchParams({ t: text }).toString().slice(2)],
    ['hex', Buffer.from(text).toString('hex')],
    ['hex of JSON', Buffer.from(json).toString('hex')],
    ['hex of UTF-16', Buffer.from(text, 'utf16le').toString('hex')],
  ];
  const folded = texts.map(([name, needle]) => ({ name, needle: needle.toLowerCase(), isFolded: true }));
  const exact = [0, 1, 2].flatMap((shift) => base64Forms(text, shift));
  // What is written alike in several forms is named by the first.
  const all = [...folded, ...exact].toReversed();
  const unique = new Map(all.map((form) => [`${form.isFolded}${form.needle}`, form]));
  return [...unique.values()].toReversed().filter(({ needle }) => needle.length >= needleMin);
}

function escapeUnit(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function htmlOf(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Within a longer text that was encoded as a whole: what is the same whatever stands before and after. */
function base64Forms(text: string, shift: number): Form[] {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
  const whole = bytes.toString('base64').replaceAll('=', '');
  const inner = whole.slice([0, 2, 3][shift], bytes.length % 3 === 0 ? undefined : -1);
  const url = inner.replaceAll('+', '-').replaceAll('/', '_');
  return [
    { name: 'base64', needle: inner, isFolded: false },
    { name: 'base64url', needle: url, isFolded: false },
  ];
}

/** What is searched: the text itself and in small letters, made once. */
export type Searched = { readonly exact: string; readonly folded: string };

export function searchable(text: string): Searched {
  return { exact: text, folded: text.toLowerCase() };
}

/** The name of the first form in which the canary is there. */
export function formIn({ exact, folded }: Searched, forms: readonly Form[]): string | undefined {
  return forms.find(({ needle, isFolded }) => (isFolded ? folded : exact).includes(needle))?.name;
}
