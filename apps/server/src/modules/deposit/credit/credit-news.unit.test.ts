import { nobody } from '@marigold/chain/port';
import { expect, it } from 'vitest';

import { creditNews } from './credit-news.ts';
import type { Credit, Return } from './credit-plan.ts';

const sender = '0x52908400098527886e0f7030069857d2e4169ee7';

it('whoever is credited hears of the balance on every screen, and in a notice who sent it', () => {
  const news = creditNews(
    { credits: [credit('sent', 'anna', sender), credit('mined', 'boris', nobody)], returns: [] },
    new Map([
      ['sent', 'bill of it'],
      ['mined', 'bill of that'],
    ]),
    1,
  );
  expect(news).toEqual({
    announcements: [
      { userId: 'anna', event: 'balance', data: { currency: 'USDT' } },
      { userId: 'boris', event: 'balance', data: { currency: 'USDT' } },
    ],
    received: [
      {
        userId: 'anna',
        facts: { amount: '2.50', currency: 'USDT', from: '0x5290…9ee7', billId: 'bill of it' },
        now: 1,
      },
    ],
    cameIn: [
      { userId: 'boris', facts: { amount: '2.50', currency: 'USDT', billId: 'bill of that' }, now: 1 },
    ],
  });
});

it('what is given back after a reorganisation is told of the balance alone', () => {
  const { deposit, asset } = credit('back', 'anna', sender);
  const returns = [{ deposit, asset } as Return];
  expect(creditNews({ credits: [], returns }, new Map(), 1)).toEqual({
    announcements: [{ userId: 'anna', event: 'balance', data: { currency: 'USDT' } }],
    received: [],
    cameIn: [],
  });
});

function credit(id: string, userId: string, from: string): Credit {
  return {
    deposit: { id, userId, from },
    asset: { asset: 'USDT', scale: 6, decimals: 2 },
    total: 2_500_000n,
  } as Credit;
}
