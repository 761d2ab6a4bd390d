/** How a bill looks: its sign, its petals, its amount. Pure. */
import type { Bill, BillStatus, BillType } from '@marigold/contract/bill';

import type { ShownNumber } from '../../lib/format.ts';
import type { IconName } from '../../ui/icon-names.ts';

/** The sign of each type; undefined: an arrow into or out of the wallet. */
const icons: Readonly<Record<BillType, IconName | undefined>> = {
  COLLECTION: undefined,
  TRANSFER: undefined,
  TRANSFER_REFUND: 'arrow-u-up-left',
  CURRENCY_TRADE: 'arrows-left-right',
  CURRENCY_TRADE_RECOVERY: 'arrow-u-up-left',
  BUY_CARD: 'credit-card',
  BUY_KYC: 'shield-check',
  CARD_RECHARGE_UTGL: 'credit-card',
  CARD_RECHARGE_MUSE: 'credit-card',
  CARD_RECHARGE_REFUND: 'arrow-u-up-left',
  LOCK_INCREASE: 'lock-simple',
  LOCK_RECOVERY: 'lock-simple',
  LOCK_REDUCE: 'lock-simple',
  UNKNOWN: undefined,
};

/** Every type, in the order in which filters offer them. */
export const billTypes = Object.keys(icons) as BillType[];

/** The door for a type that stands in an address. */
export function isBillType(text: string | undefined): text is BillType {
  return text !== undefined && Object.hasOwn(icons, text);
}

type Told = Pick<Bill, 'type' | 'status' | 'direction'>;

/** The icon on the disc of a bill that does not run any more. */
export function signOf({ type, status, direction }: Told): IconName {
  if (status === 'failed') return 'x';
  return icons[type] ?? (direction === 'in' ? 'arrow-down-left' : 'arrow-up-right');
}

/** The steps of a bill, three petals each: a lit petal is a step that was taken. */
const steps: readonly BillStatus[] = ['running', 'waiting', 'pending', 'confirming', 'success'];
const petalsOfStep = 3;

/** Lit petals of a bill that runs; undefined when it is over. Tradeable is confirmed, only not final. */
export function litPetals(status: BillStatus): number | undefined {
  if (status === 'success' || status === 'failed') return undefined;
  if (status === 'can-trade') return 12;
  return steps.indexOf(status) * petalsOfStep;
}

/** Locking and unlocking move nothing: their amounts have no sign (decisions.md, "can-trade"). */
const movesNothing: readonly BillType[] = ['LOCK_INCREASE', 'LOCK_RECOVERY'];

/** An amount with the sign of its direction and its colour: green for what came in, struck when it failed. */
export function amountLook(bill: Told, shown: ShownNumber) {
  const isStruck = bill.status === 'failed';
  if (movesNothing.includes(bill.type)) return { parts: shown, tone: undefined, isStruck };
  const isIn = bill.direction === 'in';
  return {
    parts: { ...shown, sign: isIn ? '+' : '\u2212' } as const,
    tone: isIn && !isStruck ? ('ok' as const) : undefined,
    isStruck,
  };
}
