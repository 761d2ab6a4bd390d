/** A row of cards that scrolls sideways and comes to rest with one of them in its middle. */

/** A row that has not moved for so long has come to rest; while a finger or the browser moves it, each frame says so. */
const restMs = 120;

/** Which of some places is closest to another one, the first of two that are as close. Pure. */
export function closestTo(place: number, places: readonly number[]): number {
  const distances = places.map((one) => Math.abs(one - place));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

/** The card in the middle of a row, counted from 0. */
export function cardInMiddle(row: HTMLElement): number {
  return closestTo(row.scrollLeft + row.clientWidth / 2, cardsOf(row).map(middleOf));
}

/** Scrolls a row until a card is in its middle, or as near to it as its ends allow. */
export function bringToMiddle(row: HTMLElement, index: number, behavior: ScrollBehavior): void {
  const card = cardsOf(row)[index];
  if (card !== undefined) row.scrollTo({ left: middleOf(card) - row.clientWidth / 2, behavior });
}

/** Sets the focus on what can be pressed in a card. The row is not scrolled: the browser would only bring an edge in. */
export function focusCard(row: HTMLElement, index: number): void {
  cardsOf(row)[index]?.querySelector<HTMLElement>('a[href], button')?.focus({ preventScroll: true });
}

/** Which card of a row something is in, counted from 0; undefined where it is in none. */
export function cardAround(row: HTMLElement, inside: EventTarget): number | undefined {
  const index = cardsOf(row).findIndex((card) => inside instanceof Node && card.contains(inside));
  return index === -1 ? undefined : index;
}

/** Where a key leads from a card: to its neighbour, or to an end; undefined for keys that lead nowhere. Pure. */
export function cardByKey(key: string, from: number, count: number): number | undefined {
  const last = count - 1;
  if (key === 'ArrowRight') return Math.min(last, from + 1);
  if (key === 'ArrowLeft') return Math.max(0, from - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

interface RowEvents {
  /** While it moves. */
  onMove: (middle: number) => void;
  onRest: (middle: number) => void;
}

/** Follows which card is in the middle. Answers what ends it. */
export function followRow(row: HTMLElement, { onMove, onRest }: RowEvents): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(rest);
    onMove(cardInMiddle(row));
    rest = setTimeout(() => onRest(cardInMiddle(row)), restMs);
  };
  row.addEventListener('scroll', look, { passive: true });
  return () => {
    clearTimeout(rest);
    row.removeEventListener('scroll', look);
  };
}

function cardsOf(row: HTMLElement): HTMLElement[] {
  return [...row.children].filter((one) => one instanceof HTMLElement);
}

/** From the beginning of the row, in CSS pixels; the row is what its cards are placed by. */
function middleOf({ offsetLeft, offsetWidth }: HTMLElement): number {
  return offsetLeft + offsetWidth / 2;
}
