/** Promises about the css of the wallet: a component's lies beside it, and a class tells by its name where that is. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { compile } from 'tailwindcss';
import { describe, expect, it } from 'vitest';

import { atMost } from './budgets.ts';
import { classesOf, classNamesOf, type NamedClass, sheetOfClass, rulesOf, wordsOf } from './css-names.ts';
import { mayImport, roomOf, rooms } from './walls/rooms.ts';

const wallet = join(import.meta.dirname, '../apps/wallet/src');
const read = (file: string): string => readFileSync(join(wallet, file), 'utf8');
const found = (pattern: string): string[] =>
  globSync(pattern, { cwd: wallet })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();

/** Reset, fonts, tokens and themes: everybody's ground, in the layer below all others. */
const isGround = (file: string): boolean => file.startsWith('ui/css/');
const sheets = new Map(found('**/*.css').map((file) => [file, read(file)] as const));
const components = [...sheets.keys()].filter((file) => !isGround(file) && !isTokens(file));
const screens = new Map(
  found('**/*.tsx')
    .filter((file) => !file.endsWith('.ct.tsx'))
    .map((file) => [file, read(file)] as const),
);

/** Tokens that come with the screens that trade, so that no first screen pays for them. */
function isTokens(file: string): boolean {
  return file === 'ui-market/market-tokens.css';
}

const classesIn = (file: string): Set<string> =>
  new Set(
    rulesOf(sheets.get(file) ?? '')
      .flat()
      .flatMap(classesOf),
  );
const defined = new Map(
  components.flatMap((file) =>
    [...classesIn(file)]
      .filter((name) => sheetOfClass(name, components) === file)
      .map((name) => [name, file] as const),
  ),
);
const ofTheGround = new Set([...sheets.keys()].filter(isGround).flatMap((file) => [...classesIn(file)]));

/** Which of some words are utilities: Tailwind's own, and the roles of type, all in the words of our tokens. */
async function utilitiesAmong(words: readonly string[]): Promise<Set<string>> {
  const tailwind = await compile(`${read('ui/css/theme.css')}\n@tailwind utilities;`);
  const css = tailwind.build([...words]).replaceAll('\\', '');
  const isKnown = (word: string): boolean => {
    for (let at = css.indexOf(`.${word}`); at >= 0; at = css.indexOf(`.${word}`, at + 1))
      if (!/[\w-]/.test(css.charAt(at + word.length + 1))) return true;
    return false;
  };
  return new Set(words.filter(isKnown));
}

/** The css files that a file of code imports, as paths of `src`. */
function importsOf(file: string): string[] {
  return [...(screens.get(file) ?? '').matchAll(/^import '(\.[^']+\.css)';$/gm)].map(([, path = '']) =>
    join(dirname(file), path).replaceAll('\\', '/'),
  );
}

const isNamed = ({ name, isBeginning }: NamedClass, one: string): boolean =>
  isBeginning ? one.startsWith(name) : one === name;

/** How many colours a file has that are no tokens, and why. May only shrink. */
const colours: Readonly<Record<string, number>> = {
  // Dark on white in both themes: many cameras read nothing else.
  'ui/address/qr-code.css': 7,
  // A veil over whatever ground is beneath: of petals on leaf, of discs on a dark canvas.
  'ui/base/bloom.css': 1,
  'ui/money/share-bar.css': 1,
  // What is pressed or lifted, one step above its dark ground; a shadow; the knob of a switch.
  'ui/field/pin-pad.css': 1,
  'ui/field/segmented.css': 2,
  'ui/field/switch.css': 2,
  // Masks: any ink that covers.
  'ui/page/field-hero.css': 2,
  // A viewfinder is dark and paper is white in both themes.
  'ui-capture/photo-frame.css': 4,
  'ui-capture/signature-pad.css': 7,
};

describe('the css of the wallet', () => {
  it('lies beside components: only the ground has a folder of its own', () => {
    const ground = ['base.css', 'fonts.css', 'index.css', 'theme.css', 'tokens.css'];
    expect([...sheets.keys()].filter(isGround).map((file) => basename(file))).toEqual(ground);
    const imported = new Set([...screens.keys()].flatMap(importsOf));
    expect([...sheets.keys()].filter((file) => !isGround(file) && !imported.has(file))).toEqual([]);
    const lonely = components.filter(
      (file) => ![...screens.keys()].some((one) => dirname(one) === dirname(file)),
    );
    expect(lonely).toEqual([]);
  });

  it('stands in the layer of its room, and says the order of all', () => {
    const order = '@layer base, ui, ui-market, features, utilities;';
    const odd = [...sheets].filter(([file, css]) => {
      if (isGround(file)) return file === 'ui/css/index.css' && !css.includes(order);
      const layer = isTokens(file)
        ? 'base'
        : file.startsWith('ui-capture/')
          ? 'features'
          : file.split('/', 1)[0];
      const layers = [...css.matchAll(/@layer ([\w-]+) \{/g)].map(([, name]) => name);
      return !css.startsWith(order) || layers.join() !== layer;
    });
    expect(odd.map(([file]) => file)).toEqual([]);
  });

  it('stays in files that fit a head', () => {
    const long = [...sheets].filter(([, css]) => css.split('\n').length - 1 > atMost('fileLines'));
    expect(long.map(([file]) => file)).toEqual([]);
  });

  it('defines each class in the one file whose name it begins with', () => {
    const names = components.map((file) => basename(file));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const wrong = components.flatMap((file) =>
      rulesOf(sheets.get(file) ?? '').flatMap((selectors) => {
        const classes = selectors.flatMap(classesOf);
        const isOurs = classes.some((name) => defined.get(name) === file);
        const unknown = classes.filter((name) => !defined.has(name) && name !== 'link');
        return [...(isOurs ? [] : [selectors.join(', ')]), ...unknown].map((what) => `${file}: ${what}`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('knows only classes of its own room and of those that the room may import (layers.ts)', () => {
    const roomOfCss = (file: string): string => roomOf(`apps/wallet/src/${file}`) ?? '';
    const tooFar = components.flatMap((file) => {
      const room = roomOfCss(file);
      const others = [...classesIn(file)].filter((name) => {
        const other = roomOfCss(defined.get(name) ?? file);
        return other !== room && !mayImport(rooms.get(room)?.imports ?? [], other);
      });
      return others.map((name) => `${file}: ${name}`);
    });
    expect(tooFar).toEqual([]);
  });

  it('has every class that a component names, and code imports the css of what it names', async () => {
    const named = [...screens].flatMap(([file, source]) =>
      classNamesOf(file, source).map((one) => ({ file, ...one })),
    );
    const words = [...new Set(named.filter(({ isBeginning }) => !isBeginning).map(({ name }) => name))];
    const utilities = await utilitiesAmong(words);
    const lost = named.filter(
      (one) =>
        !utilities.has(one.name) &&
        !ofTheGround.has(one.name) &&
        ![...defined.keys()].some((name) => isNamed(one, name)),
    );
    expect(lost.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
    const notImported = named.filter(({ file, name, isBeginning }) => {
      const owner = isBeginning ? undefined : defined.get(name);
      return owner !== undefined && !importsOf(file).includes(owner);
    });
    expect(notImported.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });

  it('has no class that nobody names', () => {
    const words = [...screens].flatMap(([file, source]) => wordsOf(file, source));
    const beginnings = words.filter(({ name, isBeginning }) => isBeginning && /^[a-z]/.test(name));
    const whole = new Set(words.map(({ name }) => name));
    const unused = [...defined.keys(), ...ofTheGround].filter(
      (name) => !whole.has(name) && !beginnings.some((one) => isNamed(one, name)),
    );
    expect(unused).toEqual([]);
  });

  it('takes its colours from the tokens', () => {
    const counts = [...sheets].flatMap(([file, css]) => {
      if (isTokens(file) || /\/(tokens|theme)\.css$/.test(file)) return [];
      const bare = css.replaceAll(/\/\*.*?\*\//gs, '');
      const count = [...bare.matchAll(/#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|oklab)a?\(/gi)].length;
      return count === 0 ? [] : [[file, count] as const];
    });
    expect(Object.fromEntries(counts)).toEqual(colours);
  });
});
