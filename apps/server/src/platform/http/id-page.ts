/** Pages of lists whose ids are UUIDv7: their order is the order of making, so the last id of a page is its cursor. */
import { isId } from '../process/ids.ts';
import { malformed } from './transport-error.ts';

export const pageSizeDefault = 20;

/** The id below which the page begins; null for the first page. Throws 400 for a cursor that we did not make. */
export function readIdCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (!isId(cursor)) throw malformed('cursor');
  return cursor;
}

/** A page out of `size + 1` rows: the one too many says that there is more. */
export function pageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  size: number,
): { list: Row[]; next: string | null } {
  const list = rows.slice(0, size);
  return { list, next: rows.length > size ? (list.at(-1)?.id ?? null) : null };
}
