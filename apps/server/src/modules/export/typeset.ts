/** Text cut into lines of a width and into runs of one font each. */
import { assert } from '@marigold/money/assert';

import type { FontGlyph, Glyphs } from './glyphs.ts';

/** Characters that stand beside each other in one font. */
export type TextRun = { readonly font: string; readonly text: string; readonly width: number };
export type TextLine = { readonly runs: readonly TextRun[]; readonly width: number };

export type Typesetter = {
  lines(text: string, size: number, width: number): Promise<readonly TextLine[]>;
  /** True when a character had no shape in any font and a box stands in its place. */
  hasReplaced(): boolean;
};

/** Stands for a character that no font has: nothing is lost without being seen. */
const box = '\u25a1';
/** Marks of direction and of variation; they have no shape of their own. */
const shapeless = /\p{Default_Ignorable_Code_Point}/u;
/** Between these a line may end anywhere. */
const breaksAnywhere = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** These end what stands before them and never begin a line. */
const closes = /[\u3001\u3002\u300d\u300f\u3011\u30fc\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f]/u;

type Letter = FontGlyph & { readonly text: string };

export function createTypesetter(glyphs: Glyphs): Typesetter {
  const known = new Map<string, Letter>();
  let replaced = false;

  async function letterOf(character: string): Promise<Letter> {
    const glyph = await glyphs.find(character);
    if (glyph === undefined) replaced = true;
    const made = glyph === undefined ? await boxLetter() : { ...glyph, text: character };
    known.set(character, made);
    return made;
  }

  async function boxLetter(): Promise<Letter> {
    const glyph = await glyphs.find(box);
    assert(glyph !== undefined, 'the fonts have a box');
    return { ...glyph, text: box };
  }

  return {
    async lines(text, size, width) {
      const letters: Letter[] = [];
      for (const character of text.replaceAll(/\s/gu, ' ')) {
        const letter = known.get(character);
        if (letter !== undefined) letters.push(letter);
        else if (!shapeless.test(character)) letters.push(await letterOf(character));
      }
      return cut(letters, width / size).map((line) => runsOf(line, size));
    },
    hasReplaced: () => replaced,
  };
}

/** Ends each line behind the last blank or ideograph that fits; what has neither is cut where the line is full. */
function cut(letters: readonly Letter[], width: number): Letter[][] {
  const lines: Letter[][] = [];
  let start = 0;
  let breakAt = 0;
  let used = 0;
  for (let index = 0; index < letters.length; index += 1) {
    const letter = letters[index];
    if (letter === undefined) break;
    if (breaksAnywhere.test(letter.text) && !closes.test(letter.text) && index > start) breakAt = index;
    if (used + letter.advance > width && index > start && letter.text !== ' ') {
      const end = breakAt > start ? breakAt : index;
      lines.push(letters.slice(start, end));
      start = end;
      used = letters.slice(start, index).reduce((sum, { advance }) => sum + advance, 0);
    }
    used += letter.advance;
    if (letter.text === ' ') breakAt = index + 1;
  }
  return [...lines, letters.slice(start)];
}

function runsOf(letters: readonly Letter[], size: number): TextLine {
  const runs: { font: string; text: string; width: number }[] = [];
  const end = letters.findLastIndex(({ text }) => text !== ' ') + 1;
  for (const { font, text, advance } of letters.slice(0, end)) {
    const last = runs.at(-1);
    if (last?.font === font) {
      last.text += text;
      last.width += advance * size;
    } else runs.push({ font, text, width: advance * size });
  }
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
}
