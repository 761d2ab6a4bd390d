/**
 * Which letters a document can draw. Noto Sans of three scripts lies in npm packages as about a hundred slices each, and a
 * slice is read when the first of its characters is needed: nothing at the start of the program, some ten for a
 * document. Each script's own shapes come first for its readers, the others' where it has none.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { assert } from '@marigold/money/assert';
import type { LanguageId } from '@marigold/texts/languages';
import type { Font } from 'fontkit';
import { create } from 'fontkit';
import subsetFont from 'subset-font';

/** How one character is drawn. */
export type FontGlyph = {
  /** The name of its font in the document. */
  readonly font: string;
  /** How far it moves the pen, at size 1. */
  readonly advance: number;
};

export type Glyphs = {
  /** Undefined when no font has the character. */
  find(character: string): Promise<FontGlyph | undefined>;
};

type Slice = {
  readonly file: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
};
type Family = 'sc' | 'tc' | 'jp';

const familiesOf: Readonly<Record<LanguageId, readonly Family[]>> = {
  en: ['sc', 'jp', 'tc'],
  ru: ['sc', 'jp', 'tc'],
  'zh-Hans': ['sc', 'tc', 'jp'],
  'zh-Hant': ['tc', 'sc', 'jp'],
  ja: ['jp', 'sc', 'tc'],
};
/** Of the weights from 100 to 900 that a slice holds, one; all its characters; no tables for shaping, which is not done. */
const sliceOptions = {
  keepAllGlyphs: true,
  targetFormat: 'truetype' as const,
  variationAxes: { wght: 400 },
  noHinting: true,
  dropTables: ['GSUB', 'GPOS', 'GDEF', 'BASE', 'VORG', 'vhea', 'vmtx'],
};

const require = createRequire(import.meta.url);
const slices = new Map<Family, Promise<readonly Slice[]>>();

/** `register` is told of every font before its first character is answered. */
export function createGlyphs(language: LanguageId, register: (name: string, font: Buffer) => void): Glyphs {
  const opened = new Map<string, Font>();

  async function open({ file }: Slice): Promise<Font> {
    const known = opened.get(file);
    if (known !== undefined) return known;
    const bytes = await subsetFont(await readFile(file), '', sliceOptions);
    const font = create(bytes);
    assert(font.type === 'TTF', 'a slice is one font');
    register(file, bytes);
    opened.set(file, font);
    return font;
  }

  return {
    async find(character) {
      const codePoint = character.codePointAt(0) ?? 0;
      for (const family of familiesOf[language]) {
        for (const slice of await slicesOf(family)) {
          if (!slice.ranges.some(([first, last]) => codePoint >= first && codePoint <= last)) continue;
          const font = await open(slice);
          // The ranges were made for style sheets and name more than there is.
          if (!font.hasGlyphForCodePoint(codePoint)) continue;
          const { advanceWidth } = font.glyphForCodePoint(codePoint);
          return { font: slice.file, advance: advanceWidth / font.unitsPerEm };
        }
      }
      return undefined;
    },
  };
}

async function slicesOf(family: Family): Promise<readonly Slice[]> {
  const known = slices.get(family) ?? readSlices(family);
  slices.set(family, known);
  return await known;
}

async function readSlices(family: Family): Promise<readonly Slice[]> {
  const name = `noto-sans-${family}`;
  const index = require.resolve(`@fontsource-variable/${name}/unicode.json`);
  const ranges: unknown = JSON.parse(await readFile(index, 'utf8'));
  return Object.entries(ranges as Record<string, string>).map(([key, list]) => ({
    file: require.resolve(
      `@fontsource-variable/${name}/files/${name}-${key.replace(/[[\]]/g, '')}-wght-normal.woff2`,
    ),
    ranges: list.split(',').map(rangeOf),
  }));
}

/** U+4e00 or U+4e00-4e0f. */
function rangeOf(text: string): readonly [number, number] {
  const [first = '', last = first] = text.slice(2).split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
