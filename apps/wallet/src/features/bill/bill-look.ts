/** How a bill looks: its sign, its petals, its amount. Pure. */
import type { Bill, BillStatus, BillType } from '@marigold/contract/calls/bill';
import { isWalletAddress } from '@marigold/contract/rules/addresses';

import type { DisplayNumber } from '../../lib/text/format.ts';
import { petalCount, petalsOf } from '../../ui/base/bloom-geometry.ts';
import type { IconName } from '../../ui/base/icon-names.ts';

/** The sign of each type; undefined: an arrow into or out of the wallet. */
const icons: Readonly<Record<BillType, IconName | undefined>> = {
  COLLECTION: undefined,
  TRANSFER: undefined,
  TRANSFER_REFUND: 'arrow-u-up-left',
  CURRENCY_TRADE: 'arrows-left-right',
  CURRENCY_TRADE_RECOVERY: 'arrow-u-up-left',
  BUY_CARD: 'credit-card',
  BUY_KYC: 'shield-check',
  BUY_REFUND: 'arrow-u-up-left',
  CARD_RECHARGE_UTGL: 'credit-card',
  CARD_RECHARGE_MUSE: 'credit-card',
  CARD_RECHARGE_REFUND: 'arrow-u-up-left',
  LOCK_INCREASE: 'lock-simple',
  LOCK_RECOVERY: 'lock-simple',
  LOCK_REDUCE: 'lock-simple',
  UNKNOWN: undefined,
};

type LookedBill = Pick<Bill, 'type' | 'status' | 'direction'>;

/** The icon on the disc of a bill that does not run any more. */
export function signOf({ type, status, direction }: LookedBill): IconName {
  if (status === 'failed') return 'x';
  return icons[type] ?? (direction === 'in' ? 'arrow-down-left' : 'arrow-up-right');
}

/** The steps of a bill, three petals each: a lit petal is a step that was taken. */
const steps: readonly BillStatus[] = ['running', 'waiting', 'pending', 'confirming', 'success'];
const petalsOfStep = 3;

type Counted = Pick<Bill, 'status' | 'confirmations' | 'required'>;

/**
 * Lit petals of a bill that runs; undefined when it is over. Where a chain is counted a petal is a block, elsewhere a
 * step is three. Tradeable is confirmed, only not final.
 */
export function litPetalsOfBill({ status, confirmations, required }: Counted): number | undefined {
  if (status === 'success' || status === 'failed') return undefined;
  if (status === 'can-trade') return petalCount;
  if (required !== null) return petalsOf(confirmations ?? 0, required);
  return steps.indexOf(status) * petalsOfStep;
}

/** So many blocks of so many; undefined where none are counted just now. */
export function countOf({ status, confirmations, required }: Counted) {
  if (status !== 'confirming' || confirmations === null || required === null) return undefined;
  return { count: confirmations, required };
}

/** Locking and unlocking move nothing: their amounts have no sign (decisions.md, "can-trade"). */
const movesNothing: readonly BillType[] = ['LOCK_INCREASE', 'LOCK_RECOVERY'];

/** An amount with the sign of its direction and its colour: green for what came in, struck when it failed. */
export function amountLook(bill: LookedBill, number: DisplayNumber) {
  const isStruck = bill.status === 'failed';
  if (movesNothing.includes(bill.type)) return { parts: number, tone: undefined, isStruck };
  const isIn = bill.direction === 'in';
  return {
    parts: { ...number, sign: isIn ? '+' : '\u2212' } as const,
    tone: isIn && !isStruck ? ('ok' as const) : undefined,
    isStruck,
  };
}

/** True for the address of a chain's account, false for a person's name. */
export function isAddressValue(counterparty: string): boolean {
  return ['ERC20', 'TRC20'].some((chain) => isWalletAddress(chain, counterparty));
}

/** Whether it only put money aside or set it free: then nobody stands on the other side. */
export function isLock({ type }: Pick<Bill, 'type'>): boolean {
  return type === 'LOCK_INCREASE' || type === 'LOCK_RECOVERY' || type === 'LOCK_REDUCE';
}

export type BillOfTrade = Bill & { readonly symbol: string };

/** Whether it tells of an order on a market. A copy that was kept before bills named their market is none. */
export function isTrade(bill: Bill): bill is BillOfTrade {
  return typeof bill.symbol === 'string';
}
