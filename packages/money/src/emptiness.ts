/**
 * Spec 5: null, undefined, NaN and the empty string are empty; with `blankIsEmpty` a whitespace-only string too; an
 * array is empty if it has no element or an empty one (a hole is an undefined element). 0, false and {} are not empty.
 */
export function isEmpty(value: unknown, options: { readonly blankIsEmpty?: boolean } = {}): boolean {
  if (value === null || value === undefined || Number.isNaN(value)) return true;
  if (typeof value === 'string') return (options.blankIsEmpty === true ? value.trim() : value) === '';
  if (!Array.isArray(value)) return false;
  const elements: readonly unknown[] = value;
  return elements.length === 0 || Array.from(elements).some((element) => isEmpty(element, options));
}
