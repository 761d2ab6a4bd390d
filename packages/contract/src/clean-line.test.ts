import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cleanLine, hasHidden } from './clean-line.ts';

/** First and last of each range that no clean line has, written by number: what is not seen cannot be reviewed. */
const forbidden: readonly (readonly [name: string, first: number, last: number])[] = [
  ['C0', 0x00, 0x1f],
  ['DEL and C1', 0x7f, 0x9f],
  ['soft hyphen', 0xad, 0xad],
  ['grapheme joiner', 0x34f, 0x34f],
  ['Arabic letter mark', 0x61c, 0x61c],
  ['Hangul fillers', 0x115f, 0x1160],
  ['Mongolian selectors and vowel separator', 0x180b, 0x180f],
  ['zero width and marks of direction', 0x200b, 0x200f],
  ['ends of lines and paragraphs, embeddings, overrides', 0x2028, 0x202e],
  ['word joiner, invisible operators, isolates', 0x2060, 0x206f],
  ['Braille blank', 0x2800, 0x2800],
  ['surrogates', 0xd800, 0xdfff],
  ['private use', 0xe000, 0xf8ff],
  ['variation selectors', 0xfe00, 0xfe0f],
  ['byte order mark', 0xfeff, 0xfeff],
  ['interlinear notes, object and broken character', 0xfff9, 0xfffd],
  ['tags and further selectors', 0xe0000, 0xe0fff],
];

const max = 40;
const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 120 });
/** Any UTF-16, halves of pairs included, with more of what is forbidden than chance would bring. */
const anyText = fc
  .array(
    fc.oneof(
      units.map((some) => String.fromCharCode(...some)),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc
        .constantFrom(...forbidden)
        .chain(([, first, last]) => fc.integer({ min: first, max: last }))
        .map((point) => String.fromCodePoint(point)),
      fc.constantFrom(' ', '\n', '\u00a0', '\u3000', '\u0301', '\u20e3'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('a clean line', () => {
  it.each(forbidden)('has nothing of %s', (_name, first, last) => {
    const left: string[] = [];
    for (let point = first; point <= last; point += 1) {
      const cleaned = cleanLine(`ab${String.fromCodePoint(point)}cd`, max);
      if (cleaned !== 'abcd' && cleaned !== 'ab cd') left.push(point.toString(16));
    }
    expect(left).toEqual([]);
  });

  it.each([
    ['  two   words\n', 'two words'],
    ['a\u200b \u200bb', 'a b'],
    ['wide\u3000blank', 'wide blank'],
    ['Pixel 9 Pro', 'Pixel 9 Pro'],
    ['Телефон Анны', 'Телефон Анны'],
    ['金盏花的手机', '金盏花的手机'],
    ['🌼🌼', '🌼🌼'],
    [`a${'\u0301'.repeat(50)}`, 'a\u0301\u0301'],
    ['\u202e\u0000\ud800', ''],
  ])('of %j is %j', (text, cleaned) => {
    expect(cleanLine(text, max)).toBe(cleaned);
  });

  it('is shortened between characters, never inside of one', () => {
    expect(cleanLine('🌼'.repeat(50), max)).toBe('🌼'.repeat(max));
    expect(cleanLine(`${'x'.repeat(39)} ${'y'.repeat(9)}`, max)).toBe('x'.repeat(39));
  });

  it('of any text shows all it holds, is short enough and clean already', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = cleanLine(text, max);
        expect(hasHidden(line)).toBe(false);
        expect(line.isWellFormed()).toBe(true);
        expect(Array.from(line).length).toBeLessThanOrEqual(max);
        expect(cleanLine(line, max)).toBe(line);
      }),
    );
  });
});
