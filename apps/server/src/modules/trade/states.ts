import type { OrderStatus } from '@marigold/contract/calls/trade';
import { defineStates } from '@marigold/money/states';

/** An order: written down once its first group is decided, so it may be over at once. What is refused is not kept. */
export const orderStates = defineStates<OrderStatus>({
  thing: 'an order',
  firsts: ['wait', 'done', 'cancel'],
  finals: ['done', 'cancel'],
  next: { wait: ['done', 'cancel'], done: [], cancel: [] },
});
