/** Cards as people get them on the screens: an identity checked by the demo company, an order, its payment, its progress. */
import type { Locator } from '@playwright/test';

import type { SharedApp } from '../program/app.ts';
import { expectSlow } from '../window/expect-slow.ts';
import { itemRowOf, type JourneyApplicant, openCompany, payCheck, sendIn } from './identity.ts';

/** The demo company takes four seconds for each step, and a card of plastic has some six of them. */
const issuedWithin = { timeout: 90_000 };

/** Ordered, paid, and sent in at the demo company, which approves a moment later. */
export async function verifyIdentity(person: JourneyApplicant): Promise<void> {
  const { page, t } = person;
  await payCheck(person);
  const company = await openCompany(person);
  await sendIn(company, person, 'soon');
  await expectSlow(page.getByRole('heading', { name: t('kycreview.approved.title') })).toBeVisible(
    issuedWithin,
  );
}

/** From the shop to an application that waits to be paid: a card of plastic, mailed to where its person lives. */
export async function applyForCard(person: JourneyApplicant, country: string): Promise<void> {
  const { page, press, t } = person;
  await page.goto('/pages/card/detail?product=muse-platinum');
  await press(page.getByRole('link', { name: t('card.apply'), exact: true }));
  const type = async (field: TypedField, text: string) =>
    await page.getByRole('textbox', { name: t(`card.field.${field}`) }).fill(text);
  await type('latinName', 'anna muster');
  await type('phone', '+995555123456');
  await type('recipient', 'Anna Muster');
  await press(page.getByRole('link', { name: new RegExp(`^${t('card.field.country')}`) }));
  await press(page.getByRole('button', { name: new RegExp(country) }));
  await type('city', 'Tbilisi');
  await type('postal', '0108');
  await type('line', '24 Example Avenue');
  await page.getByRole('checkbox').check();
  await press(page.getByRole('button', { name: t('card.order.send') }));
  await expectSlow(page).toHaveURL(/cardmethod\?.*id=/);
}

type TypedField = 'latinName' | 'phone' | 'recipient' | 'city' | 'postal' | 'line';

/** Links the one identity that there is, and approves the price. */
export async function payForCard(person: JourneyApplicant): Promise<void> {
  const { page, press, t } = person;
  const identity = page.getByRole('radiogroup', { name: t('card.identity.title') }).getByRole('radio');
  await identity.first().check();
  await press(page.getByRole('button', { name: t('card.identity.link') }));
  await press(payButton(person));
  await approveCard(person);
  await expectSlow(page).toHaveURL(/waitkyc/);
}

export function payButton({ page }: Pick<JourneyApplicant, 'page'>): Locator {
  return page.getByRole('button', { name: /100[.,]00\sUSDT/ });
}

/** The payment password, then the digits of the app. */
export async function approveCard(person: JourneyApplicant): Promise<void> {
  const { page, press, t, payPassword } = person;
  const sheet = page.getByRole('dialog');
  for (const digit of payPassword) await press(sheet.getByRole('button', { name: digit, exact: true }));
  await expectSlow(sheet.getByRole('heading', { name: t('card.pay.codeTitle') })).toBeVisible();
  await sheet.getByRole('textbox').fill(await person.digits());
}

/** What the company needs, and then its steps, which are seen without a reload. */
export async function followToActivation({ page, press, t }: JourneyApplicant): Promise<void> {
  for (const field of ['occupation', 'income', 'purpose'] as const)
    await page.getByRole('combobox', { name: t(`card.field.${field}`) }).selectOption({ index: 1 });
  await press(page.getByRole('button', { name: t('card.ask.send') }));
  const activate = page.getByRole('link', { name: t('card.next.activate'), exact: true });
  await expectSlow(activate).toBeVisible(issuedWithin);
  await press(activate);
}

/** The last four digits of somebody's card, as they stand on it. */
export async function digitsOnCard(app: SharedApp, { username }: JourneyApplicant): Promise<string> {
  const statement = `select c.last4 from app.card c join app.person p on p.id = c.user_id where p.username = $1`;
  return (await itemRowOf<{ last4: string }>(app, statement, username)).last4;
}
