/** What a transaction does once it is in a block of the fake chain. */
import {
  nativePosition,
  type ChainAccount,
  type Coin,
  type ChainPayment,
  type Rehearsal,
  type ChainTransfer,
} from '../src/port.ts';
import { type ChainUnits, toChainUnits } from '../src/units.ts';
import { fakeAccount, type FakeStep, type FakeTransaction } from './fake-bytes.ts';
import type { FakeState } from './fake-state.ts';

/**
 * `good`: as people expect. `silent`: answers false instead of failing, moves nothing and logs nothing. `taxed`: keeps a
 * hundredth. `liar`: logs a transfer that moved nothing.
 */
export type TokenKind = 'good' | 'silent' | 'taxed' | 'liar';

export interface FakeToken {
  readonly kind: TokenKind;
  /** Accounts that the issuer has stopped. */
  readonly stopped: Set<ChainAccount>;
}

export interface FakeWorld {
  readonly state: FakeState;
  readonly tokens: Map<Coin, FakeToken>;
  /** Contracts and strangers: they pay whatever they are told to. */
  isRich(account: ChainAccount): boolean;
  /** Contracts that take no coin of the chain. */
  readonly refusing: ReadonlyMap<ChainAccount, 'openly' | 'when-mined'>;
}

export interface Ran {
  readonly isGood: boolean;
  readonly transfers: readonly ChainTransfer[];
  readonly feePaid: ChainUnits;
  /** Of the fee what is not burned: it is for whom the block names. */
  readonly tipPaid: bigint;
}

const gasOfNative = 21_000n;
const gasOfToken = 51_000n;

/** Where the tax of a taxed token goes. */
export const taxAccount = fakeAccount('tax');

export function gasOf(steps: readonly FakeStep[]): bigint {
  let gas = 0n;
  for (const step of steps) gas += isNative(step) ? gasOfNative : gasOfToken;
  return gas === 0n ? gasOfNative : gas;
}

type Native = Extract<FakeStep, { kind: 'pay' }> & { readonly coin: 'native' };

function isNative(step: FakeStep): step is Native {
  return step.kind === 'pay' && step.coin === 'native';
}

/** What the sender must hold for a node to take it. */
export function costOf({ fee, steps, from }: FakeTransaction): bigint {
  let cost = fee.gas * fee.feeMax;
  for (const step of steps) {
    if (isNative(step) && (step.from ?? from) === from) cost += step.amount;
  }
  return cost;
}

/** Runs a transaction at this height; undefined when its sender cannot pay for it, so no block may hold it. */
export function runFakeTransaction(
  world: FakeWorld,
  transaction: FakeTransaction,
  height: number,
  baseFee: bigint,
): Ran | undefined {
  const { from, fee, nonce } = transaction;
  const { state } = world;
  if (nonce !== null && state.held(from, 'native') < costOf(transaction)) return undefined;
  if (nonce !== null) state.useNonce(height, from);
  const price = fee.feeMax < baseFee + fee.tip ? fee.feeMax : baseFee + fee.tip;
  const gas = gasOf(transaction.steps);
  const isBurnt = transaction.steps.some(
    (step) => isNative(step) && world.refusing.get(step.to) === 'when-mined',
  );
  const isOutOfGas = gas > fee.gas || isBurnt;
  const gasUsed = isOutOfGas ? fee.gas : gas;
  const feePaid = toChainUnits(gasUsed * price);
  const tipPaid = gasUsed * (price - baseFee);
  if (nonce !== null) state.move(height, from, 'native', 0n - feePaid);
  if (isOutOfGas) return { isGood: false, transfers: [], feePaid, tipPaid };
  const transfers = moveAll(world, transaction, height);
  return { isGood: transfers !== undefined, transfers: transfers ?? [], feePaid, tipPaid };
}

type Move = readonly [account: ChainAccount, coin: Coin, change: bigint];

/** Undefined: it failed, and nothing moved. */
function moveAll(
  world: FakeWorld,
  { id, from, steps }: FakeTransaction,
  height: number,
): ChainTransfer[] | undefined {
  const moves: Move[] = [];
  const transfers: ChainTransfer[] = [];
  let logs = 0;
  let values = 0;
  const move = (...one: Move): void => {
    if (one[2] === 0n || world.isRich(one[0])) return;
    moves.push(one);
    world.state.move(height, ...one);
  };
  const undo = (): undefined => {
    for (const [account, coin, change] of moves) world.state.move(height, account, coin, -change);
  };
  const log = (coin: Coin, payer: ChainAccount, to: ChainAccount, amount: bigint): void => {
    if (amount > 0n)
      transfers.push({ txId: id, position: logs, coin, from: payer, to, amount: toChainUnits(amount) });
    logs += 1;
  };
  for (const step of steps) {
    if (step.kind === 'fail') return undo();
    if (step.kind === 'log') {
      logs += step.count ?? 1;
      continue;
    }
    const { coin, to, amount } = step;
    if (isNative(step) && world.refusing.has(to)) return undo();
    const payer = step.from ?? from;
    const token = world.tokens.get(coin);
    if (token?.kind === 'silent') continue;
    if (token?.kind === 'liar') {
      log(coin, payer, to, amount);
      continue;
    }
    if (token?.stopped.has(payer) === true || token?.stopped.has(to) === true) return undo();
    if (!world.isRich(payer) && world.state.held(payer, coin) < amount) return undo();
    const tax = token?.kind === 'taxed' ? amount / 100n : 0n;
    move(payer, coin, -amount);
    move(to, coin, amount - tax);
    if (coin === 'native') {
      if (amount === 0n) continue;
      transfers.push({
        txId: id,
        position: nativePosition + values,
        coin,
        from: payer,
        to,
        amount: toChainUnits(amount),
      });
      values += 1;
      continue;
    }
    log(coin, payer, to, amount - tax);
    if (tax === 0n) continue;
    move(taxAccount, coin, tax);
    log(coin, payer, taxAccount, tax);
  }
  return transfers;
}

/** How a payment would end now, as the port tells it. */
export function rehearse(
  { state, tokens, refusing }: FakeWorld,
  from: ChainAccount,
  payment: ChainPayment,
): Rehearsal {
  const { coin, to, amount } = payment;
  const stopped = tokens.get(coin)?.stopped;
  if (state.held(from, coin) < amount || stopped?.has(from) === true) return 'unclear';
  const isRefused = coin === 'native' ? refusing.get(to) === 'openly' : stopped?.has(to) === true;
  return isRefused ? 'refused' : 'good';
}
