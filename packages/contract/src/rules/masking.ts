const plainAtEnd = 3;
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Spec 9: first character and last 3 kept, each one between replaced by a star. A text of 4 characters or fewer has
 * nothing between and would stand there in full, so it keeps its first character only, and a single one is a star.
 * A character is what a reader sees as one: an emoji or a letter with its accent is never cut in half.
 */
export function mask(text: string): string {
  const all = Array.from(characters.segment(text), ({ segment }) => segment);
  const first = all[0] ?? '';
  if (all.length <= 1) return '*'.repeat(all.length);
  if (all.length <= 1 + plainAtEnd) return first + '*'.repeat(all.length - 1);
  return first + '*'.repeat(all.length - 1 - plainAtEnd) + all.slice(-plainAtEnd).join('');
}
