import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { toChainUnits } from '@marigold/chain/units';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { ChainAsset } from '../../chain/registry.ts';
import type { DustBalance } from '../dust-balance.ts';
import { chainUnits, emptyDustBalance, leaveDust, takeBack } from '../dust-balance.ts';
import type { DepositRow } from '../store.ts';
import { dustKey } from '../store.ts';
import type { CreditPlan } from './credit-plan.ts';
import { planCredits } from './credit-plan.ts';

const userId = 'anna';
const key = dustKey({ userId, asset: 'ETH' });
/** Ten of the chain's units make one of the ledger's, three of these are credited at least. */
const asset: ChainAsset = {
  chain: 'eth',
  asset: 'ETH',
  ledgerId: 1,
  scale: 1,
  chainScale: 2,
  decimals: 1,
  coin: 'native',
  depositIsOpen: true,
  payoutIsOpen: true,
  depositMin: 3n,
  payoutMin: 1n,
  payoutMax: 1n,
  feeMode: 'quoted',
  feeUnits: 0n,
  minutes: 3,
  lockUsd: null,
  proofUsd: '1',
  reviewUsd: '1',
  hotMin: 0n,
  hotTarget: 0n,
  sweepMin: 1n,
  isHalted: false,
};

/** What a chain does to the deposits of one person: `come` with so much, `go` from it again, `back` on it. */
const come = fc.record({
  step: fc.constant('come' as const),
  // Most leave a fraction behind, or fill what others left.
  amount: fc.oneof(fc.constantFrom(1n, 9n, 31n, 39n, 40n, 49n), fc.bigInt({ min: 1n, max: 60n })),
});
const leave = fc.record({
  step: fc.constantFrom('go' as const, 'go' as const, 'back' as const),
  which: fc.nat(20),
});
const many = { maxLength: 16, size: 'max' } as const;
/** As it happens: what came leaves together, and then something comes again. */
const stories = fc
  .array(fc.tuple(fc.array(come, many), fc.array(leave, many)), { minLength: 1, maxLength: 3, size: 'max' })
  .map((rounds) => rounds.flatMap(([comes, leaves]) => [...comes, ...leaves]));

/** The dust balance and the deposits of one person, and what the product makes of both. */
function openBooks() {
  const deposits = new Map<string, DepositRow>();
  let balance: DustBalance = emptyDustBalance;
  const write = (deposit: DepositRow, change: Partial<DepositRow>) =>
    void deposits.set(deposit.id, { ...deposit, ...change });
  const of = (...states: DepositRow['state'][]) =>
    [...deposits.values()].filter(({ state }) => states.includes(state));
  return {
    deposits,
    of,
    balance: () => balance,
    come(amount: bigint): void {
      const id = String(deposits.size);
      deposits.set(id, { ...blank, id, txId: id, amount: toChainUnits(amount) });
    },
    /** As orphan.ts, with nothing left to take: all of it is owed. */
    go(deposit: DepositRow): void {
      if (deposit.state === 'dust') {
        balance = leaveDust(balance, deposit.amount);
        write(deposit, { state: 'orphaned' });
        return;
      }
      balance = takeBack(asset, balance, deposit.amount, deposit.units);
      write(deposit, { state: 'orphaned', debtUnits: deposit.units, turns: deposit.turns + 1 });
    },
    back: (deposit: DepositRow) => write(deposit, { state: 'confirming' }),
    credit(): CreditPlan {
      const plan = planCredits({
        due: of('confirming'),
        held: new Set(),
        assets: new Map([['ETH', asset]]),
        balances: new Map([[key, balance]]),
        waiting: of('dust'),
        rates: new Map(),
        finalizedHeight: 0,
      });
      for (const { deposit, units, parts } of plan.credits) {
        write(deposit, { state: 'success', units });
        for (const part of parts) write(part.deposit, { state: 'success', units: part.units });
      }
      for (const { deposit, units } of plan.returns)
        write(deposit, { state: 'success', units, debtUnits: 0n });
      for (const deposit of plan.dust) write(deposit, { state: 'dust' });
      balance = plan.balances[0]?.balance ?? balance;
      return plan;
    },
  };
}

const blank: DepositRow = {
  id: '',
  chain: 'eth',
  txId: '',
  position: 0,
  userId,
  asset: 'ETH',
  coin: 'native',
  from: fakeAccount('sender'),
  to: fakeAccount('deposit'),
  purpose: 'deposit',
  amount: toChainUnits(1n),
  state: 'confirming',
  height: 1,
  blockHash: '0x01',
  units: 0n,
  takenUnits: 0n,
  debtUnits: 0n,
  lockUnits: 0n,
  turns: 0,
  billId: null,
};
const sum = (units: readonly bigint[]) => units.reduce((all, one) => all + one, 0n);

it('credits nobody less than nothing and books exactly what is on the chain, whatever left it in between', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const books = openBooks();
      for (const now of story) {
        if (now.step === 'come') books.come(now.amount);
        else {
          const from = now.step === 'go' ? books.of('success', 'dust') : books.of('orphaned');
          const one = from[now.which % Math.max(1, from.length)];
          if (one === undefined) continue;
          books[now.step](one);
        }
        const { credits } = books.credit();
        for (const { total, units, parts } of credits) {
          const shares = [units, ...parts.map((part) => part.units)];
          expect(shares.every((share) => share >= 0n)).toBe(true);
          expect(sum(shares)).toBe(total);
        }
        const onChain = sum(books.of('success', 'dust').map(({ amount }) => amount));
        const credited = sum(books.of('success').map(({ units }) => units));
        expect(chainUnits(asset, credited) + books.balance().amount).toBe(onChain);
        expect(books.balance().dust).toBe(sum(books.of('dust').map(({ amount }) => amount)));
      }
    }),
    { numRuns: 3000 },
  );
});
