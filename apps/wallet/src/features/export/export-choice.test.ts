import { expect, it } from 'vitest';

import { billTypes } from '../../domain/bill/bill-kinds.ts';
import { paths, readSearch } from '../../lib/route/paths.ts';
import { parseSearch } from '../../lib/route/search-text.ts';
import { choiceOf, type ExportChoice, exportSearch } from './export-choice.ts';

const today = new Date(2026, 10, 21, 15).getTime();
const first = choiceOf({}, today);

/** The choice as the page by mail begins with it, behind the button of the other page. */
function carried(choice: ExportChoice): ExportChoice {
  const [, query = ''] = paths.exportByMail(exportSearch(choice)).split('?');
  return choiceOf(readSearch('/pages/exchange/export_email', parseSearch(query)), today);
}

it('begins with thirty days of everything as CSV', () => {
  expect(first).toEqual({
    range: '30d',
    from: '2026-10-23',
    to: '2026-11-21',
    types: [],
    currency: undefined,
    format: 'csv',
  });
});

it('is carried whole to the page by mail: own dates, several types, the coin and the format', () => {
  for (const choice of [
    first,
    choiceOf({ range: '12m', currency: 'USDT' }, today),
    { ...first, range: 'own', from: '2026-01-31', to: '2026-02-28' },
    { ...first, range: 'own', from: '', to: '2026-02-28' },
    { ...first, types: ['TRANSFER', 'CURRENCY_TRADE_RECOVERY'], currency: 'BTC', format: 'pdf' },
    { ...first, types: billTypes, format: 'xlsx' },
  ] as const satisfies readonly ExportChoice[])
    expect(carried(choice)).toEqual(choice);
});

it('counts what is no range, type or format as absent', () => {
  expect(choiceOf({ range: '99d', type: 'TRANSFER,THEFT', format: 'exe' }, today)).toEqual({
    ...first,
    types: ['TRANSFER'],
  });
});
