/** What an event of the live line makes old is read again by the page that shows it, without anybody touching it. */
import type { Path } from '@marigold/contract/contract';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf } from '../../testing/answers.ts';
import { tell } from '../../testing/line.ts';
import { billDetail, idOf } from '../../testing/samples.ts';
import { openPage } from '../../testing/screen.tsx';
import { readsOf } from './live-reads.ts';
import { paths } from './paths.ts';

/** Where each read is on screen, and what must be touched before it is. */
const shownAt: Readonly<Partial<Record<Path, string>>> = {
  'wallet/asset/list': paths.assets(),
  'wallet/asset/explain': paths.assets({ explain: 'USDT' }),
  'wallet/deposit/list': paths.receive({ currency: 'USDT', chain: 'eth' }),
  'wallet/address/get': paths.receive({ currency: 'USDT', chain: 'eth' }),
  'wallet/address/list': paths.receive({ currency: 'USDT', chain: 'eth' }),
  'transfer/config': paths.transfer({ currency: 'USDT', to: '100000002' }),
  'trade/config': paths.trade({ pair: 'BTC_USDT' }),
  'trade/open': paths.trade({ pair: 'BTC_USDT' }),
  'trade/history': paths.tradeBills({ tab: 'history' }),
  'trade/fills': paths.tradeBills({ tab: 'fills' }),
  'trade/detail': paths.order(idOf(501)),
  'bill/list': paths.bills(),
  'bill/summary': paths.bills(),
  'bill/detail': paths.billDetail(idOf(301)),
  'bill/export/preview': paths.exportBills({ range: '1m' }),
  'bill/export/list': paths.exportBills({ range: '1m' }),
  'life/insight': paths.life(),
  'payee/list': paths.payees(),
  'payee/recent': paths.recipient({ currency: 'USDT' }),
  'risk/list': paths.risks(),
  'risk/detail': paths.riskDetail(idOf(401)),
  'message/list': paths.messages(),
  'message/summary': paths.messages(),
  'invite/info': paths.invite(),
  'invite/list': paths.invite(),
};

/** Follows the form of a transfer and has no address of its own. */
const withoutAddress: Path = 'transfer/detail';

const told = Object.entries(readsOf).flatMap(([event, reads]) =>
  reads.filter((path) => path !== withoutAddress).map((path) => ({ event, path })),
);

describe('an event of the live line', () => {
  it.for(told)('"$event" has $path read again by the page that shows it', async ({ event, path }) => {
    const address = shownAt[path];
    if (address === undefined) throw new Error(`no page is named that shows ${path}`);
    await openPage(address);
    if (path === 'wallet/address/list') {
      await page.getByRole('button', { name: 'Your addresses' }).click();
      await expect.poll(() => callsOf(path).length).toBeGreaterThan(0);
    }
    const before = callsOf(path).length;
    expect(before).toBeGreaterThan(0);
    tell(event, { id: idOf(301) });
    await expect.poll(() => callsOf(path).length).toBeGreaterThan(before);
  });
});
