/** What an event of the live line makes old is read again by the page that shows it, without anybody touching it. */
import type { Path } from '@marigold/contract/contract';
import type { ComponentProps, ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { callsOf } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { sampleAuthNo } from '../../../testing/sample-kyc.ts';
import { idOf, minute, morning } from '../../../testing/samples.ts';
import { drawComponent, openPage } from '../../../testing/screen.tsx';
import { TransferProgress } from '../../features/transfer/progress/transfer-progress.tsx';
import { paths } from '../route/paths.ts';
import { isUserEvent, readsOf } from './live-reads.ts';

/** A transfer that was ordered a moment ago: its progress follows the form and has no address of its own. */
const ordered: ComponentProps<typeof TransferProgress>['order'] = {
  kind: 'onChain',
  quoteId: idOf(311),
  chain: 'eth',
  network: 'Ethereum (ERC20)',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  name: null,
  internal: null,
  warnings: [],
  payeeLock: null,
  minutes: 5,
  deadline: morning + minute,
  currency: 'USDT',
  amount: '20',
  again: '20',
  decimals: 2,
  fee: '2',
  recipientGets: '18',
  note: undefined,
};

/** Somebody to whom no page is shut. */
const whole = { hasGoogle: true, codesLeft: 10 };

/** Where each read is on screen: the address of its page, or what a page draws without one. */
const screenOf: Readonly<Partial<Record<Path, string | ReactNode>>> = {
  'wallet/asset/list': paths.assets(),
  'wallet/asset/explain': paths.assets({ explain: 'USDT' }),
  'wallet/deposit/list': paths.receive({ currency: 'USDT', chain: 'eth' }),
  'wallet/address/get': paths.receive({ currency: 'USDT', chain: 'eth' }),
  'wallet/address/list': paths.receive({ currency: 'USDT', chain: 'eth' }),
  'transfer/config': paths.transfer({ currency: 'USDT', to: '100000002' }),
  'transfer/detail': <TransferProgress order={ordered} billId={idOf(301)} onDone={() => undefined} />,
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
  'kyc/status': paths.kyc(),
  'kyc/config': paths.kyc(),
  'kyc/order/list': paths.kycOrder({ id: idOf(1201) }),
  'kyc/order/detail': paths.kycOrder({ id: idOf(1201) }),
  'kyc/list': paths.kycRecords(),
  'kyc/detail': paths.kycRecord({ record: sampleAuthNo }),
  'kyc/draft': paths.kycPerson({ record: sampleAuthNo, step: '1' }),
  'kyc/third/link': paths.kycThird({ record: sampleAuthNo }),
  'kyc/bind/list': paths.kycAuth(),
  'card/list': paths.cards(),
  'card/info': paths.cardInfo(idOf(1401)),
  'card/order/list': paths.cards(),
  'card/order/detail': paths.cardApplication({ id: idOf(1301) }),
  'message/list': paths.messages(),
  'message/summary': paths.messages(),
  'invite/info': paths.invite(),
  'invite/list': paths.invite(),
};

const events = Object.keys(readsOf)
  .filter(isUserEvent)
  .flatMap((event) => readsOf[event].map((path) => ({ event, path })));

describe('an event of the live line', () => {
  it.for(events)('"$event" has $path read again by the page that shows it', async ({ event, path }) => {
    const element = screenOf[path];
    if (element === undefined) throw new Error(`no page is named that shows ${path}`);
    if (typeof element === 'string') await openPage(element, { as: whole });
    else await drawComponent(element);
    if (path === 'wallet/address/list') await page.getByRole('button', { name: 'Your addresses' }).click();
    await expect.poll(() => callsOf(path).length).toBeGreaterThan(0);
    const before = callsOf(path).length;
    publish(event, { id: idOf(301) });
    await expect.poll(() => callsOf(path).length).toBeGreaterThan(before);
  });
});
