/** Identities linked by their number: one's own at once, somebody else's by their word, and nobody learns which there are. */
import type { Browser, Locator } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { approvedNumberOf, brokenNumber, fillBinding, nobodysNumber, typeDigits } from './people/binding.ts';
import { type JourneyApplicant, openApplicant, openCompany, payCheck, sendIn } from './people/identity.ts';
import { plain } from './people/person.ts';
import { writtenAs } from './people/words.ts';
import { sharedApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectAnnounced } from './window/expect-announced.ts';
import { expectSlow } from './window/expect-slow.ts';

/** Whose a number is, is looked for apart from the call, by a job of each minute. */
const soughtWithin = { timeout: 90_000 };
const journeyMs = 240_000;

const app = sharedApp();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** The row of a number in a list of the page. */
function rowOf(
  { page, t }: JourneyApplicant,
  list: 'kycauth.made' | 'kycauth.earlier',
  number: string,
): Locator {
  return page
    .getByRole('list', { name: t(list) })
    .getByRole('listitem')
    .filter({ hasText: number });
}

/** What the page says of a number that was asked for, without the number and without the moment at which it runs out. */
async function waitingWords({ page, t }: JourneyApplicant, number: string): Promise<string> {
  const status = page.getByRole('status').filter({ hasText: t('kycauth.waiting.title') });
  await expectSlow(status).toContainText(number);
  return plain(await status.innerText())
    .replace(number, 'N')
    .replaceAll(/\d[\d:.-]*\d/g, '#');
}

describe.each([
  { profile: 'phone', language: 'en' },
  { profile: 'desktop', language: 'ru' },
] as const)('numbers of identities on a $profile in $language', ({ profile, language }) => {
  let person: JourneyApplicant;
  let owner: JourneyApplicant;
  /** Of the owner: one that they refuse, one that they allow. */
  let numbers: readonly [string, string];

  beforeAll(async () => {
    person = await openApplicant(app, browser, { profile, language });
    owner = await openApplicant(app, browser, { profile, language });
    numbers = [await approvedNumberOf(app, owner), await approvedNumberOf(app, owner)];
  });
  afterAll(async () => {
    await person?.close();
    await owner?.close();
  });

  it('one’s own is linked at once, from its own page', async () => {
    const { page, press, t, payPassword } = person;
    await payCheck(person);
    await sendIn(await openCompany(person), person, 'soon');
    await expectSlow(page.getByRole('heading', { name: t('kycreview.approved.title') })).toBeVisible();
    await page.goto('/pages/kyc/mylist');
    await press(page.getByRole('link', { name: /MK-/ }).first());
    await press(page.getByRole('link', { name: t('kycreview.link'), exact: true }));
    const sheet = await fillBinding(person, { use: 'system' });
    await expectSlow(sheet).toContainText(t('kycauth.confirm.own'));
    await typeDigits(person, payPassword);
    await expectSlow(page.getByRole('heading', { name: t('kycauth.done.title'), exact: true })).toBeVisible();
    await press(page.getByRole('link', { name: t('kycauth.seeRecord') }));
    await expectSlow(page.getByText(t('kyc.use.system')).first()).toBeVisible();
  });

  it('one with a wrong character says so, and how many tries are left', async () => {
    const { page, t, payPassword } = person;
    await page.goto('/pages/kyc/auth');
    await fillBinding(person, { number: brokenNumber(), use: 'card' });
    await typeDigits(person, payPassword);
    await expectSlow(
      page.getByRole('alert').filter({ hasText: writtenAs(t('refusal.record_unknown', { left: 4 })) }),
    ).toBeVisible();
  });

  it('one that nobody has waits in the same words as one that somebody has', async () => {
    const { page, press, t, payPassword } = person;
    const words: string[] = [];
    for (const number of [nobodysNumber(), ...numbers]) {
      const sheet = await fillBinding(person, { number, use: 'card', description: 'For a trip.' });
      await expectSlow(sheet).toContainText(number);
      await typeDigits(person, payPassword);
      words.push(await waitingWords(person, number));
      await expectSlow(rowOf(person, 'kycauth.made', number)).toContainText(t('kycauth.status.open'));
      await press(page.getByRole('button', { name: t('kycauth.another') }));
    }
    expect(new Set(words).size).toBe(1);
  });

  it(
    'somebody else’s is refused by its owner with their payment password, which whoever asked does not learn',
    { timeout: journeyMs },
    async () => {
      const { page, press, t, payPassword } = owner;
      const [number] = numbers;
      await page.goto('/pages/kyc/auth');
      const wish = page
        .getByRole('list')
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: t('kycauth.refuse'), exact: true }) });
      await expectSlow(wish).toHaveCount(2, soughtWithin);
      const one = wish.filter({ hasText: number });
      for (const words of ['A card for my work', 'ann@example.com', 'For a trip.'])
        await expectSlow(one).toContainText(words);
      await press(one.getByRole('button', { name: t('kycauth.refuse'), exact: true }));
      const sheet = page.getByRole('dialog', { name: t('kycauth.refuse.title') });
      await expectSlow(sheet).toBeVisible();
      await typeDigits(owner, '111112');
      await expectSlow(
        sheet.getByText(writtenAs(t('refusal.payment_password_incorrect', { left: 4 }))),
      ).toBeVisible();
      await typeDigits(owner, payPassword);
      await expectAnnounced(page, writtenAs(t('kycauth.refused')));
      await expectSlow(rowOf(owner, 'kycauth.earlier', number)).toContainText(t('kycauth.status.refused'));
      await person.page.goto('/pages/kyc/auth');
      await expectSlow(rowOf(person, 'kycauth.made', number)).toContainText(t('kycauth.status.open'));
    },
  );

  it('somebody else’s is linked once its owner allows it, and both see it while they look on', async () => {
    const { page, press, t, payPassword } = owner;
    const [, number] = numbers;
    await expectSlow(rowOf(person, 'kycauth.made', number)).toContainText(t('kycauth.status.open'));
    await press(page.getByRole('button', { name: t('kycauth.allow'), exact: true }));
    await expectSlow(page.getByRole('dialog', { name: t('kycauth.allow.title') })).toBeVisible();
    await typeDigits(owner, payPassword);
    await expectAnnounced(page, writtenAs(t('kycauth.allowed')));
    await expectSlow(rowOf(owner, 'kycauth.earlier', number)).toContainText(t('kycauth.status.accepted'));
    await expectSlow(rowOf(person, 'kycauth.made', number)).toContainText(t('kycauth.status.accepted'));
    await page.goto(`/pages/kyc/userkyc?record=${number}`);
    await expectSlow(page.getByText(t('kyc.use.card')).first()).toBeVisible();
    expect([...person.complaints, ...owner.complaints]).toEqual([]);
  });
});
