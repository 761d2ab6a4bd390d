/**
 * Whether words have the room they need: none reaches out of the window or its button, none is cut by its own box or
 * broken inside, none lies on others.
 *
 * Looked at are all words that a person sees. Not looked at are those that are only read aloud (a box of one pixel), what
 * stands in fields (it moves under the cursor) and in drawings. What a list of its own scrolls into sight is not cut. An
 * ellipsis is a cut like any other: no screen has a second place where the whole can be read with a finger.
 *
 * Every digit is shown as the widest one before words are measured: prices and times are other ones at each look, and
 * whether they fit must not be left to chance.
 */
import type { BrowserContext, Page } from '@playwright/test';

/** The words of one text node. */
interface Words {
  readonly node: Text;
  readonly text: string;
  readonly element: Element;
  /** One for each line. */
  readonly lines: () => DOMRect[];
}

declare global {
  interface Window {
    /** The words that are seen, with their digits widened. */
    listWords: () => Words[];
    /** Gives the digits back that were widened, where nothing else has been said meanwhile. */
    narrowDigits: () => void;
    isTransparent: (colour: string) => boolean;
  }
}

/** What each of the three checks found. */
export interface Crowding {
  readonly overflows: readonly string[];
  readonly cut: readonly string[];
  readonly overlaps: readonly string[];
}

/**
 * Looks at the screen as it stands. The context must have been given `bringCrowding`. In large letters a word may be longer
 * than any line: there it may be broken.
 */
export async function findCrowding(page: Page, isLarge: boolean): Promise<Crowding> {
  const found = {
    overflows: await overflows(page),
    cut: [...(await cutWords(page)), ...(isLarge ? [] : await brokenWords(page))],
    overlaps: await wordsOnWords(page),
  };
  await page.evaluate(() => window.narrowDigits());
  return found;
}

/** Lets the checks of this file look at every document of a context. */
export async function bringCrowding(context: BrowserContext): Promise<void> {
  await context.addInitScript(offerWords);
}

function offerWords(): void {
  const unseen = 'textarea, input, select, svg, [inert], noscript';

  const widened = new Map<Text, { readonly own: string; readonly wide: string }>();

  function widen(node: Text): void {
    const own = node.data;
    if (!/[0-79]/.test(own)) return;
    const wide = own.replaceAll(/\d/g, '8');
    widened.set(node, { own, wide });
    node.data = wide;
  }

  window.isTransparent = (colour) => /^(transparent|rgba\(0, 0, 0, 0\))$/.test(colour);

  window.narrowDigits = () => {
    for (const [node, { own, wide }] of widened) if (node.data === wide) node.data = own;
    widened.clear();
  };

  window.listWords = () => {
    const found: Words[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement: element } = node;
      const text = node.textContent?.trim() ?? '';
      if (text === '' || element === null || element.closest(unseen) !== null) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      widen(node as Text);
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = () => [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      found.push({ node: node as Text, text: text.slice(0, 40), element, lines });
    }
    return found;
  };
}

/**
 * What reaches out of its place sideways: the document out of the window, words out of the window where no scrolling list
 * holds them, because a page that hides its overflow hides words, and words out of what is painted behind them, such as
 * their button.
 */
async function overflows(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const root = document.documentElement;
    const width = root.clientWidth;
    const words = window.listWords();
    const found = root.scrollWidth > width ? [`the page is ${root.scrollWidth} px wide`] : [];

    // Held by a scrolling list, or by the one pixel of words that are only read aloud.
    const holds = (element: Element) =>
      element.clientWidth === 1 || /(auto|scroll)/.test(getComputedStyle(element).overflowX);
    const isPainted = (element: Element) => {
      const { display, backgroundColor, boxShadow } = getComputedStyle(element);
      return display !== 'inline' && (!window.isTransparent(backgroundColor) || boxShadow !== 'none');
    };

    /** The nearest element around words of which this is true, below the page itself. */
    function nearest(element: Element, is: (one: Element) => boolean): Element | undefined {
      for (let one: Element | null = element; one !== null && one !== document.body; one = one.parentElement)
        if (is(one)) return one;
      return undefined;
    }

    for (const { text, element, lines } of words) {
      const seen = lines();
      const out = seen.find(({ left, right }) => right > width + 1 || left < -1);
      if (out !== undefined && nearest(element, holds) === undefined)
        found.push(`"${text}" reaches from ${Math.round(out.left)} to ${Math.round(out.right)}`);
      const ground = nearest(element, (one) => holds(one) || isPainted(one));
      if (ground === undefined || holds(ground)) continue;
      const { left, right } = ground.getBoundingClientRect();
      if (seen.some((line) => line.right > right + 1.5 || line.left < left - 1.5))
        found.push(`"${text}" reaches out of ${ground.localName}.${ground.className}`);
    }
    return found;
  });
}

/** Words of which a box around them hides a part, sideways or downwards. */
async function cutWords(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const slackPx = 1.5;
    /** Lines are taller than their letters: so much of one may be missing before a letter is touched. */
    const slackOfLine = 0.25;
    const hides = /hidden|clip/;
    const scrolls = /auto|scroll/;
    const isAnchor = ({ position, transform, contain }: CSSStyleDeclaration) =>
      position !== 'static' || transform !== 'none' || /paint|layout|content|strict/.test(contain);

    /** By how many pixels the box hides one of the lines; 0 when it shows them. */
    function hidden(box: Element, lines: readonly DOMRect[], isX: boolean, isY: boolean): number {
      const { left, top } = box.getBoundingClientRect();
      const [x, y] = [left + box.clientLeft, top + box.clientTop];
      const losses = lines.flatMap((line) => [
        isX ? Math.max(line.right - x - box.clientWidth, x - line.left) - slackPx : 0,
        isY ? Math.max(line.bottom - y - box.clientHeight, y - line.top) - slackOfLine * line.height : 0,
      ]);
      return Math.max(0, ...losses);
    }

    /** The box that hides a part of the words, and how much. */
    function cutBy(element: Element, lines: readonly DOMRect[]): readonly [Element, number] | undefined {
      let [isX, isY] = [true, true];
      // What is placed by itself is held by nothing but what it is placed in.
      let leaves = 'static';
      for (
        let box: Element | null = element;
        box !== null && box !== document.body;
        box = box.parentElement
      ) {
        const style = getComputedStyle(box);
        if (leaves === 'fixed' || (leaves === 'absolute' && !isAnchor(style))) continue;
        // What is only read aloud is hidden on purpose.
        if (box.clientWidth === 1 && box.clientHeight === 1) return undefined;
        const holds = style.display !== 'inline' && style.display !== 'contents';
        isX &&= !(holds && scrolls.test(style.overflowX));
        isY &&= !(holds && scrolls.test(style.overflowY));
        const [hidesX, hidesY] = [
          isX && holds && hides.test(style.overflowX),
          isY && holds && hides.test(style.overflowY),
        ];
        const px = hidesX || hidesY ? hidden(box, lines, hidesX, hidesY) : 0;
        if (px > 0) return [box, px];
        leaves = style.position;
      }
      return undefined;
    }

    return window.listWords().flatMap(({ text, element, lines }) => {
      const seen = lines();
      const cut = seen.length === 0 ? undefined : cutBy(element, seen);
      if (cut === undefined) return [];
      const [box, px] = cut;
      return [`"${text}" is cut by ${Math.ceil(px)} px in ${box.localName}.${box.className}`];
    });
  });
}

/**
 * Words that are broken between two letters without a hyphen. Not so letters without spaces (Chinese, Japanese), and what
 * no one reads as a word: addresses, names of files, what is masked, whatever has a digit in it.
 */
async function brokenWords(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const noWord = /[\d@._/…*]|[\u3000-\u9fff\uff00-\uffef]/;

    /** On how many lines a part of a text stands. */
    function linesOf(node: Text, from: number, length: number): number {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, from + length);
      const seen = [...range.getClientRects()].filter(({ width }) => width > 1);
      return new Set(seen.map(({ top }) => Math.round(top))).size;
    }

    return window.listWords().flatMap(({ node, lines }) => {
      if (lines().length < 2) return [];
      return [...node.data.matchAll(/\S+/g)]
        .filter(([run]) => !noWord.test(run))
        .flatMap(({ 0: run, index: from }) =>
          [...run.matchAll(/\p{L}{2,}/gu)]
            .filter(({ 0: word, index }) => linesOf(node, from + index, word.length) > 1)
            .map(([word]) => `"${word}" is broken inside`),
        );
    });
  });
}

/** Words that lie on other words, both of them to be seen. */
async function wordsOnWords(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const widthMin = 3;
    const heightMin = 2;
    /** Lines are taller than their letters, above and below: lines that stand close touch each other there. */
    const airOfLine = 0.16;
    type Line = { readonly words: Words; readonly index: number; readonly rect: DOMRect };
    type Pair = readonly [Line, Line];

    function letters({ left, top, width, height }: DOMRect): DOMRect {
      return new DOMRect(left, top + airOfLine * height, width, height * (1 - 2 * airOfLine));
    }

    function shared(one: DOMRect, other: DOMRect): DOMRect {
      const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
      const [right, bottom] = [Math.min(one.right, other.right), Math.min(one.bottom, other.bottom)];
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    }

    const touch = (one: DOMRect, other: DOMRect) => {
      const { width, height } = shared(one, other);
      return width >= widthMin && height >= heightMin;
    };

    /** Pairs whose letters share a place, by their lines from top to bottom. */
    function pairs(lines: readonly Line[]): Pair[] {
      const found: Pair[] = [];
      let above: Line[] = [];
      for (const line of lines.toSorted((one, other) => one.rect.top - other.rect.top)) {
        above = above.filter(({ rect }) => rect.bottom > line.rect.top);
        for (const other of above)
          if (other.words !== line.words && touch(other.rect, line.rect)) found.push([other, line]);
        above.push(line);
      }
      return found;
    }

    const isPainted = (element: Element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      return !window.isTransparent(backgroundColor) || backgroundImage !== 'none';
    };

    /** What stands where the two meet, from the nearest to the farthest; what the window does not show is not in it. */
    function stackOf(pair: Pair): Element[] {
      const [one, other] = pair.map(({ words, index }) => letters(words.lines()[index] ?? new DOMRect()));
      if (one === undefined || other === undefined || !touch(one, other)) return [];
      const { x, y, width, height } = shared(one, other);
      return document.elementsFromPoint(x + width / 2, y + height / 2);
    }

    /** True when both are seen where they meet: neither is clipped away there, and nothing painted lies between. */
    function areSeen(pair: Pair): boolean {
      const bothIn = (stack: readonly Element[]) => pair.every(({ words }) => stack.includes(words.element));
      let stack = stackOf(pair);
      if (!bothIn(stack)) {
        pair[0].words.element.scrollIntoView({ block: 'center', behavior: 'instant' });
        stack = stackOf(pair);
      }
      if (!bothIn(stack)) return false;
      const [near = 0, far = 0] = pair
        .map(({ words }) => stack.indexOf(words.element))
        .toSorted((a, b) => a - b);
      return !stack.slice(near, far).some(isPainted);
    }

    const lines = window
      .listWords()
      .flatMap((words) => words.lines().map((rect, index) => ({ words, index, rect: letters(rect) })));
    const met = pairs(lines);
    if (met.length === 0) return [];
    const [x, y] = [window.scrollX, window.scrollY];
    // What lets presses through is seen all the same.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { pointer-events: auto !important }');
    document.adoptedStyleSheets.push(sheet);
    const found = met
      .filter(areSeen)
      .map(([one, other]) => `"${one.words.text}" lies on "${other.words.text}"`);
    document.adoptedStyleSheets.pop();
    window.scrollTo({ left: x, top: y, behavior: 'instant' });
    return [...new Set(found)];
  });
}
