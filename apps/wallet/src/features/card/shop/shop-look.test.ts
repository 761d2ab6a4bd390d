/** What stands in the way of ordering a card, and which card is looked at. */
import { describe, expect, it } from 'vitest';

import { sampleCardOrder } from '../../../../testing/sample-card.ts';
import { idOf } from '../../../../testing/samples.ts';
import { chosenProduct, productStanding } from './shop-look.ts';

const product = { productId: 'muse-platinum', state: 'open' } as const;
const order = sampleCardOrder({ productId: 'muse-platinum' });
const card = { cardId: idOf(1501), productId: 'muse-platinum', state: 'locked' } as const;

describe('a product', () => {
  it('stands as the shop says where this person has nothing of it', () => {
    expect(productStanding(product, [], [])).toEqual({ is: 'open' });
    expect(productStanding({ ...product, state: 'halted' }, [], [])).toEqual({ is: 'halted' });
    expect(productStanding(product, [{ ...order, productId: 'master' }], [])).toEqual({ is: 'open' });
  });

  it('that is applied for leads to the application, sold out or not', () => {
    const running = { is: 'running', applicationId: order.applicationId };
    expect(productStanding({ ...product, state: 'soldOut' }, [order], [card])).toEqual(running);
    expect(productStanding(product, [{ ...order, progress: 'unknown' }], [])).toEqual(running);
  });

  it('that somebody has leads to the card, and not to an application that is over', () => {
    const owned = { is: 'owned', cardId: card.cardId };
    expect(productStanding(product, [{ ...order, progress: 'active' }], [card])).toEqual(owned);
    expect(productStanding(product, [{ ...order, progress: 'closed' }], [card])).toEqual(owned);
  });

  it.for(['closed', 'expired'] as const)('can be ordered again once its card is %s', (state) => {
    expect(productStanding(product, [], [{ ...card, state }])).toEqual({ is: 'open' });
  });
});

it('the card that is looked at is the picked one, else one that can be ordered', () => {
  const sold = { productId: 'master-physical', state: 'soldOut' } as const;
  expect(chosenProduct([sold, product], undefined)).toBe(product);
  expect(chosenProduct([sold, product], 'master-physical')).toBe(sold);
  expect(chosenProduct([sold], 'gone')).toBe(sold);
  expect(chosenProduct([], undefined)).toBeUndefined();
});
