/** What happens to a row of cells: a key, the delete key, a whole text typed or pasted, or a fresh start. */
export type CellsEvent =
  | { type: 'digit'; digit: string }
  | { type: 'delete' }
  | { type: 'text'; text: string }
  | { type: 'clear' };

/** The cells after one event: digits only, never more than `length`. Any digit script of the world counts as 0 to 9. */
export function nextCells(digits: string, event: CellsEvent, length: number): string {
  switch (event.type) {
    case 'digit':
      return onlyDigits(digits + event.digit).slice(0, length);
    case 'delete':
      return digits.slice(0, -1);
    case 'text':
      return onlyDigits(event.text).slice(0, length);
    case 'clear':
      return '';
  }
}

function onlyDigits(text: string): string {
  return text.normalize('NFKC').replaceAll(/\D/g, '');
}
