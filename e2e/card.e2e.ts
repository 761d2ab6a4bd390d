/** A card, from the shop to somebody's hand: applied for, paid, followed, activated, and locked on one phone beside another. */
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { applyForCard, digitsOnCard, followToActivation, payForCard, verifyIdentity } from './people/card.ts';
import { type JourneyApplicant, openApplicant } from './people/identity.ts';
import { type App, startApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectSlow } from './window/expect-slow.ts';

/** The company is asked until it says yes. */
const activeWithin = { timeout: 30_000 };

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
  { profile: 'phone', language: 'en', country: 'Georgia' },
  { profile: 'desktop', language: 'ru', country: 'Грузия' },
] as const)('a card on a $profile in $language', ({ profile, language, country }) => {
  let person: JourneyApplicant;

  beforeAll(async () => {
    person = await openApplicant(app, browser, { profile, language });
  });
  afterAll(async () => {
    await person?.close();
  });

  it('is applied for with a verified identity, paid, and its way is seen to the end', async () => {
    await verifyIdentity(person);
    await applyForCard(person, country);
    await payForCard(person);
    await followToActivation(person);
    await expectSlow(person.page).toHaveURL(/\/pages\/card\/actived/);
  });

  it('is activated by the digits on it and a code', async () => {
    const { page, t } = person;
    const digits = await digitsOnCard(app, person);
    await page.getByRole('textbox', { name: t('cards.activate.digitsTitle') }).fill(digits);
    await page.getByRole('textbox').fill(await person.digits());
    const title = t('cards.activate.doneTitle', { card: `MUSE platinum ••\u00A0${digits}` });
    await expectSlow(page.getByRole('heading', { name: title })).toBeVisible(activeWithin);
    await page.goto('/pages/card/index');
    await expectSlow(page.getByText(t('cards.available'))).toBeVisible();
  });

  it('is locked on one phone while another unlocks it, and ends as the last word had it', async () => {
    const { page, press, t } = person;
    const { list } = await person.call('card/list', {});
    const [card] = list;
    if (card === undefined) throw new Error('there is no card');
    await page.goto(`/pages/card/lock?id=${card.cardId}`);
    await press(page.getByRole('button', { name: t('cards.do.lock'), exact: true }));
    await expectSlow(page.getByText(t('cards.state.locked')).first()).toBeVisible(activeWithin);
    const google = await person.digits();
    await person.call('card/unlock', { cardId: card.cardId, google });
    await person.call('card/lock', { cardId: card.cardId });
    await page.goto(`/pages/card/info?id=${card.cardId}`);
    await expectSlow(page.getByText(t('cards.state.locked')).first()).toBeVisible(activeWithin);
    await expect
      .poll(async () => (await person.call('card/info', { cardId: card.cardId })).isChanging, activeWithin)
      .toBe(false);
    const { state, wish } = await person.call('card/info', { cardId: card.cardId });
    expect([state, wish]).toEqual(['locked', 'locked']);
  });
});
