/** What can be seen of names and values: what stands beside what, and whether it can be read. */
import { page } from 'vitest/browser';

/** Each name of the details on screen with the value beside it, top down. */
export function visiblePairs(): (readonly [string, string])[] {
  return [...document.querySelectorAll('.key-values > div')].map((row) => [
    wordsOf(row, 'dt'),
    wordsOf(row, 'dd'),
  ]);
}

/** The value beside a name of the details; undefined where there is none. */
export function valueOf(name: string): string | undefined {
  return visiblePairs().find(([key]) => key === name)?.[1];
}

/** Each row of a list by the list's name, in its own words, top down. */
export function visibleRows(name: string): string[] {
  const rows = page.getByRole('list', { name, exact: true }).getByRole('listitem').elements();
  return rows.map((row) => withBlanks(row.textContent ?? ''));
}

/** Words of a list's rows that are cut by a box or reach out of the window. */
export function cutIn(name: string): string[] {
  const rows = page.getByRole('list', { name, exact: true }).getByRole('listitem').elements();
  return rows.filter(isCut).map((row) => withBlanks(row.textContent ?? ''));
}

/** Each link of a list by the list's name: its own words, and where it leads. */
export function linksOf(name: string): (readonly [string, string | null])[] {
  const links = page.getByRole('list', { name, exact: true }).getByRole('link').elements();
  return links.map((link) => [withBlanks(link.textContent ?? ''), link.getAttribute('href')]);
}

/** The words of each marigold button on screen with where it leads; a view has one at most (DESIGN.md 1). */
export function mainActions(): (readonly [string | null, string | null])[] {
  const found = [...document.querySelectorAll('.button-primary')];
  return found.map((action) => [action.textContent, action.getAttribute('href')]);
}

/** What a countdown shows; seconds go by while a test looks. */
export function timeLeft(): string {
  return page.getByRole('timer').element().textContent ?? '';
}

function wordsOf(row: Element, part: 'dt' | 'dd'): string {
  return withBlanks(row.querySelector(part)?.textContent ?? '');
}

/** Words with plain blanks: a number and its unit are kept together by one that does not break. */
function withBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Finds words inside of others, whatever blanks stand between them. */
export function saying(words: string): RegExp {
  return new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+'));
}

/** Letters may stand so many px out of the box around them: parts of a pixel, and curves of a glyph. */
const tolerancePx = 1;

/** Names and values of the details that are cut, lie on each other or reach out of the window, in words. */
export function problemsOfDetails(): string[] {
  const rows = [...document.querySelectorAll('.key-values > div')];
  return rows.flatMap((row, index) => {
    const parts = [...row.querySelectorAll('dt, dd')];
    const next = rows[index + 1];
    const below = next !== undefined && next.parentElement === row.parentElement ? next : undefined;
    return [
      ...parts.filter(isCut).map((part) => `"${part.textContent}" is cut by its box`),
      ...(isOn(linesOf(parts[0]), linesOf(parts[1])) ? [`"${row.textContent}" lies on itself`] : []),
      ...(below !== undefined && isOnNext(row, below)
        ? [`"${row.textContent}" and "${below.textContent}" lie on each other`]
        : []),
    ];
  });
}

function isOnNext(row: Element, below: Element): boolean {
  const isTooHigh = below.getBoundingClientRect().top < row.getBoundingClientRect().bottom - tolerancePx;
  return isTooHigh || isOn(linesOf(row), linesOf(below));
}

/** Whether letters reach out of their own box, of one around it that hides what is outside, or of the window. */
function isCut(part: Element): boolean {
  const boxes = [part.getBoundingClientRect(), ...hiding(part)];
  const isInside = ({ left, right }: DOMRect) =>
    left >= -tolerancePx &&
    right <= window.innerWidth + tolerancePx &&
    boxes.every((box) => left >= box.left - tolerancePx && right <= box.right + tolerancePx);
  return !linesOf(part).every(isInside);
}

function hiding(part: Element): DOMRect[] {
  const around = part.parentElement;
  if (around === null) return [];
  const isHiding = getComputedStyle(around).overflowX !== 'visible';
  return [...(isHiding ? [around.getBoundingClientRect()] : []), ...hiding(around)];
}

/** Where each line of an element's visible words stands. */
function linesOf(element: Element | undefined): DOMRect[] {
  if (element === undefined) return [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const lines: DOMRect[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest('.visually-hidden') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    lines.push(...range.getClientRects());
  }
  return lines;
}

/** Whether letters lie on letters: lines stand closer than their boxes are high, so only the middle of each counts. */
function isOn(some: readonly DOMRect[], others: readonly DOMRect[]): boolean {
  return some.some((one) =>
    others.some((other) => {
      const height = Math.min(one.height, other.height) / 4;
      const isBeside = one.right <= other.left + tolerancePx || other.right <= one.left + tolerancePx;
      const isAbove = one.bottom - height <= other.top + height || other.bottom - height <= one.top + height;
      return !isBeside && !isAbove;
    }),
  );
}
