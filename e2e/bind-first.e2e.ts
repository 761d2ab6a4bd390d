/** "Bind first": a page that needs what somebody has not set yet leads to it by one button, and stands as it was afterwards. */
import type { TextId } from '@marigold/texts/ids';
import { sayWith } from '@marigold/texts/say';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { codeAt } from '../apps/server/testing/authenticator-code.ts';
import { expectInputs } from './people/inputs.ts';
import { makeAccount } from './people/people.ts';
import type { JourneyPerson } from './people/person.ts';
import { writtenAs } from './people/words.ts';
import { codeIn, sharedApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit } from './window/visit.ts';

const app = sharedApp();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

describe.each([
  { profile: 'phone', language: 'en', locale: 'en-US', amount: '12.34' },
  { profile: 'desktop', language: 'ru', locale: 'ru-RU', amount: '12,34' },
] as const)('a gate on a $profile in $language', ({ profile, language, locale, amount }) => {
  const t = (id: TextId, values = {}): string => sayWith(language, id, values);
  let person: JourneyPerson;

  beforeAll(async () => {
    const account = await makeAccount(app, { pays: false });
    const visit = await openVisit(browser, { profile, url: app.url, locale });
    await visit.context.setStorageState(account.storage);
    person = { ...account, ...visit };
    await app.credit(person.username, 'USDT', '50');
  });
  afterAll(async () => {
    await person?.close();
  });

  const bindSubject = writtenAs(t('mail.bind.subject', { code: '' }));
  const field = (id: TextId) => person.page.getByRole('textbox', { name: t(id), exact: true });
  /** What is typed by hand, and no secret. */
  const typed = [
    ['transfer.to', 'boris'],
    ['transfer.amount', amount],
    ['transfer.again', amount],
    ['transfer.note', 'For the tea'],
  ] as const;

  it('leads from a filled transfer to the payment password and back: the form stands as it was, and pays', async () => {
    const { page, press, password, payPassword } = person;
    await page.goto('/pages/exchange/transfer?currency=USDT&chain=internal');
    for (const [id, text] of typed) await field(id).fill(text);
    await expectSlow(page.getByText(t('transfer.toFound', { masked: 'b*ris' }))).toBeVisible();
    await press(page.getByRole('link', { name: t('transfer.passwordNeededAction') }));
    await page.getByLabel(t('paypwd.loginPassword'), { exact: true }).fill(password);
    await page.getByLabel(t('paypwd.new'), { exact: true }).fill(payPassword);
    await page.getByLabel(t('paypwd.confirm'), { exact: true }).fill(payPassword);
    await press(page.getByRole('button', { name: t('paypwd.setSubmit') }));
    await expectSlow(page.getByRole('button', { name: t('transfer.review') })).toBeVisible();
    for (const [id, text] of typed) await expectSlow(field(id)).toHaveValue(text);
    await expectSlow(page.getByText(t('transfer.toFound', { masked: 'b*ris' }))).toBeVisible();
    const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
    expect(stored).toContain('For the tea');
    for (const secret of [password, payPassword]) expect(stored).not.toContain(secret);
    await press(page.getByRole('button', { name: t('transfer.review') }));
    const sheet = page.getByRole('dialog');
    await expectInputs(person, 'pay below the limits', async () => {
      for (const digit of payPassword) await press(sheet.getByRole('button', { name: digit, exact: true }));
      await expectSlow(page.getByRole('heading', { name: t('transfer.result.successTitle') })).toBeVisible();
    });
  });

  it('leads from a page that asks for the authenticator to its binding, and back to that very page', async () => {
    const { page, press, password, email } = person;
    const wanted = '/pages/googleauth/checkcode?for=user%2Fgoogle%2Funbind';
    await page.goto(wanted);
    await expectSlow(page.getByRole('heading', { name: t('google.needTitle') })).toBeVisible();
    await expectSlow(page.getByRole('main').getByRole('link')).toHaveCount(1);
    await press(page.getByRole('main').getByRole('link', { name: t('google.need') }));
    const list = page.getByRole('list', { name: t('google.codesTitle') });
    await expectInputs(person, 'bind an authenticator from a gate', async () => {
      const key = await page.getByRole('region', { name: t('google.key') }).innerText();
      const secret = (/(?:[A-Z2-7]{4} ?){8}/.exec(key)?.[0] ?? '').replaceAll(' ', '');
      await page.getByLabel(t('google.code'), { exact: true }).fill(codeAt(secret, Date.now()));
      await page.getByLabel(t('paypwd.loginPassword'), { exact: true }).fill(password);
      await press(page.getByRole('button', { name: t('google.bind'), exact: true }));
      const mail = await app.mailAbout(email, bindSubject);
      await page.getByRole('dialog').getByRole('textbox').fill(codeIn(mail));
      await expectSlow(list.getByRole('listitem')).toHaveCount(10);
      await page.getByRole('switch', { name: t('google.safe') }).click();
    });
    const [recoveryCode = ''] = await list.getByRole('listitem').allInnerTexts();
    await press(page.getByRole('button', { name: t('shell.done') }));
    await expectSlow(page).toHaveURL(`${app.url}${wanted}`);
    await page.getByLabel(t('paypwd.loginPassword'), { exact: true }).fill(password);
    await press(page.getByRole('button', { name: t('google.unbindNext') }));
    await press(page.getByRole('button', { name: t('google.usePaper') }));
    await field('google.recovery').fill(recoveryCode);
    await press(page.getByRole('button', { name: t('google.unbind'), exact: true }));
    await expectSlow(page.getByRole('heading', { name: t('google.unbound') })).toBeVisible();
    expect(person.complaints).toEqual([]);
  });
});
