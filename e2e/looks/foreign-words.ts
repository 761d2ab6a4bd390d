/** Every word that a screen shows, draws or has read aloud, and those of them that only data may be. */
import type { BrowserContext, Page } from '@playwright/test';

declare global {
  interface Window {
    /** What was written on a canvas since it was last taken. */
    drawn: string[];
  }
}

/** Writes down what a context's pages write on a canvas, where no text can be found. */
export async function noteWhatIsDrawn(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.drawn = [];
    for (const name of ['fillText', 'strokeText'] as const) {
      const draw = CanvasRenderingContext2D.prototype[name];
      CanvasRenderingContext2D.prototype[name] = function note(
        this: CanvasRenderingContext2D,
        text: string,
        ...place: [number, number, number?]
      ) {
        window.drawn.push(text);
        Reflect.apply(draw, this, [text, ...place]);
      };
    }
  });
}

/** The lines of the open document: its title, texts, what is read aloud, fields and what style sheets and canvases add. */
export async function wordsOfText(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const named = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'];
    const attributes = [...named, 'placeholder', 'title', 'alt'];
    const lines = [document.title, ...window.drawn.splice(0)];
    // A part may say that it is in another language, such as the names of languages in themselves.
    const isOfThisPage = (element: Element): boolean =>
      element.closest('[lang]')?.getAttribute('lang') === document.documentElement.lang;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement: parent, textContent: text } = node;
      if (parent !== null && isOfThisPage(parent) && !parent.matches('script, style')) lines.push(text ?? '');
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (!isOfThisPage(element)) continue;
      for (const name of attributes) lines.push(element.getAttribute(name) ?? '');
      // What a switch or a choice sends when it is on is no word for anybody.
      if (element instanceof HTMLInputElement && !/^(checkbox|radio)$/.test(element.type))
        lines.push(element.value);
      for (const side of ['::before', '::after'])
        lines.push(getComputedStyle(element, side).content.replace(/^(none|normal|counter.*)$/, ''));
    }
    return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))];
  });
}

export interface Excuse {
  readonly what: RegExp;
  readonly why: string;
}

/** The Latin words of some lines that no excuse takes, each with its line. */
export function foreignWords(lines: readonly string[], excuses: readonly Excuse[]): string[] {
  return lines.flatMap((line) => {
    const rest = excuses.reduce((left, { what }) => left.replaceAll(what, ' '), line);
    const words = rest.match(/\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]*/gu) ?? [];
    return words.map((word) => `"${word}" in "${line.slice(0, 80)}"`);
  });
}
