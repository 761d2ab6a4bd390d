/** The limits of a person: lower at once, higher by a code and a day later, cancelled in between; and what payments ask for. */
import { hourMs } from '@marigold/money/spans';
import type { TextId } from '@marigold/texts/ids';
import { type LooseValues, sayWith } from '@marigold/texts/say';
import type { Browser, Locator } from '@playwright/test';
import pg from 'pg';
import { afterAll, beforeAll, it } from 'vitest';

import { expectInputs } from './people/inputs.ts';
import { type JourneyAccount, makeAccount } from './people/people.ts';
import { writtenAs } from './people/words.ts';
import { type App, codeIn, startApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectAnnounced } from './window/expect-announced.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit, type Visit } from './window/visit.ts';

/** Two starts of the program beside everything else. */
const restartTimeoutMs = 300_000;

const windows = [
  { profile: 'phone', language: 'zh-Hans', locale: 'zh-CN' },
  { profile: 'desktop', language: 'en', locale: 'en-US' },
] as const;

type Owner = Visit & JourneyAccount & { readonly t: (id: TextId, values?: LooseValues) => string };

let app: App;
let browser: Browser;
const owners: Owner[] = [];
const ownerOn = (profile: Owner['profile']): Owner => owners.find((one) => one.profile === profile) as Owner;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  for (const { profile, language, locale } of windows) {
    const account = await makeAccount(app);
    const visit = await openVisit(browser, { profile, locale, url: app.url });
    await visit.context.setStorageState(account.storage);
    await app.credit(account.username, 'USDT', '500');
    owners.push({ ...account, ...visit, t: (id, values = {}) => sayWith(language, id, values) });
  }
});
afterAll(async () => {
  for (const owner of owners) await owner.close();
  await browser?.close();
  await app?.end();
});

/** Another code may be asked for: a minute later, as far as the program knows of this person. */
async function minuteOn({ username }: Owner): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl() });
  await client.connect();
  await client.query(
    `update app.challenge set created_at = created_at - interval '1 minute'
     where user_id = (select id from app.person where username_key = lower($1))`,
    [username],
  );
  await client.end();
}

/** The code of the first mail with these words in its subject; `used` are codes that came before it. */
async function mailedCode({ email }: Owner, words: string, used = ''): Promise<string> {
  const before = used === '' ? '' : `^(?!${used})`;
  return codeIn(await app.mailAbout(email, new RegExp(`${before}.*${writtenAs(words).source}`)));
}

/** Sends 25 USDT to boris; `code` answers where one is asked for. */
async function pay(owner: Owner, code?: () => Promise<string>): Promise<void> {
  const { page, press, payPassword, t } = owner;
  await page.goto('/pages/exchange/transfer?currency=USDT&chain=internal');
  await page.getByRole('textbox', { name: t('transfer.to'), exact: true }).fill('boris');
  await page.getByRole('textbox', { name: t('transfer.amount'), exact: true }).fill('25');
  await page.getByRole('textbox', { name: t('transfer.again') }).fill('25');
  await expectSlow(page.getByText(t('transfer.toFound', { masked: 'b*ris' }))).toBeVisible();
  await press(page.getByRole('button', { name: t('transfer.review') }));
  const flow = code === undefined ? 'pay below the limits' : 'pay above the limits';
  await expectInputs(owner, flow, async () => {
    const sheet = page.getByRole('dialog');
    for (const digit of payPassword) await press(sheet.getByRole('button', { name: digit, exact: true }));
    if (code !== undefined) await sheet.getByRole('textbox', { name: t('verify.code') }).fill(await code());
    await expectSlow(page.getByRole('heading', { name: t('transfer.result.successTitle') })).toBeVisible();
  });
}

const single = ({ page, t }: Owner): Locator => page.getByRole('textbox', { name: t('limit.single') });
const timer = ({ page }: Owner): Locator => page.getByRole('main').getByRole('timer');

/** Asks for 50 in one payment and 200 a day; answers the code that approved it. */
async function raise(owner: Owner, used?: string): Promise<string> {
  const { page, press, t } = owner;
  await minuteOn(owner);
  await page.goto('/pages/user/walletlimit');
  let code = '';
  await expectInputs(owner, 'raise the limits', async () => {
    await single(owner).fill('50');
    await page.getByRole('textbox', { name: t('limit.total') }).fill('200');
    await press(page.getByRole('button', { name: t('limit.save') }));
    code = await mailedCode(owner, t('mail.limit.subject', { code: '' }), used);
    await page.getByRole('dialog').getByRole('textbox').fill(code);
    await expectSlow(timer(owner)).toHaveText(/^(24:00:00|23:5\d:\d\d)$/);
  });
  return code;
}

it.each(['phone', 'desktop'] as const)(
  'lower ones hold at once, and a payment above them asks for a code on a %s',
  async (profile) => {
    const owner = ownerOn(profile);
    const { page, press, t } = owner;
    await page.goto('/pages/user/walletlimit');
    await single(owner).fill('20');
    await press(page.getByRole('button', { name: t('limit.save') }));
    await expectAnnounced(page, writtenAs(t('limit.saved')));
    const words = t('mail.payment.subject', { amount: '25', currency: 'USDT', payee: 'b*ris' });
    await pay(owner, async () => await mailedCode(owner, words));
  },
);

it.each(['phone', 'desktop'] as const)(
  'higher ones wait beside those that hold, can be cancelled, and asked for again on a %s',
  async (profile) => {
    const owner = ownerOn(profile);
    const { page, press, t } = owner;
    const used = await raise(owner);
    const rows = page.getByRole('main').getByRole('definition');
    await expectSlow(rows.filter({ hasText: /20\.00\s\/\s.*100\.00/ })).toBeVisible();
    await expectSlow(rows.filter({ hasText: /50\.00\s\/\s.*200\.00/ })).toBeVisible();
    await expectSlow(single(owner)).toHaveValue('20');
    await press(page.getByRole('button', { name: t('limit.cancel') }));
    await expectAnnounced(page, writtenAs(t('limit.cancelled')));
    await expectSlow(timer(owner)).toHaveCount(0);
    await expectSlow(rows).toHaveCount(0);
    await raise(owner, used);
  },
);

it(
  'hold a day later: what asked for a code before goes without one',
  { timeout: restartTimeoutMs },
  async () => {
    await app.crash();
    await app.restart({ CLOCK_OFFSET_MS: String(24 * hourMs) });
    for (const owner of owners) {
      await owner.page.goto('/pages/user/walletlimit');
      await expectSlow(single(owner)).toHaveValue('50');
      await expectSlow(timer(owner)).toHaveCount(0);
      await pay(owner);
    }
  },
);
