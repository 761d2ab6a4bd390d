/** Passkeys by people: add one, pay above the limit with a touch, log in on another device, remove it. */
import type { TextId } from '@marigold/texts/ids';
import { sayWith } from '@marigold/texts/say';
import type { Browser, CDPSession } from '@playwright/test';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { expectInputs } from './people/inputs.ts';
import { type JourneyAccount, makeAccount } from './people/people.ts';
import type { JourneyPerson } from './people/person.ts';
import { codeIn, sharedApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit, type Visit } from './window/visit.ts';

const app = sharedApp();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** Of the code that adds a key, in either language. */
const codeSubject = /^\d{6} (adds a passkey|— код для добавления)/;

/** What the form calls a key that is made here. */
const keyName = 'Chrome · Linux';

/** An authenticator of a device. */
interface Authenticator {
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

/** An authenticator of the device that recognises its person by itself. */
async function authenticatorOf({ context, page }: Visit): Promise<Authenticator> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** Six hours later, as far as the freeze and the key of somebody know. */
async function sixHoursOn(username: string): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl() });
  await client.connect();
  const own = `(select id from app.person where username_key = lower($1))`;
  await client.query(`update app.passkey set approves_money_from = now() where user_id = ${own}`, [username]);
  await client.query(
    `update app.freeze set lifted_at = now(), lifted_by = 'support' where user_id = ${own} and lifted_at is null`,
    [username],
  );
  await client.end();
}

describe.each([
  ['phone', 'en', 'en-US'],
  ['desktop', 'ru', 'ru-RU'],
] as const)('a passkey on a %s in %s', (profile, language, locale) => {
  const t = (id: TextId, values = {}): string => sayWith(language, id, values);
  let person: JourneyPerson & JourneyAccount;
  let key: Authenticator;

  beforeAll(async () => {
    const account = await makeAccount(app);
    const visit = await openVisit(browser, { profile, url: app.url, locale });
    await visit.context.setStorageState(account.storage);
    person = { ...account, ...visit };
    key = await authenticatorOf(visit);
    await app.credit(person.username, 'USDT', '500');
  });
  afterAll(async () => {
    await person?.close();
  });

  /** As keys that the devices of a person share. */
  async function shareKeys(other: Visit): Promise<void> {
    const { cdp, authenticatorId } = await authenticatorOf(other);
    const { credentials } = await key.cdp.send('WebAuthn.getCredentials', {
      authenticatorId: key.authenticatorId,
    });
    for (const credential of credentials)
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
  }

  it('is added by the login password, a touch and a code', async () => {
    const { page, press, password, email } = person;
    await page.goto('/pages/user/passkeys');
    await expectSlow(page.getByText(t('passkeys.none'))).toBeVisible();
    await press(page.getByRole('button', { name: t('passkeys.add') }));
    await expectInputs(person, 'add a passkey', async () => {
      await page.getByLabel(t('passkeys.loginPassword'), { exact: true }).fill(password);
      await press(page.getByRole('button', { name: t('passkeys.add') }));
      const mail = await app.mailAbout(email, codeSubject);
      await page.getByRole('dialog').getByRole('textbox').fill(codeIn(mail));
      await expectSlow(page.getByRole('button', { name: keyName })).toBeVisible();
    });
  });

  it('pays above the limit by a touch, once its hours are over', async () => {
    const { page, press, payPassword, username } = person;
    await sixHoursOn(username);
    await page.goto('/pages/exchange/transfer?currency=USDT');
    await page.getByRole('textbox', { name: t('transfer.to'), exact: true }).fill('boris');
    await page.getByRole('textbox', { name: t('transfer.amount'), exact: true }).fill('40');
    await page.getByRole('textbox', { name: t('transfer.again') }).fill('40');
    await expectSlow(page.getByText(t('transfer.toFound', { masked: 'b*ris' }))).toBeVisible();
    await press(page.getByRole('button', { name: t('transfer.review') }));
    await expectInputs(person, 'pay above the limits', async () => {
      const sheet = page.getByRole('dialog');
      for (const digit of payPassword) await press(sheet.getByRole('button', { name: digit, exact: true }));
      await press(sheet.getByRole('button', { name: t('verify.usePasskey') }));
      await expectSlow(page.getByRole('heading', { name: t('transfer.result.successTitle') })).toBeVisible();
    });
  });

  it('logs in where nobody was before, with no name, no password and no code', async () => {
    const other = await openVisit(browser, { profile, url: app.url, locale });
    await shareKeys(other);
    await other.page.goto('/pages/login/login');
    await expectInputs(other, 'log in by a passkey', async () => {
      await other.press(other.page.getByRole('button', { name: t('login.passkey'), exact: true }));
      await expectSlow(other.page).toHaveTitle(`${t('shell.title.home')} · Marigold`);
    });
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it('is the second step after a password where nobody was before, and a mailed code is none', async () => {
    const other = await openVisit(browser, { profile, url: app.url, locale });
    const { page, press } = other;
    await page.goto('/pages/login/login');
    await page.getByRole('textbox', { name: t('login.account') }).fill(person.username);
    await expectInputs(other, 'log in on a new device', async () => {
      await page.getByLabel(t('login.password'), { exact: true }).fill(person.password);
      await press(page.getByRole('button', { name: t('login.submit'), exact: true }));
      await expectSlow(page.getByRole('heading', { name: t('login.secondTitle') })).toBeVisible();
      await expectSlow(page.getByText(t('verify.email'), { exact: true })).toHaveCount(0);
      // Only now: a key that were there before would answer beside the form's fields.
      await shareKeys(other);
      await press(page.getByRole('button', { name: t('verify.usePasskey') }));
      await expectSlow(page).toHaveTitle(`${t('shell.title.home')} · Marigold`);
    });
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it('is removed by itself, and is none any more', async () => {
    const { page, press, password } = person;
    await page.goto('/pages/user/passkeys');
    await press(page.getByRole('button', { name: keyName }));
    await page.getByLabel(t('passkeys.loginPassword'), { exact: true }).fill(password);
    await press(page.getByRole('button', { name: t('passkeys.remove'), exact: true }));
    await press(page.getByRole('dialog').getByRole('button', { name: t('verify.usePasskey') }));
    await expectSlow(page.getByText(t('passkeys.none'))).toBeVisible();
    expect(person.complaints).toEqual([]);
  });
});
