/** People who do with the screens what people do: register, set a payment password, send. Roles and labels only. */
import { randomBytes } from 'node:crypto';

import type { Locator } from '@playwright/test';

import { demoPeople } from '../../apps/server/src/modules/demo/people.ts';
import { codeIn, type SharedApp } from '../program/app.ts';
import { expectAnnounced } from '../window/expect-announced.ts';
import { expectSlow } from '../window/expect-slow.ts';
import type { Visit } from '../window/visit.ts';

/** What somebody calls themselves and knows. */
export interface JourneyIdentity {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly payPassword: string;
}

export type JourneyPerson = Visit & JourneyIdentity;

/** Nobody's yet, in any file that runs at the same time. */
export function newIdentity(): JourneyIdentity {
  const username = `tester${randomBytes(6).toString('hex')}`;
  return {
    username,
    email: `${username}@mail.example`,
    password: 'Marigold-2026!',
    payPassword: '258036',
  };
}

/** Somebody who has no account yet, in a window. */
export function somebody(visit: Visit): JourneyPerson {
  return { ...visit, ...newIdentity() };
}

/** One of the people of the demonstration, in a window. */
export function demoPerson(username: string, visit: Visit): JourneyPerson {
  const found = demoPeople.find((one) => one.username === username);
  if (found === undefined) throw new Error(`There is no ${username} in the demonstration.`);
  const { contact, password, payPassword } = found;
  return { ...visit, username, email: contact.target, password, payPassword };
}

/** Registers through the real screen, with the code from the mail; ends on the home of a new user. */
export async function registerPerson(app: SharedApp, person: JourneyPerson): Promise<void> {
  const { page, press } = person;
  await page.goto('/pages/login/login?type=register');
  await page.getByRole('textbox', { name: 'Username' }).fill(person.username);
  await press(page.getByRole('button', { name: 'Use email instead' }));
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await press(page.getByRole('button', { name: 'Send code' }));
  const code = codeIn(await app.mail(person.email));
  await page.getByRole('textbox', { name: 'Verification code' }).fill(code);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await press(page.getByRole('button', { name: 'Create account' }));
  await expectAnnounced(page, /^Account created/);
  await expectSlow(page).toHaveTitle('Home · Marigold');
}

/** Logs in through the screen, on a device that is trusted; ends wherever that leads. */
export async function logIn(person: JourneyPerson): Promise<void> {
  await typePassword(person);
  await expectAnnounced(person.page, /^You are logged in/);
}

/** As logIn on a device that is new to the account: with the code that the mail carries, which it answers. */
export async function logInWithCode(
  app: SharedApp,
  person: JourneyPerson,
  used: readonly string[] = [],
): Promise<string> {
  await typePassword(person);
  const code = await enterLoginCode(app, person, used);
  await expectAnnounced(person.page, /^You are logged in/);
  return code;
}

/** Types the code that a new device is asked for; `used` are codes of log-ins before it. */
export async function enterLoginCode(
  app: SharedApp,
  { page, email }: JourneyPerson,
  used: readonly string[] = [],
): Promise<string> {
  await expectSlow(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
  await expectSlow(page.getByText('Code sent to')).toBeVisible();
  const others = used.map((code) => `(?!${code})`).join('');
  const code = codeIn(await app.mailAbout(email, new RegExp(`^${others}\\d{6} is your login code`)));
  await page.getByRole('textbox', { name: 'Verification code' }).fill(code);
  return code;
}

async function typePassword({ page, press, username, password }: JourneyPerson): Promise<void> {
  await page.goto('/pages/login/login');
  await page.getByRole('textbox', { name: 'Username, phone or email' }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page.getByRole('button', { name: 'Log in' }));
}

/** Sets the six digits from the page of a person who has none yet. */
export async function setPaymentPassword({
  page,
  press,
  password,
  payPassword,
}: JourneyPerson): Promise<void> {
  await page.goto('/pages/user/walletpassword');
  await page.getByLabel('Login password').fill(password);
  await page.getByLabel('New payment password', { exact: true }).fill(payPassword);
  await page.getByLabel('Repeat the new payment password').fill(payPassword);
  await press(page.getByRole('button', { name: 'Set payment password' }));
  await expectAnnounced(page, /^Payment password set/);
}

/** What a screen says in pairs, such as the details of a bill: `{ 'Order number': '…', Amount: '…' }`. */
export async function readTermsOn(within: Locator): Promise<Readonly<Record<string, string>>> {
  const terms = await within.getByRole('term').allInnerTexts();
  const definitions = await within.getByRole('definition').allInnerTexts();
  return Object.fromEntries(terms.map((term, index) => [term, plain(definitions[index] ?? '')]));
}

/** A text with ordinary spaces, as a person would write it down. */
export function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

export interface SentTransfer {
  readonly to: string;
  readonly amount: string;
  /** What is typed the second time; the same when it is not said. */
  readonly again?: string;
  readonly note?: string;
  readonly currency?: string;
}

/** Fills the transfer form and waits until the payee is known; nothing is sent. */
export async function fillTransfer({ page }: JourneyPerson, transfer: SentTransfer): Promise<void> {
  const { to, amount, again = amount, note, currency = 'USDT' } = transfer;
  await page.goto(`/pages/exchange/transfer?currency=${currency}`);
  await page.getByRole('textbox', { name: 'To', exact: true }).fill(to);
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill(amount);
  await page.getByRole('textbox', { name: 'Enter the amount again' }).fill(again);
  if (note !== undefined) await page.getByRole('textbox', { name: 'Note' }).fill(note);
  await expectSlow(page.getByText('Recipient found')).toBeVisible();
}

/** From the filled form to the sheet that asks for the approval. */
export async function review({ page, press }: JourneyPerson): Promise<Locator> {
  await press(page.getByRole('button', { name: 'Review transfer' }));
  const sheet = page.getByRole('dialog', { name: 'Confirm and pay' });
  await expectSlow(sheet).toBeVisible();
  return sheet;
}

/** Taps the digits on the sheet's own keypad. */
export async function enterPaymentPassword({ page, press }: JourneyPerson, digits: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Confirm and pay' });
  for (const digit of digits) await press(sheet.getByRole('button', { name: digit, exact: true }));
}

/** A whole transfer that is expected to go through; ends on its result. */
export async function sendTransfer(person: JourneyPerson, transfer: SentTransfer): Promise<void> {
  await fillTransfer(person, transfer);
  await review(person);
  await enterPaymentPassword(person, person.payPassword);
  await completed(person);
}

/** The result page says so. */
export async function completed(person: JourneyPerson, within: { timeout?: number } = {}): Promise<void> {
  await expectSlow(person.page.getByRole('heading', { name: 'Transfer completed' })).toBeVisible(within);
  await sheetClosed(person);
}

/** The sheet is gone and has given its entry of the history back, which it does a moment later. */
export async function sheetClosed({ page }: JourneyPerson): Promise<void> {
  await expectSlow(page.getByRole('dialog')).toHaveCount(0);
  await page.waitForFunction(() => (history.state as { layer?: string } | null)?.layer === undefined);
}
