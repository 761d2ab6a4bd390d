/**
 * Texts from elsewhere (titles of links, scanned texts, what a client says it is) as one line that shows all it holds and
 * stays in its place.
 */

/**
 * Controls, format characters (bidi, zero width, tags), line breaks, lone surrogates, private use, what is drawn as
 * nothing although it is a letter, a mark or a symbol, and what stands for a broken character.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{DI}\u2800\ufffc\ufffd]/gu;
/** Blanks other than the plain one look like it and are not. */
const strangeBlank = /(?! )\p{Zs}/u;

/** True when a text holds characters that are not seen, or that look like a plain blank. */
export function hasHidden(text: string): boolean {
  return text.search(hidden) !== -1 || strangeBlank.test(text);
}

/** Blanks of every width and ends of lines. The byte order mark is none, whatever JavaScript's `\s` says: it is not seen. */
const blank = /[\t\n\v\f\r\u0085\p{Z}]/gu;

/** More marks than any language stacks on a letter would reach over the lines around it. */
const stackedMarks = /(\p{M}{2})\p{M}+/gu;

/** What nearly every line is: every call brings one, and there is nothing to take out of it. */
const plain = /^[!-~]+(?: [!-~]+)*$/;

/** A text as one line of at most `max` characters (code points: half a pair is never left), without anything hidden. */
export function cleanLine(text: string, max: number): string {
  if (text.length <= max && plain.test(text)) return text;
  const line = text
    .replaceAll(blank, ' ')
    .replaceAll(hidden, '')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(stackedMarks, '$1')
    .trim();
  return Array.from(line).slice(0, max).join('').trim();
}
