import type { CardDesign } from './card-art.ts';

/** The names of cards, in two strengths. They are brands: the same in every language. */
export const wordmarks: Readonly<Record<CardDesign, readonly [name: string, level: string]>> = {
  master: ['master', ''],
  muse: ['MUSE', 'platinum'],
  utglblack: ['UTGL', 'black'],
  utglelite: ['UTGL', 'elite'],
  blank: ['', ''],
};

/** `2029-09` as plastic says it: 09/29. */
export function expiryOnCard(month: string): string {
  return `${month.slice(5, 7)}/${month.slice(2, 4)}`;
}

/** The four last digits with what stands for the others. */
export function numberOnCard(last4: string): string {
  return `•••• ${last4}`;
}

/**
 * Letters in units of the grid for a line that must fit a width there: `size`, or as many fewer as the words need. Chinese
 * and Japanese letters are squares, others are two thirds of one at most.
 */
export function lettersToFit(words: string, size: number, width: number): number {
  const squares = Array.from(words, (letter) => (letter >= '\u2e80' ? 1 : 0.67)).reduce((a, b) => a + b, 0);
  return Math.min(size, Math.floor((width / squares) * 10) / 10);
}
