/** How something that came from a chain looks while it is on its way: its petals and its words. Pure. */
import type { Deposit } from '../../domain/chain/deposit-queries.ts';
import { petalCount, petalsOf } from '../../ui/base/bloom-geometry.ts';

/** Deposits of the page: those on their way, and those that arrived while the reader looked. */
export function depositsInSight(list: readonly Deposit[], seen: ReadonlySet<string>): readonly Deposit[] {
  // What is below the minimum stands in one sum.
  return list.filter(({ id, state }) => isOpen(state) || (seen.has(id) && state === 'success'));
}

export function isOpen(state: Deposit['state']): boolean {
  return (
    state === 'confirming' ||
    state === 'orphaned' ||
    state === 'held' ||
    state === 'can-trade' ||
    state === 'unsupported'
  );
}

/** A lit petal for each block that was counted; all of them once it is credited. */
export function litPetalsOfDeposit({
  state,
  confirmations,
  required,
}: Pick<Deposit, 'state' | 'confirmations' | 'required'>): number {
  return state === 'success' || state === 'can-trade' ? petalCount : petalsOf(confirmations, required);
}

/** The words under an amount, as the end of a text's id. */
export function depositWords(state: Deposit['state']) {
  switch (state) {
    case 'can-trade':
      return 'tradeable';
    case 'orphaned':
      return 'orphaned';
    case 'held':
      return 'held';
    case 'unsupported':
      return 'unknownCoinText';
    case 'success':
    case 'recovered':
    case 'closed':
      return 'credited';
    case 'confirming':
    case 'dust':
      return 'counting';
  }
}
