/**
 * Tests say prices, amounts and totals in plain numbers, and wrong ones as well: what is meant is the type beside it, and
 * nothing is checked here.
 */
export type Plain<Value> = Value extends number
  ? number
  : Value extends object
    ? { readonly [Key in keyof Value]: Plain<Value[Key]> }
    : Value;

/** A value as its type, whatever its numbers are. */
export function meant<Value>(value: Plain<Value>): Value {
  return value as Value;
}
