/** What must not compile: cents of a currency of display are no units of the ledger, nor of a chain. Checked by the type step. */
import { toChainUnits } from '@marigold/chain/units';
import type { Posting } from '@marigold/ledger/journal';
import { plus } from '@marigold/money/brand';

import { centsFloor, formatCents } from './worth.ts';

const cents = centsFloor('12.34');
const balance = 12_340_000n;

export const visible: string = formatCents(plus(cents, cents));

// @ts-expect-error A balance in ledger units is not written as cents.
formatCents(balance);

// @ts-expect-error What something is worth is not what is posted.
export const posted: Posting = { from: 1n, to: 2n, assetId: 1, units: cents };

// @ts-expect-error Cents and wei do not add up.
plus(cents, toChainUnits(1n));
