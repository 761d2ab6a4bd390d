/**
 * PostgreSQL array literals, written at once: a batch of hundreds of rows goes to the database as one text for each column,
 * where the driver would look at every value by itself.
 */

/** Beside other columns `unnest` fills it up with nulls. */
const nothingButNulls = '{}';

/** Of values that need no quotes: numbers, ids, moments in ISO form, words of our own. */
export function column(values: readonly (string | number | bigint | null)[]): string {
  if (values.every((value) => value === null)) return nothingButNulls;
  return `{${values.map((value) => value ?? 'null').join(',')}}`;
}

/** Of any text. */
export function textColumn(values: readonly (string | null)[]): string {
  if (values.every((value) => value === null)) return nothingButNulls;
  return `{${values.map((value) => (value === null ? 'null' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}
