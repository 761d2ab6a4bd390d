/** An identity that is given to the house: six steps with a camera, one photo again, approved; without a camera; and cut short. */
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { fakeCamera } from './people/fake-camera.ts';
import { openReviewers, type Reviewers } from './people/house.ts';
import { type JourneyApplicant, itemRowOf, openApplicant, payCheck, sendMuch } from './people/identity.ts';
import {
  chooseHouse,
  expectStep,
  fillDocument,
  fillLife,
  fillPerson,
  sendDraft,
  sign,
  takePhoto,
} from './people/own-check.ts';
import { type App, startApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectSlow } from './window/expect-slow.ts';

/** The program is killed and starts anew. */
const diesTimeoutMs = 180_000;
/** A round hands over what was sent in. */
const takenWithin = { timeout: 15_000, interval: 200 };
const photo = { name: 'passport.png', mimeType: 'image/png' } as const;

let app: App;
let browser: Browser;
let reviewers: Reviewers;
let camera: Awaited<ReturnType<typeof fakeCamera>>;

beforeAll(async () => {
  camera = await fakeCamera();
  [app, browser] = await Promise.all([startApp(), launchBrowser(camera.flags)]);
  reviewers = await openReviewers(app);
});
afterAll(async () => {
  await reviewers?.close();
  await browser?.close();
  await app?.end();
  camera?.remove();
});

async function recordOf({ username }: JourneyApplicant): Promise<string> {
  const statement = `select r.auth_no as "authNo" from app.kyc_record r join app.person p on p.id = r.user_id
    where p.username = $1`;
  return (await itemRowOf<{ authNo: string }>(app, statement, username)).authNo;
}

/** Everything that was given and not asked again is accepted. */
async function acceptAll(authNo: string, items: readonly string[]): Promise<void> {
  for (const item of items) await reviewers.does(`kyc-accept-item ${authNo} ${item}`);
}

/** What was typed beside the names. */
const givenItems = [
  'birthday',
  'nationality',
  'nickname',
  'job',
  'occupation',
  'income',
  'purpose',
  'contact',
  'issuingRegion',
  'idNumber',
  'expiry',
];

describe.each([
  { profile: 'phone', language: 'en', number: '20AB111111' },
  { profile: 'desktop', language: 'ru', number: '20AB222222' },
] as const)('an identity given to the house on a $profile in $language', ({ profile, language, number }) => {
  let person: JourneyApplicant;

  beforeAll(async () => {
    person = await openApplicant(app, browser, { profile, language });
    await person.context.grantPermissions(['camera']);
  });
  afterAll(async () => {
    await person?.close();
  });

  it('is given in six steps, and comes back where it was left', async () => {
    const filling = { person, language };
    const { page, press, t } = person;
    await payCheck(person);
    await chooseHouse(person);
    await fillPerson(filling);
    await fillLife(filling);
    await expectStep(person, 3);
    await press(page.getByRole('button', { name: t('kycown.saveAndExit') }).first());
    await expectSlow(page.getByRole('heading', { name: t('kyc.step.continue.title') })).toBeVisible();
    await press(page.getByRole('link', { name: t('kyc.step.continue.action') }));
    await fillDocument(filling, number);
    await expectStep(person, 4);
    await takePhoto(person);
    await expectStep(person, 5);
    await takePhoto(person);
    await expectStep(person, 6);
    await sign(person);
    await sendDraft(person);
  });

  it('is asked again for one photo, and takes only that one', async () => {
    const { page, press, t } = person;
    const authNo = await recordOf(person);
    await vi.waitFor(async () => await reviewers.does(`kyc-accept-item ${authNo} names`), takenWithin);
    await acceptAll(authNo, [...givenItems, 'addressProof', 'signature']);
    await reviewers.does(`kyc-again ${authNo} idFront glare`);
    await reviewers.does(`kyc-decide ${authNo} again`);
    await expectSlow(
      page.getByRole('heading', { name: t('kycreview.again.title', { count: 1 }) }),
    ).toBeVisible();
    await press(page.getByRole('link', { name: t('kycreview.seeItems') }));
    await expectSlow(page.getByText(t('kyc.label.glare'))).toBeVisible();
    await press(page.getByRole('link', { name: t('kyc.step.again.action') }));
    await expectStep(person, 4);
    await takePhoto(person);
    await expectStep(person, 6);
    await press(page.getByRole('button', { name: t('kycown.again.send') }));
    await expectSlow(page).toHaveURL(/\/pages\/kyc\/inreview/);
  });

  it('waits for two persons at level 3, is approved while its person looks on, and what was above the limit goes', async () => {
    const { page, t } = person;
    const authNo = await recordOf(person);
    await vi.waitFor(async () => await reviewers.does(`kyc-accept-item ${authNo} idFront`), takenWithin);
    await reviewers.does(`kyc-decide ${authNo} pass`);
    await expectSlow(page.getByRole('heading', { name: t('kycreview.person.title') })).toBeVisible();
    await vi.waitFor(async () => await reviewers.does(`kyc-judge ${authNo} pass`, 'two'), takenWithin);
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

it(
  'keeps what was saved when the server is killed in the middle, and sends nothing twice',
  { timeout: diesTimeoutMs },
  async () => {
    const person = await openApplicant(app, browser, { profile: 'phone', language: 'en' });
    const filling = { person, language: 'en' } as const;
    const { page, t } = person;
    await payCheck(person);
    await chooseHouse(person);
    await fillPerson(filling);
    await expectStep(person, 2);
    await app.crash();
    await app.restart();
    await page.reload();
    await fillLife(filling);
    await expectStep(person, 3);
    await page.goBack();
    await page.goBack();
    await expectSlow(page.getByLabel(t('kycown.field.firstName'), { exact: true })).toHaveValue('Anna');
    await person.close();
  },
);

it('takes a file where the camera is not allowed', async () => {
  const other = await launchBrowser(camera.deniedFlags);
  const person = await openApplicant(app, other, { profile: 'phone', language: 'zh-Hans' });
  const filling = { person, language: 'zh-Hans' } as const;
  const { page, press, t } = person;
  await payCheck(person);
  await chooseHouse(person);
  await fillPerson(filling);
  await fillLife(filling);
  await fillDocument(filling, '20AB333333');
  await press(page.getByRole('button', { name: t('kycown.capture.take') }));
  await expectSlow(page.getByText(t('kycown.camera.deniedTitle'))).toBeVisible();
  const chosen = page.waitForEvent('filechooser');
  await press(page.getByRole('button', { name: t('kycown.capture.choose') }));
  await (await chosen).setFiles({ ...photo, buffer: camera.picture });
  await press(page.getByRole('button', { name: t('kycown.capture.use'), exact: true }));
  await expectStep(person, 5);
  expect(person.complaints).toEqual([]);
  await other.close();
});
