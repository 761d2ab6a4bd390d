/** Identities as people have them verified: two-step verification bound beforehand, the company's page, and its panel. */
import type { TextId } from '@marigold/texts/ids';
import { type LooseValues, sayWith } from '@marigold/texts/say';
import type { Browser, Locator, Page } from '@playwright/test';
import pg from 'pg';

import { codeAt } from '../../apps/server/testing/authenticator-code.ts';
import { codeIn, type SharedApp } from '../program/app.ts';
import { expectSlow } from '../window/expect-slow.ts';
import { openVisit, type Visit, type WindowProfile } from '../window/visit.ts';
import { type JourneyAccount, makeAccount } from './people.ts';

const locales = { en: 'en-US', ru: 'ru-RU', 'zh-Hans': 'zh-CN' } as const;

export type JourneyApplicant = Visit &
  JourneyAccount & {
    readonly t: (id: TextId, values?: LooseValues) => string;
    /** Six digits of their app that pass now. */
    readonly digits: () => Promise<string>;
  };

/** Somebody with two-step verification and money, in a window; the pause that follows the binding is over. */
export async function openApplicant(
  app: SharedApp,
  browser: Browser,
  { profile, language }: { readonly profile: WindowProfile; readonly language: keyof typeof locales },
): Promise<JourneyApplicant> {
  const account = await makeAccount(app);
  const { secret } = await account.call('user/google/new', {});
  const { challengeId } = await account.call('verify/start', { kind: 'user/google/bind', method: 'email' });
  const code = codeIn(await app.mailAbout(account.email, /turns on two-step verification/));
  await account.call('user/google/bind', {
    loginPassword: account.password,
    code: codeAt(secret, Date.now()),
    verify: { challengeId, code },
  });
  const { id } = await itemRowOf<{ id: string }>(
    app,
    'select id from app.person where username = $1',
    account.username,
  );
  await itemRowOf(app, 'delete from app.freeze where user_id = $1', id);
  await app.credit(account.username, 'USDT', '5010');
  const visit = await openVisit(browser, { profile, locale: locales[language], url: app.url });
  const user = await account.call('user/info', {});
  await visit.context.setStorageState(withItem(account.storage, 'userInfo', JSON.stringify(user)));
  return {
    ...account,
    ...visit,
    t: (text, values = {}) => sayWith(language, text, values),
    // As far as the program knows, no digits of this person were used: nobody waits for the next ones.
    async digits() {
      await itemRowOf(app, 'update app.google set last_step = 0 where user_id = $1', id);
      return codeAt(secret, Date.now());
    },
  };
}

type Storage = JourneyAccount['storage'];

function withItem(storage: Storage, name: string, value: string): Storage {
  const origins = storage.origins.map(({ localStorage, ...origin }) => ({
    ...origin,
    localStorage: [...localStorage.filter((item) => item.name !== name), { name, value }],
  }));
  return { ...storage, origins };
}

/** Runs one statement on the program's own database; answers its first row. */
export async function itemRowOf<Row>(app: SharedApp, statement: string, value: string): Promise<Row> {
  const client = new pg.Client({ connectionString: app.databaseUrl() });
  await client.connect();
  try {
    return (await client.query(statement, [value])).rows[0] as Row;
  } finally {
    await client.end();
  }
}

/** From the home of identity to an order that can be paid. */
export async function orderCheck({ page, press, t }: JourneyApplicant): Promise<void> {
  await page.goto('/pages/kyc/kyc');
  await press(page.getByRole('link', { name: t('kyc.step.order.action') }));
  await press(page.getByRole('button', { name: t('kyc.order.create') }));
  await expectSlow(payButton({ page })).toBeVisible();
}

const payButton = ({ page }: { readonly page: Page }): Locator =>
  page.getByRole('button', { name: /10[.,]00\sUSDT/ });

/** Approves the payment with the password and the digits of the app. */
export async function approvePayment(person: JourneyApplicant): Promise<void> {
  const { page, press, t, payPassword } = person;
  await press(payButton(person));
  const sheet = page.getByRole('dialog');
  for (const digit of payPassword) await press(sheet.getByRole('button', { name: digit, exact: true }));
  await expectSlow(sheet.getByRole('heading', { name: t('kyc.pay.codeTitle') })).toBeVisible();
  await sheet.getByRole('textbox').fill(await person.digits());
}

/** Ordered and paid, up to where the check begins. */
export async function payCheck(person: JourneyApplicant): Promise<void> {
  const { page, press, t } = person;
  await orderCheck(person);
  await approvePayment(person);
  await expectSlow(page.getByText(t('kyc.orderState.paid')).first()).toBeVisible();
  await press(page.getByRole('link', { name: t('kyc.step.start.action') }));
}

/** Accepts the company's agreement and answers its page, which opens in a window of its own. */
export async function openCompany({ page, context, press, t }: JourneyApplicant): Promise<Page> {
  await page.getByRole('radio', { name: /^Demo Identity/ }).check();
  await page.getByRole('checkbox').check();
  await press(page.getByRole('button', { name: t('kycreview.start') }));
  const link = page.getByRole('link', { name: t('kycreview.continueAt', { company: 'Demo Identity' }) });
  await expectSlow(link).toBeVisible();
  const opened = context.waitForEvent('page');
  await press(link);
  const company = await opened;
  await expectSlow(company.getByRole('heading', { name: t('dev.company.title') })).toBeVisible();
  return company;
}

/** Sends in the sample person of the company's page and closes it once it led back. */
export async function sendIn(company: Page, { t }: JourneyApplicant, result: 'soon' | 'held'): Promise<void> {
  await company.getByLabel(t('dev.company.result')).selectOption(result);
  await company.getByRole('button', { name: t('dev.company.submit') }).click();
  await expectSlow(company).toHaveURL(/\/pages\/kyc\/(third|inreview)/);
  await company.close();
}

/** What somebody at the demo company decides about this person, or what goes wrong there. */
export async function orderCompany(app: SharedApp, order: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(`${app.url}/dev/partners`, {
    method: 'POST',
    headers: { origin: app.url },
    body: new URLSearchParams(order),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`The panel answers ${answer.status}: ${await answer.text()}`);
}

/** The company's name of the person. */
export async function applicantOf(app: SharedApp, { username }: JourneyApplicant): Promise<string> {
  const statement = `select r.id from app.kyc_record r join app.person p on p.id = r.user_id where p.username = $1`;
  return (await itemRowOf<{ id: string }>(app, statement, username)).id;
}

/** Fills the form for more than a day of level 1, up to the payment password. */
export async function sendMuch(
  { page, press, t, payPassword }: JourneyApplicant,
  amount: string,
): Promise<void> {
  await page.goto('/pages/exchange/transfer?currency=USDT&chain=internal');
  await page.getByRole('textbox', { name: t('transfer.to'), exact: true }).fill('boris');
  for (const id of ['transfer.amount', 'transfer.again'] as const)
    await page.getByRole('textbox', { name: t(id), exact: true }).fill(amount);
  await expectSlow(page.getByText(t('transfer.toFound', { masked: 'b*ris' }))).toBeVisible();
  await press(page.getByRole('button', { name: t('transfer.review') }));
  const sheet = page.getByRole('dialog');
  for (const digit of payPassword) await press(sheet.getByRole('button', { name: digit, exact: true }));
}
