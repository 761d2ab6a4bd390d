const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The first characters of the first and the last word of a name, as a disc shows them: "Anna Kovaleva" is AK. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word = '') => firstCharacter(word)).join('');
}

function firstCharacter(word: string): string {
  const [first] = characters.segment(word);
  return (first?.segment ?? '').toUpperCase();
}
