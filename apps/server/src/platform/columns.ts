/**
 * PostgreSQL array literals, written at once: a batch of hundreds of rows goes to the database as one text for each column,
 * where the driver would look at every value by itself.
 */

/** Of values that need no quotes: numbers, ids, moments in ISO form, words of our own. */
export function column(values: readonly (string | number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`;
}

/** Of any text. */
export function textColumn(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'null' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}
