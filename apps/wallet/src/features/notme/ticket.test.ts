import { expect, it } from 'vitest';

import { readTicket } from './ticket.ts';

const ticket = `${'aB3_-'.repeat(8)}xyz`;

it('takes a whole ticket and nothing else', () => {
  expect(readTicket(`#${ticket}`)).toEqual({ kind: 'ticket', ticket });
  expect([readTicket(''), readTicket('#')]).toEqual([{ kind: 'none' }, { kind: 'none' }]);
  for (const broken of [`#${ticket}x`, `#${ticket.slice(1)}`, `#${ticket.slice(1)}é`, `#?${ticket}`, '#top'])
    expect(readTicket(broken)).toEqual({ kind: 'broken' });
});
