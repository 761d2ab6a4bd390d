/** Where somebody lives, or a card goes: what is typed of it against what the contract takes. Pure. */

export type PlaceField = 'country' | 'city' | 'postal' | 'line';
export type PlaceFields = Readonly<Record<PlaceField, string>>;
export type PlaceIssues = Readonly<Partial<Record<PlaceField, 'need' | 'malformed'>>>;

type Place = {
  readonly country: string;
  readonly city: string;
  readonly postal?: string;
  readonly line: string;
};

/** Countries and regions whose addresses have no postal code (web source 31 of the specification). */
const withoutPostal: ReadonlySet<string> = new Set(
  (
    'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GD GH GM GN GQ GY HK KI KM KN KP LC ML MO MR ' +
    'MS MW NR NU PA QA RW SB SC SL SR ST SY TK TL TO TT TV UG VU YE ZW'
  ).split(' '),
);

/** False where an address has none; then it may be left out. */
export function needsPostal(country: string): boolean {
  return !withoutPostal.has(country);
}

const hidden = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

const isLine = (text: string) => text.isWellFormed() && !hidden.test(text);

/** Issues in the order of the fields, and the place where there are none. */
export function readPlace(fields: PlaceFields): {
  readonly issues: PlaceIssues;
  readonly place: Place | undefined;
} {
  const text = (field: PlaceField) => fields[field].trim();
  const [country, city, postal, line] = [text('country'), text('city'), text('postal'), text('line')];
  const issues: PlaceIssues = {
    ...(country === '' ? { country: 'need' } : {}),
    ...issueOfLine('city', city),
    ...(postal === '' && !needsPostal(country) ? {} : issueOfLine('postal', postal)),
    ...issueOfLine('line', line),
  };
  if (Object.keys(issues).length > 0) return { issues, place: undefined };
  return { issues, place: { country, city, ...(postal === '' ? {} : { postal }), line } };
}

function issueOfLine(field: PlaceField, text: string): PlaceIssues {
  if (text === '') return { [field]: 'need' };
  return isLine(text) ? {} : { [field]: 'malformed' };
}
