/**
 * What must be true of the catalogue, as one pure function over its sources: complete in five languages, no empty text,
 * the same values everywhere, every plural form a language has, its own letters, house wording. Every problem is reported
 * at once.
 */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

import { type LanguageId, languageIds, languages } from './src/languages.ts';
import { problemsOfWriting } from './writing.ts';

/** One text as its file says it. */
export type PoEntry = { readonly id: string; readonly text: string };
/** The entries of one area in every language, in file order. A language without a file is absent. */
export type Area = {
  readonly name: string;
  readonly entries: Partial<Record<LanguageId, readonly PoEntry[]>>;
};
/** How a text uses a value: plain, or through one of ICU's functions. */
export type ValueKind = 'plain' | 'number' | 'date' | 'time' | 'plural' | 'selectordinal' | 'select';
/** One text in all languages, compiled, with the kinds of use of each of its values. */
export type PoText = {
  readonly id: string;
  readonly area: string;
  readonly compiled: Readonly<Record<LanguageId, CompiledMessage>>;
  readonly values: ReadonlyMap<string, ReadonlySet<ValueKind>>;
};
export type Checked = { readonly texts: readonly PoText[]; readonly problems: readonly string[] };

/** Ids are `area.name` or deeper; a hyphen lets wire values such as `can-trade` end an id. */
const idPattern = /^[a-z]+(\.[A-Za-z][A-Za-z0-9_-]*)+$/;

/** DESIGN.md 8: what no text may contain, by language; `*` is every language. */
const wordingRules: readonly { language: LanguageId | '*'; pattern: RegExp; reason: string }[] = [
  { language: '*', pattern: /[!！]/, reason: 'has an exclamation mark' },
  { language: '*', pattern: /^\s|[^\S\n]$|[ \u00a0]{2}/, reason: 'has a space too many' },
  { language: 'zh-Hans', pattern: /您/, reason: 'says 您, which only legal texts may' },
  { language: 'zh-Hant', pattern: /您/, reason: 'says 您, which only legal texts may' },
  {
    language: 'ru',
    pattern: /[\p{L},;—] В(ы|ам|ас|ами|аш\p{L}*)(?!\p{L})/u,
    reason: 'writes «вы» with a capital letter',
  },
];

/** Checks and compiles the areas. `texts` holds only what is sound in all languages, sorted by id. */
export function checkCatalogue(areas: readonly Area[]): Checked {
  const problems: string[] = [];
  const owners = new Map<string, string>();
  const texts: PoText[] = [];
  for (const area of areas) {
    problems.push(...problemsOfFiles(area));
    for (const id of new Set(languageIds.flatMap((language) => idsOf(area, language)))) {
      const owner = owners.get(id);
      if (owner !== undefined) problems.push(`${id}: stands in the areas ${owner} and ${area.name}`);
      owners.set(id, area.name);
      const text = checkText(area, id, problems);
      if (text) texts.push(text);
    }
  }
  return { texts: texts.toSorted((a, b) => (a.id < b.id ? -1 : 1)), problems };
}

function idsOf(area: Area, language: LanguageId): string[] {
  return (area.entries[language] ?? []).map((entry) => entry.id);
}

/** Problems of whole files: ids of another area, duplicates, order. */
function problemsOfFiles(area: Area): string[] {
  const problems: string[] = [];
  for (const language of languageIds) {
    const file = `${area.name}/${language}.po`;
    if (!area.entries[language]) problems.push(`${file}: there is no such file`);
    const ids = idsOf(area, language);
    const seen = new Set<string>();
    ids.forEach((id, index) => {
      const before = ids[index - 1];
      if (seen.has(id)) problems.push(`${file}: ${id} stands there twice`);
      else if (before !== undefined && before > id)
        problems.push(`${file}: ${id} must stand before ${before}`);
      if (!id.startsWith(`${area.name}.`) || !idPattern.test(id)) {
        problems.push(`${file}: ${id} is no id of this area (${area.name}.name)`);
      }
      seen.add(id);
    });
  }
  return problems;
}

/** Checks one id in all languages; pushes what is wrong and answers the text only when nothing is. */
function checkText(area: Area, id: string, problems: string[]): PoText | undefined {
  const found: string[] = [];
  const compiled = new Map<LanguageId, CompiledMessage>();
  for (const language of languageIds) {
    const text = area.entries[language]?.find((entry) => entry.id === id)?.text;
    const message =
      text === undefined ? undefined : compile(text, (reason) => found.push(`${language}: ${reason}`));
    if (text === undefined) found.push(`${language}: is missing`);
    else if (text.trim() === '') found.push(`${language}: is empty`);
    else found.push(...problemsOfWording(language, text));
    if (message) found.push(...problemsOfPlurals(language, message));
    if (message) compiled.set(language, message);
  }
  found.push(...problemsOfValues(compiled), ...problemsOfLetters(compiled));
  problems.push(...found.map((problem) => `${id}: ${problem}`));
  if (found.length > 0) return undefined;
  const values = new Map<string, Set<ValueKind>>();
  for (const message of compiled.values()) collectValues(message, values);
  const complete = Object.fromEntries(compiled) as Record<LanguageId, CompiledMessage>;
  return { id, area: area.name, compiled: complete, values };
}

function compile(text: string, report: (reason: string) => void): CompiledMessage | undefined {
  try {
    return compileMessageOrThrow(text);
  } catch (error) {
    report(`does not parse: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    return undefined;
  }
}

function problemsOfWording(language: LanguageId, text: string): string[] {
  return wordingRules
    .filter((rule) => (rule.language === '*' || rule.language === language) && rule.pattern.test(text))
    .map((rule) => `${language}: ${rule.reason}`);
}

/** Each language must name the same values; how it uses them (plural here, plain there) is its own affair. */
function problemsOfValues(compiled: ReadonlyMap<LanguageId, CompiledMessage>): string[] {
  const names = [...compiled].map(([language, message]) => {
    const values = new Map<string, Set<ValueKind>>();
    collectValues(message, values);
    return { language, list: [...values.keys()].toSorted().join(', ') || 'none' };
  });
  const [first, ...others] = names;
  return others
    .filter((other) => first && other.list !== first.list)
    .map((other) => `${other.language}: has the values ${other.list}, ${first?.language} has ${first?.list}`);
}

/** A text that was left in English, or taken from another language. */
function problemsOfLetters(compiled: ReadonlyMap<LanguageId, CompiledMessage>): string[] {
  const english = countedWords(compiled.get('en') ?? []);
  return [...compiled]
    .filter(([, message]) => message.length > 0)
    .flatMap(([language, message]) =>
      problemsOfWriting(language, countedWords(message), english).map((problem) => `${language}: ${problem}`),
    );
}

/** What a text says by itself: without values and tags, its cases one after the other. */
export function countedWords(message: CompiledMessage): string {
  const parts = message.map((token) => {
    if (typeof token === 'string') return token.replaceAll(/<[^>]*>/g, ' ');
    return Object.values(casesOf(token[1], token[2])).map(countedWords).join(' ');
  });
  return parts.join(' ');
}

/** Every plural names exactly the categories of its language (CLDR by way of Intl); `=0` cases are free. */
function problemsOfPlurals(language: LanguageId, message: CompiledMessage): string[] {
  const problems: string[] = [];
  for (const [name, type, format] of tokensIn(message)) {
    const cases = casesOf(type, format);
    if (type === 'plural' || type === 'selectordinal') {
      const rules = new Intl.PluralRules(languages[language].lang, {
        type: type === 'plural' ? 'cardinal' : 'ordinal',
      });
      const wanted = rules.resolvedOptions().pluralCategories;
      const given = Object.keys(cases).filter((key) => !/^\d+$/.test(key));
      const missing = wanted.filter((category) => !given.includes(category));
      const surplus = given.filter((category) => !wanted.some((known) => known === category));
      if (missing.length > 0) problems.push(`${language}: the plural of ${name} lacks ${missing.join(', ')}`);
      if (surplus.length > 0)
        problems.push(`${language}: the plural of ${name} never uses ${surplus.join(', ')}`);
    }
    for (const inner of Object.values(cases)) problems.push(...problemsOfPlurals(language, inner));
  }
  return problems;
}

function collectValues(message: CompiledMessage, into: Map<string, Set<ValueKind>>): void {
  for (const [name, type, format] of tokensIn(message)) {
    const kinds = into.get(name) ?? new Set();
    kinds.add((type ?? 'plain') as ValueKind);
    into.set(name, kinds);
    for (const inner of Object.values(casesOf(type, format))) collectValues(inner, into);
  }
}

type Token = Exclude<CompiledMessage[number], string>;

function tokensIn(message: CompiledMessage): Token[] {
  return message.filter((token): token is Token => typeof token !== 'string');
}

/** The cases of a plural or select; nothing for other tokens. */
function casesOf(type: string | undefined, format: unknown): Record<string, CompiledMessage> {
  if (type !== 'plural' && type !== 'selectordinal' && type !== 'select') return {};
  const { offset: _, ...cases } = format as Record<string, CompiledMessage> & { offset?: unknown };
  return cases;
}
