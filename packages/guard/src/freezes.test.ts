import { expect, it } from 'vitest';

import { freezesFrom } from './freezes.ts';

const now = Date.UTC(2026, 10, 21, 9);
const dayLater = Date.UTC(2026, 10, 22, 9);

it('a changed password freezes payouts for a day; whoever knew the old one goes on trading', () => {
  expect(freezesFrom('passwordChanged', now)).toEqual([{ area: 'payout', until: dayLater }]);
});

it.each(['passwordReset', 'payPasswordReset'] as const)('%s freezes trading as well', (reason) => {
  expect(freezesFrom(reason, now)).toEqual([
    { area: 'payout', until: dayLater },
    { area: 'trade', until: dayLater },
  ]);
});
