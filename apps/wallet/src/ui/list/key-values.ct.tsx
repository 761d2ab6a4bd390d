/** Names and values in the narrowest window, in the language with the longest words, and in letters twice as large. */
import { describe, expect, it } from 'vitest';

import { answers } from '../../../testing/answers.ts';
import { visiblePairs, problemsOfDetails } from '../../../testing/look.ts';
import { sampleBillDetail, fill, idOf, morning, order } from '../../../testing/samples.ts';
import { drawComponent, openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';
import { KeyValues } from './key-values.tsx';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';

const details = [
  ['an order', paths.order(idOf(501))],
  ['a trade', paths.fill(idOf(601))],
  ['a bill', paths.billDetail(idOf(301))],
  ['a balance', paths.assets({ explain: 'USDT' })],
] as const;

const looks = [
  { size: 'narrow', textPercent: 100 },
  { size: 'phone', textPercent: 200 },
  { size: 'narrow', textPercent: 200 },
] as const;

function answerWithEverything(): void {
  const cut = order({
    price: '60000.01',
    amount: '1234.56789',
    filled: '1234.5',
    average: '59876.123456789',
    filledTotal: '73916999.987654321',
    fee: '2.46912345',
    status: 'cancel',
    reason: 'self_trade',
    closedTime: morning,
  });
  answers({
    'trade/detail': { order: cut, fills: [fill()], billIds: [] },
    'bill/detail': sampleBillDetail({
      payType: 'onChain',
      addressKind: 'external',
      chain: 'eth',
      sendingAddress: address,
      receivingAddress: address,
      amount: '123456789.123456',
      arrivedAmount: '123456787.123456',
      fee: '2',
      txId: `0x${'a'.repeat(64)}`,
      origin: null,
      note: 'За прошлый понедельник и за следующий',
    }),
  });
}

describe('names and values of details', () => {
  it('stand beside each other in the order they are given', async () => {
    const rows = [
      { key: 'Amount', value: '12.34' },
      { key: 'Fee', value: 'Free' },
    ];
    await drawComponent(<KeyValues rows={rows} />);
    expect(visiblePairs()).toEqual([
      ['Amount', '12.34'],
      ['Fee', 'Free'],
    ]);
  });

  it.for(details.flatMap(([what, path]) => looks.map((look) => ({ what, path, ...look }))))(
    'of $what are neither cut nor on each other: $size, $textPercent %, Russian',
    async ({ path, size, textPercent }) => {
      answerWithEverything();
      await openPage(path, { language: 'ru', size, textPercent });
      expect(document.querySelectorAll('.key-values > div').length).toBeGreaterThan(0);
      expect(problemsOfDetails()).toEqual([]);
    },
  );
});
