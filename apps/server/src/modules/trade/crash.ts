/** Named places between two durable steps of a batch; chaos lets the program die at each of them. */
export const orderCrashPoints = [
  'order.before-rows',
  'order.before-keys',
  'order.before-journal',
  'order.before-bills',
  'order.before-commit',
  'order.after-commit',
  'order.after-answer',
] as const;
export type OrderCrashPoint = (typeof orderCrashPoints)[number];

/** Does nothing in a program that is not made to die. */
export type TradeCrash = (point: OrderCrashPoint) => void | Promise<void>;
