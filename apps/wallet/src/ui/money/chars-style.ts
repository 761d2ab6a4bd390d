import type { CSSProperties } from 'react';

/** Tells the style sheet how many characters a number has, so that its size can follow its length. */
export function charsStyle(characters: number): CSSProperties {
  return { ['--chars' as string]: characters };
}
