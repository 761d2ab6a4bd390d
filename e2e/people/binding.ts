/** Numbers of identities on the page that links them, and identities of people whose check is not what a journey is about. */
import { randomInt } from 'node:crypto';

import { authNoBase, authNoDrawn, authNoOf, isAuthNo } from '@marigold/partners/auth-no';
import type { Locator } from '@playwright/test';

import { houseVault } from '../../apps/server/src/modules/kyc/record/house-vault.ts';
import { openOwner } from '../../apps/server/src/platform/database/database.ts';
import { approvedRecordOf } from '../../apps/server/testing/bindings.ts';
import type { SharedApp } from '../program/app.ts';
import { expectSlow } from '../window/expect-slow.ts';
import { type JourneyApplicant, itemRowOf } from './identity.ts';

/** A new identity of somebody, approved and not used, put into the tables of the program. */
export async function approvedNumberOf(app: SharedApp, { username }: JourneyApplicant): Promise<string> {
  const statement = 'select id from app.person where username = $1';
  const { id: userId } = await itemRowOf<{ id: string }>(app, statement, username);
  const owner = openOwner(app.databaseUrl());
  try {
    const vault = houseVault(app.secretKey());
    return (await approvedRecordOf(owner.db, { userId, vault, now: Date.now() })).authNo;
  } finally {
    await owner.close();
  }
}

/** A number as the house makes them that it gave nobody: drawn anew, as many as there are. */
export function nobodysNumber(): string {
  return authNoOf(Array.from({ length: authNoDrawn }, () => randomInt(authNoBase)));
}

/** The same with its last character wrong, which is no number at all. */
export function brokenNumber(): string {
  const body = nobodysNumber().slice(0, -1);
  const broken = ['0', '1'].map((last) => body + last).find((number) => !isAuthNo(number));
  if (broken === undefined) throw new Error('Broken: one character checks a number');
  return broken;
}

type Wanted = { readonly number?: string; readonly use: 'system' | 'card'; readonly description?: string };

/** From the form, with its number already in it where none is typed, to the sheet that asks for the payment password. */
export async function fillBinding(
  { page, press, t }: JourneyApplicant,
  { number, use, description }: Wanted,
): Promise<Locator> {
  const field = (name: string): Locator => page.getByRole('textbox', { name });
  if (number !== undefined) await field(t('kycauth.number')).fill(number);
  await press(page.getByRole('radio', { name: new RegExp(`^${t(`kycauth.use.${use}`)} `) }));
  await field(t('kycauth.purpose')).fill('A card for my work');
  await field(t('kycauth.contact')).fill('ann@example.com');
  if (description !== undefined) await field(t('kycauth.description')).fill(description);
  await press(page.getByRole('button', { name: t('kycauth.send'), exact: true }));
  const sheet = page.getByRole('dialog', { name: t('kycauth.confirm.title') });
  await expectSlow(sheet).toBeVisible();
  return sheet;
}

/** Digits on the keypad of the sheet that is open. */
export async function typeDigits({ page, press }: JourneyApplicant, digits: string): Promise<void> {
  const sheet = page.getByRole('dialog');
  for (const digit of digits) await press(sheet.getByRole('button', { name: digit, exact: true }));
}
