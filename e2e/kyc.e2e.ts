/** An identity on the screens: ordered, paid, checked through the demo company, asked again, and what goes wrong on the way. */
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  type JourneyApplicant,
  applicantOf,
  approvePayment,
  openApplicant,
  openCompany,
  orderCheck,
  orderCompany,
  payCheck,
  itemRowOf,
  sendIn,
  sendMuch,
} from './people/identity.ts';
import { writtenAs } from './people/words.ts';
import { type App, startApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectSlow } from './window/expect-slow.ts';

/** The program is killed and starts anew. */
const diesTimeoutMs = 180_000;

let app: App;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.end();
});

describe.each([
  { profile: 'phone', language: 'en' },
  { profile: 'desktop', language: 'ru' },
] as const)('an identity on a $profile in $language', ({ profile, language }) => {
  let person: JourneyApplicant;

  beforeAll(async () => {
    person = await openApplicant(app, browser, { profile, language });
  });
  afterAll(async () => {
    await person?.close();
  });

  it('is ordered and paid because the limit of the day is too low', async () => {
    const { page, t } = person;
    await sendMuch(person, '2500');
    await expectSlow(
      page.getByRole('alert').filter({ hasText: writtenAs(limitWords(person)) }),
    ).toBeVisible();
    await payCheck(person);
    await expectSlow(page.getByRole('heading', { name: t('kycreview.choose.title') })).toBeVisible();
  });

  it('is asked again for one item, in the words of the company, and sent in once more', async () => {
    const { page, press, t } = person;
    await sendIn(await openCompany(person), person, 'held');
    await expectSlow(page.getByRole('heading', { name: t('kycreview.person.title') })).toBeVisible();
    const applicant = await applicantOf(app, person);
    const words = 'The lamp is in it: please turn it away.';
    await orderCompany(app, { order: 'again', applicant, item: 'idFront', label: 'glare', words });
    await press(page.getByRole('link', { name: t('kycreview.seeItems') }));
    const items = page.getByRole('list', { name: t('kycreview.items') }).getByRole('listitem');
    await expectSlow(items.filter({ hasText: words })).toContainText(t('kyc.item.idFront'));
    await expectSlow(items.filter({ hasText: t('kyc.itemState.accepted') }).first()).toBeVisible();
    await press(page.getByRole('link', { name: t('kycreview.continueAt', { company: 'Demo Identity' }) }));
    await sendIn(await openCompany(person), person, 'soon');
  });

  it('is approved while its person looks on, and what was above the limit goes', async () => {
    const { page, t } = person;
    await expectSlow(page.getByRole('heading', { name: t('kycreview.approved.title') })).toBeVisible();
    await page.goto('/pages/kyc/kyc');
    await expectSlow(page.getByText(t('kyc.step.done.text', { level: 3 }))).toBeVisible();
    await sendMuch(person, '2500');
    const code = page.getByRole('dialog').getByRole('textbox', { name: t('verify.code') });
    await expectSlow(code).toBeVisible();
    await code.fill(await person.digits());
    await expectSlow(page.getByRole('heading', { name: t('transfer.result.successTitle') })).toBeVisible();
    expect(person.complaints).toEqual([]);
  });
});

function limitWords({ t }: JourneyApplicant): string {
  return t('refusal.limit_exceeded', { hours: 24, left: '1000' }).slice(0, 30);
}

it(
  'is paid once, when the server is killed between the payment and its answer',
  { timeout: diesTimeoutMs },
  async () => {
    const person = await openApplicant(app, browser, { profile: 'phone', language: 'en' });
    const { page, press, t } = person;
    await orderCheck(person);
    let isPaid = false;
    await page.route('**/api/kyc/order/pay', async (route) => {
      if (isPaid) return await route.continue();
      isPaid = (await route.fetch()).ok();
      await app.crash();
      await route.abort('connectionreset');
    });
    await approvePayment(person);
    // The line may have brought the payment before the server died; its answer never comes.
    const begins = page.getByRole('link', { name: t('kyc.step.start.action') });
    await expectSlow(page.getByText(t('kyc.pay.unanswered')).or(begins).first()).toBeVisible();
    await app.restart();
    // The page learns of it by itself, and takes its sheet away: whoever went elsewhere meanwhile would be brought back.
    await expectSlow(begins).toBeVisible();
    await page.goto('/pages/kyc/kyc');
    await expectSlow(page.getByRole('heading', { name: t('kyc.step.start.title') })).toBeVisible();
    await press(page.getByRole('link', { name: t('kyc.orders') }));
    await expectSlow(page.getByText(t('kyc.orderState.paid')).first()).toBeVisible();
    const paid = `select count(*)::int as times,
        (select trim_scale(balance / 1e8)::text from ledger.account a join ledger.asset s on s.id = a.asset_id
         where a.owner_id = p.id and a.kind = 'available' and s.code = 'USDT') as "left"
      from app.bill b join app.person p on p.id = b.user_id
      where p.username = $1 and b.type = 'BUY_KYC' group by p.id`;
    expect(await itemRowOf(app, paid, person.username)).toEqual({ times: 1, left: '5000' });
    await person.close();
  },
);

it('waits for a company that is silent, says since when, and takes its result when it comes late', async () => {
  const person = await openApplicant(app, browser, { profile: 'desktop', language: 'zh-Hans' });
  const { page, t } = person;
  await payCheck(person);
  await sendIn(await openCompany(person), person, 'held');
  await expectSlow(page.getByRole('heading', { name: t('kycreview.person.title') })).toBeVisible();
  const applicant = await applicantOf(app, person);
  await orderCompany(app, { order: 'faults', down: 'on' });
  await orderCompany(app, { order: 'passed', applicant });
  await expectSlow(page.getByRole('heading', { name: t('kycreview.silent.title') })).toBeVisible();
  await orderCompany(app, { order: 'faults' });
  await orderCompany(app, { order: 'passed', applicant });
  await expectSlow(page.getByRole('heading', { name: t('kycreview.approved.title') })).toBeVisible();
  expect(person.complaints).toEqual([]);
  await person.close();
});
