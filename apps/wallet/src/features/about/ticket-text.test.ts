import { expect, it } from 'vitest';

import { ticketText, typedMax } from './ticket-text.ts';

const about = 'About bill MG-261121201059123456';

it('a request begins with the bill that it is about, and is as written where it is about none', () => {
  expect(ticketText(about, 'Where is it?')).toBe(`${about}\nWhere is it?`);
  expect(ticketText(undefined, 'Where is it?')).toBe('Where is it?');
});

it('the line alone is no request', () => {
  expect(ticketText(about, ' \n ')).toBe(' \n ');
});

it('the longest text that may be typed is taken whole', () => {
  expect(ticketText(about, 'x'.repeat(typedMax(about)))).toHaveLength(2000);
  expect(typedMax(undefined)).toBe(2000);
});
