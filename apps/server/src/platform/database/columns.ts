/**
 * PostgreSQL array literals, written at once: a batch of hundreds of rows goes to the database as one text for each column,
 * where the driver would look at every value by itself.
 */

type Plain = string | number | bigint | null;

/** Beside other columns `unnest` fills it up with nulls. */
const nothingButNulls = '{}';

/** Of values that need no quotes: numbers, ids, moments in ISO form, words of our own. */
export function column(values: readonly Plain[]): string {
  return columnOf(values, (value) => value);
}

/** As column, of what is picked from each row. */
export function columnOf<Row>(rows: readonly Row[], pick: (row: Row) => Plain): string {
  return literal(rows, pick, String);
}

/** Of any text. */
export function textColumn(values: readonly (string | null)[]): string {
  return textColumnOf(values, (value) => value);
}

/** As textColumn, of what is picked from each row. */
export function textColumnOf<Row>(rows: readonly Row[], pick: (row: Row) => string | null): string {
  return literal(rows, pick, quoted);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function literal<Row, Value>(
  rows: readonly Row[],
  pick: (row: Row) => Value | null,
  write: (value: Value) => string,
): string {
  const texts: string[] = [];
  let isNothing = true;
  for (const row of rows) {
    const value = pick(row);
    if (value === null) texts.push('null');
    else {
      isNothing = false;
      texts.push(write(value));
    }
  }
  if (isNothing) return nothingButNulls;
  // Around the whole text the braces would have it copied once more when it is sent.
  const last = texts.length - 1;
  texts[0] = `{${texts[0]}`;
  texts[last] = `${texts[last]}}`;
  return texts.join(',');
}
