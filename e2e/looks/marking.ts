/**
 * Texts that can be told from words that no catalogue knows: the Russian catalogue of the wallet without a Latin letter, on
 * the way to the browser. Whatever is Latin on a screen then is data, or stands in the code. What the server says comes in
 * Russian by itself.
 */
import { messages as russian } from '@marigold/texts/generated/server/ru';
import type { BrowserContext } from '@playwright/test';

/** A Cyrillic letter for each Latin one: as long, and as easy to find in the catalogue. */
const letters: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'б',
  c: 'ц',
  d: 'д',
  e: 'е',
  f: 'ф',
  g: 'г',
  h: 'х',
  i: 'и',
  j: 'й',
  k: 'к',
  l: 'л',
  m: 'м',
  n: 'н',
  o: 'о',
  p: 'п',
  q: 'я',
  r: 'р',
  s: 'с',
  t: 'т',
  u: 'у',
  v: 'в',
  w: 'ш',
  x: 'ж',
  y: 'ы',
  z: 'з',
};

/** The words of a text, marked. Not for values. */
export function marked(words: string): string {
  return words.replaceAll(/[a-z]/gi, (letter) => {
    const mark = letters[letter.toLowerCase()] ?? letter;
    return letter === letter.toLowerCase() ? mark : mark.toUpperCase();
  });
}

/** A compiled text: its own words are marked in every case, values and their formats stay as they are. */
export function markedMessage(message: unknown): unknown {
  if (typeof message === 'string') return marked(message);
  return Array.isArray(message) ? message.map(markedToken) : message;
}

function markedToken(token: unknown): unknown {
  if (!Array.isArray(token)) return markedMessage(token);
  const [name, kind, cases] = token as readonly unknown[];
  if (typeof cases !== 'object' || cases === null || !/^(plural|selectordinal|select)$/.test(String(kind)))
    return token;
  const markedCases = Object.entries(cases).map(([one, inner]) => [one, markedMessage(inner)]);
  return [name, kind, Object.fromEntries(markedCases)];
}

/**
 * Has every file of Russian texts that pages of a context load from now on marked; answers the names of those that were.
 * A file keeps the ids it has, so a page that forgets to load its texts still shows their ids.
 */
export async function markTexts(context: BrowserContext): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  await context.route(/\/assets\/ru-[\w-]+\.js$/, async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    const known = Object.entries(russian as Readonly<Record<string, unknown>>);
    const texts = known.filter(([id]) => code.includes(JSON.stringify(id)));
    seen.add(route.request().url());
    const messages = Object.fromEntries(texts.map(([id, message]) => [id, markedMessage(message)]));
    await route.fulfill({ response, body: `export const messages = ${JSON.stringify(messages)};` });
  });
  return seen;
}
