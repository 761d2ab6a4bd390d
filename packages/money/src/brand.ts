/**
 * Numbers that the compiler tells apart though they are the same to the machine: a price from an amount, what a chain
 * counts from what the ledger counts. A brand exists in types alone, so it costs nothing while the program runs. Whoever
 * makes a branded value of a bare one stands at a border and asserts what must be true of it.
 */
declare const brand: unique symbol;

/** A value of one meaning: neither a bare value nor one of another meaning is taken for it. Arithmetic makes it bare again. */
export type Brand<Value, Meaning extends string> = Value & { readonly [brand]: Meaning };

/** Any value that has no meaning of its own: what is bare is taken, what is branded is not. */
export type Bare<Value> = Value & { readonly [brand]?: never };

/** A sum of two of one meaning. */
export function plus<Units extends bigint>(left: Units, right: NoInfer<Units>): Units {
  return ((left as bigint) + right) as Units;
}

/** What is left of one when another of the same meaning goes; it may be below zero. */
export function minus<Units extends bigint>(left: Units, right: NoInfer<Units>): Units {
  return ((left as bigint) - right) as Units;
}
